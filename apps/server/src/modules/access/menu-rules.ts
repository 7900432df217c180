import type { Text } from '@wheelhouse/contract/lang';
import { routes } from '@wheelhouse/entities/routes';
import { z } from 'zod';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { type FunctionRow, pathsOf } from './functions.ts';
import { key } from '../../http/kit.ts';

const texts = {
  parent: { zh: '上级不存在', en: 'No such parent' },
  fixedParent: { zh: '内置按钮不能移到其他页面', en: 'A built-in button cannot be moved to another page' },
  before: { zh: '不是同一上级下的节点', en: 'Not under the same parent' },
  builtIn: { zh: '内置功能的该项不可修改', en: 'Cannot be changed for built-in functions' },
  route: { zh: '须为以/开头的页面路径', en: 'Must be a path beginning with /' },
  paths: { zh: '须为以/开头的接口路径，用分号分隔', en: 'Must be API paths beginning with /, joined by semicolons' },
  onlyPages: { zh: '仅页面可用', en: 'Allowed for pages only' },
  unknownRoute: { zh: '本版本没有页面「{path}」', en: 'This release has no page “{path}”' },
  unknownPath: { zh: '本版本没有接口「{path}」', en: 'This release has no API “{path}”' },
} as const satisfies Record<string, Text>;
export { texts as menuTexts };

const flag = z
  .union([z.literal(0), z.literal(1), z.boolean()])
  .transform((value): 0 | 1 => (value === 1 || value === true ? 1 : 0));
const code = z.string().max(64);
const properties = {
  name: z.string().min(2).max(30),
  nameEn: z.string().min(1).max(60),
  functionUrl: z.string().max(4_000),
  icon: z
    .string()
    .regex(/^[A-Za-z]{1,40}$/)
    .nullable(),
  sort: z.int().min(0).max(9999),
  hidden: flag,
  cached: flag,
  enabled: flag,
  staffOnly: flag,
};

/** Form of a new node. */
export const newFunction = z.strictObject({
  ...properties,
  code: code.regex(/^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)?$/),
  parentCode: code.nullable().default(null),
  functionType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  functionUrl: properties.functionUrl.default(''),
  icon: properties.icon.default(null),
  sort: properties.sort.default(100),
  hidden: flag.default(0),
  cached: flag.default(0),
  enabled: flag.default(1),
  staffOnly: flag.default(0),
});
/** Form of a change: the node by its code, and the changed values. Code and type never change. */
export const changedFunction = z.strictObject({
  code,
  rev: z.int(),
  id: key.optional(),
  functionType: z.unknown().optional(),
  parentCode: code.nullable().optional(),
  name: properties.name.optional(),
  nameEn: properties.nameEn.optional(),
  functionUrl: properties.functionUrl.optional(),
  icon: properties.icon.optional(),
  sort: properties.sort.optional(),
  hidden: flag.optional(),
  cached: flag.optional(),
  enabled: flag.optional(),
  staffOnly: flag.optional(),
});
export type ChangedFunction = z.output<typeof changedFunction>;

/** The tree as it is under the lock of a change. */
export type Rows = ReadonlyMap<string, FunctionRow>;

/** Whether `code` is `above` or somewhere below it. */
function isBelow(rows: Rows, code: string, above: string): boolean {
  for (
    let row = rows.get(code);
    row !== undefined;
    row = row.parentCode === null ? undefined : rows.get(row.parentCode)
  ) {
    if (row.code === above) return true;
  }
  return false;
}

/** Refuses a place in the tree. @throws AppError 1001, 1131 under a button, 1132 under itself */
export function checkParent(ctx: CallContext, rows: Rows, parentCode: string | null, node?: FunctionRow): void {
  if (node !== undefined && parentCode === node.parentCode) return;
  if (node !== undefined && node.builtIn === 1 && node.functionType !== 1)
    throw refuseField(ctx, 'parentCode', texts.fixedParent);
  if (parentCode === null) return;
  const parent = rows.get(parentCode);
  if (parent === undefined) throw refuseField(ctx, 'parentCode', texts.parent);
  if (parent.functionType !== 1) throw new AppError(1131);
  if (node !== undefined && isBelow(rows, parentCode, node.code)) throw new AppError(1132);
}

const routePaths = new Set<string>(routes.map((route) => route.path));
const onePath = /^\/(?!\/)[\w/:.-]{1,200}$/;

/**
 * Checks what a page opens or a function guards. A function gives access to the calls it names, so a user can only name calls that the user may make.
 * @returns warnings, in the caller's language
 * @throws AppError 1001, 1115
 */
export function checkUrl(ctx: CallContext, functionType: number, functionUrl: string): string[] {
  if (functionType === 1) {
    if (functionUrl !== '' && !onePath.test(functionUrl)) throw refuseField(ctx, 'functionUrl', texts.route);
    return functionUrl === '' || routePaths.has(functionUrl)
      ? []
      : [texts.unknownRoute[ctx.lang].replace('{path}', functionUrl)];
  }
  const paths = pathsOf({ functionType: 2, functionUrl });
  if (paths.some((path) => !onePath.test(path))) throw refuseField(ctx, 'functionUrl', texts.paths);
  if (!ctx.user.isAdmin && paths.some((path) => !ctx.user.paths.has(path))) throw new AppError(1115);
  return paths
    .filter((path) => !ctx.app.paths.has(path))
    .map((path) => texts.unknownPath[ctx.lang].replace('{path}', path));
}

/** Refuses changes of those values of a built-in node that the release defines. @throws AppError 1001 */
export function refuseFixed(ctx: CallContext, node: FunctionRow, form: ChangedFunction): void {
  if (form.icon !== undefined && form.icon !== null && node.functionType !== 1)
    throw refuseField(ctx, 'icon', texts.onlyPages);
  if (form.functionType !== undefined && form.functionType !== node.functionType)
    throw refuseField(ctx, 'functionType', texts.builtIn);
  if (node.builtIn !== 1) return;
  for (const name of ['functionUrl', 'staffOnly'] as const) {
    if (form[name] !== undefined && form[name] !== node[name]) throw refuseField(ctx, name, texts.builtIn);
  }
}
