import type { FunctionItem } from '@wheelhouse/contract/calls/access/rights';
import { defineEntity, f, type EntityDef } from '@wheelhouse/entities';
import { plain } from '@wheelhouse/entities/registry';
import type { Zone } from '../../../ui/tree/model.ts';
import type { FunctionIndex } from '../functions/model.ts';
import { menuTexts as texts } from './texts.ts';

export const functionBase = '/system/crm/sysFunction';

/** A function node as its form sees it; not an entity of the registry, since its calls are its own. */
export const functionEntity: EntityDef = plain(
  defineEntity({
    name: 'sysFunction',
    table: 'sys_function',
    domain: 'access',
    label: { zh: '功能', en: 'Function' },
    base: functionBase,
    page: 'menu',
    title: ['name'],
    calls: [],
    fields: {
      parentCode: f.text({ max: 64, label: texts.parent }),
      functionType: f.dict('FunctionType', { required: true, default: 1, label: texts.type, help: texts.typeHelp }),
      code: f.text({
        required: true,
        max: 64,
        pattern: /^[A-Za-z][A-Za-z0-9]*(\.[A-Za-z][A-Za-z0-9]*)?$/,
        label: texts.code,
        help: texts.codeHelp,
      }),
      name: f.text({ required: true, min: 2, max: 30, label: texts.name }),
      nameEn: f.text({ required: true, max: 60, label: texts.nameEn }),
      functionUrl: f.longText({ required: true, max: 2000, label: texts.url, help: texts.urlHelp }),
      icon: f.text({ max: 40, label: texts.icon, visible: (row) => Number(row['functionType']) === 1 }),
      sort: f.int({ required: true, min: 0, max: 9999, default: 100, label: texts.sort }),
      hidden: f.flag({ required: true, default: 0, label: texts.visible }),
      cached: f.flag({
        required: true,
        default: 0,
        label: texts.cached,
        visible: (row) => Number(row['functionType']) === 1,
      }),
      enabled: f.dict('EnableStatus', { required: true, default: 1 }),
      staffOnly: f.flag({ required: true, default: 0, label: texts.staffOnly, help: texts.staffOnlyHelp }),
    },
    list: { columns: ['code', 'name'], filters: {}, order: 'sort asc' },
  }),
);

/** Fields of the form, in their order. */
export const nodeFields = [
  'parentCode',
  'functionType',
  'code',
  'name',
  'nameEn',
  'functionUrl',
  'icon',
  'sort',
  'enabled',
  'hidden',
  'cached',
  'staffOnly',
] as const;

/** What stays as it is: the type of every node, and code, URL and place in the release of built-in ones. */
export const isFixed = (name: string, node: FunctionItem | undefined): boolean =>
  node !== undefined &&
  (name === 'functionType' || (Number(node.builtIn) === 1 && (name === 'code' || name === 'functionUrl')));

export interface Place {
  readonly parentCode: string | null;
  /** The sibling it comes before; undefined puts it last. */
  readonly beforeCode: string | undefined;
}

const siblingsOf = (index: FunctionIndex, node: FunctionItem): readonly FunctionItem[] =>
  node.parentCode === null ? index.roots : (index.nodes.get(node.parentCode)?.subSysFunction ?? []);

/** The place that dropping on a node means. `moved` itself does not count among the siblings. */
export function placeOf(index: FunctionIndex, moved: FunctionItem, target: FunctionItem, zone: Zone): Place {
  if (zone === 'inside') return { parentCode: target.code, beforeCode: undefined };
  const siblings = siblingsOf(index, target).filter((node) => node.code !== moved.code);
  const at = siblings.findIndex((node) => node.code === target.code) + (zone === 'before' ? 0 : 1);
  return { parentCode: target.parentCode, beforeCode: siblings[at]?.code };
}

/** The place one step up or down among its siblings; undefined at the end. */
export function stepOf(index: FunctionIndex, node: FunctionItem, step: -1 | 1): Place | undefined {
  const siblings = siblingsOf(index, node);
  const at = siblings.findIndex((one) => one.code === node.code);
  const neighbour = siblings[at + step];
  return neighbour === undefined ? undefined : placeOf(index, node, neighbour, step === -1 ? 'before' : 'after');
}

/** Why a node cannot be there: 1131 under a button, 1132 under itself. */
export function refusalOf(index: FunctionIndex, moved: FunctionItem, { parentCode }: Place): 1131 | 1132 | undefined {
  if (parentCode === null) return undefined;
  if (index.codesOf(moved).includes(parentCode)) return 1132;
  return index.nodes.get(parentCode)?.functionType === 1 ? undefined : 1131;
}
