import { heldFunctions } from '@wheelhouse/entities/access/function-tree';
import { nodeFields } from '@wheelhouse/entities/access/log-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx, withTransaction } from '../../db/pool.ts';
import { audit, unchanged } from '../../entity/audit.ts';
import { touched } from '../../entity/hooks.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { functionColumns, type FunctionRow, FunctionTree } from './functions.ts';
import { adminCode, oneAtATime, rightsLock } from './grants.ts';
import {
  changedFunction,
  checkParent,
  checkUrl,
  menuTexts,
  newFunction,
  refuseFixed,
  type Rows,
} from './menu-rules.ts';
import { sessionsOf } from './sessions.ts';
import { accessDb } from './tables.ts';

async function loadRows(tx: Tx): Promise<Map<string, FunctionRow>> {
  const rows = await accessDb(tx)
    .selectFrom('sys_function')
    .select(functionColumns)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.code, row]));
}

/**
 * Rights are granted by roles: no change of the tree may let anybody do more than before, be it by what a function guards, by switching it
 * on (or its parent), or by opening it to dealers. Only an administrator may do that.
 * @throws AppError 1115
 */
async function refuseGrowth(tx: Tx, before: Rows, after: Rows): Promise<void> {
  const { rows } = await sql<{ code: string }>`
    select distinct rf.function_code as code from sys_role_function rf join sys_role r on r.role_code = rf.role_code and not r.deleted
    where rf.role_code <> ${adminCode}`.execute(tx);
  const was = new FunctionTree([...before.values()], '');
  const is = new FunctionTree([...after.values()], '');
  for (const code of heldFunctions(rows.map((row) => row.code))) {
    const meant = was.meaningOf(code);
    if ([...is.meaningOf(code)].some((one) => !meant.has(one))) throw new AppError(1115);
  }
}

/** Changes the tree alone: its rules look at more than one node. All sessions load their rights again afterwards. */
async function changeTree<Result>(
  ctx: CallContext,
  work: (tx: Tx, rows: Map<string, FunctionRow>) => Promise<Result>,
): Promise<Result> {
  const result = await withTransaction(ctx.app.db, async (tx) => {
    await oneAtATime(tx, rightsLock);
    const before = await loadRows(tx);
    const done = await work(tx, before);
    if (!ctx.user.isAdmin) await refuseGrowth(tx, before, await loadRows(tx));
    return done;
  });
  sessionsOf(ctx.app).forget();
  return result;
}

function nodeOf(rows: Rows, code: string): FunctionRow {
  const node = rows.get(code);
  if (node === undefined) throw new AppError(1002);
  return node;
}

/** What the log keeps of a node. */
const logged = (node: FunctionRow) =>
  Object.fromEntries(Object.entries(node).filter(([name]) => Object.hasOwn(nodeFields, name)));

async function record(
  ctx: CallContext,
  tx: Tx,
  entry: {
    readonly action: 'add' | 'update' | 'delete' | 'move';
    readonly id: string;
    readonly code?: number;
    readonly before?: FunctionRow;
    readonly after?: FunctionRow;
  },
): Promise<void> {
  const { action, id, before, after, ...end } = entry;
  const button = action === 'update' ? 'edit' : action;
  await audit(tx, ctx, {
    ...end,
    action,
    entity: 'sysFunction',
    entityId: id,
    before: before && logged(before),
    after: after && logged(after),
    functionCode: `menu.${button}`,
  });
}

const addFunction = defineCall('POST /system/crm/sysFunction/addFunction', {
  access: 'menu.add',
  body: newFunction,
  summary: { zh: '新增菜单或功能', en: 'Add a page, button or data right' },
  run: (ctx, form) =>
    changeTree(ctx, async (tx, rows) => {
      if (rows.has(form.code))
        throw new AppError(
          1009,
          { field: nodeFields['code']?.[ctx.lang] ?? 'code' },
          { errors: [{ field: 'code', message: new AppError(1009, { field: form.code }).textIn(ctx.lang) }] },
        );
      checkParent(ctx, rows, form.parentCode);
      if (form.icon !== null && form.functionType !== 1) throw refuseField(ctx, 'icon', menuTexts.onlyPages);
      const warnings = checkUrl(ctx, form.functionType, form.functionUrl);
      const by = { createBy: ctx.user.id, updateBy: ctx.user.id };
      const row = await accessDb(tx)
        .insertInto('sys_function')
        .values({ ...form, ...by, builtIn: 0 })
        .returning(functionColumns)
        .executeTakeFirstOrThrow();
      await record(ctx, tx, { action: 'add', id: row.id, after: row });
      return { id: row.id, rev: row.rev, code: row.code, warnings };
    }),
});

const updateFunction = defineCall('POST /system/crm/sysFunction/updateFunction', {
  access: 'menu.edit',
  body: changedFunction,
  summary: { zh: '修改菜单或功能', en: 'Change a page, button or data right' },
  run: (ctx, form) =>
    changeTree(ctx, async (tx, rows) => {
      const node = nodeOf(rows, form.code);
      if (node.rev !== form.rev) throw new AppError(1005);
      refuseFixed(ctx, node, form);
      const { code: _code, rev: _rev, id: _id, functionType: _type, ...given } = form;
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      if (form.parentCode !== undefined) checkParent(ctx, rows, form.parentCode, node);
      const { functionUrl } = form;
      const warnings =
        functionUrl === undefined || functionUrl === node.functionUrl
          ? []
          : checkUrl(ctx, node.functionType, functionUrl);
      if (Object.entries(changes).every(([name, value]) => node[name as keyof FunctionRow] === value)) {
        await record(ctx, tx, { action: 'update', id: node.id, code: unchanged });
        return { id: node.id, rev: node.rev, warnings };
      }
      const after = await save(ctx, tx, node.id, changes);
      await record(ctx, tx, { action: 'update', id: node.id, before: node, after });
      return { id: node.id, rev: after.rev, warnings };
    }),
});

async function save(ctx: CallContext, tx: Tx, id: string, changes: object): Promise<FunctionRow> {
  return accessDb(tx)
    .updateTable('sys_function')
    .set({ ...changes, ...touched(ctx) })
    .where('id', '=', id)
    .returning(functionColumns)
    .executeTakeFirstOrThrow();
}

const deleteFunction = defineCall('POST /system/crm/sysFunction/deleteFunction', {
  effect: 'irreversible',
  access: 'menu.delete',
  body: z.object({ code: z.string().max(64) }),
  summary: { zh: '删除菜单或功能', en: 'Delete a page, button or data right' },
  run: (ctx, { code }) =>
    changeTree(ctx, async (tx, rows) => {
      const node = nodeOf(rows, code);
      if (node.builtIn === 1) throw new AppError(1135);
      if ([...rows.values()].some((row) => row.parentCode === code)) throw new AppError(1133);
      // The administrators' role lists every function for display only; it passes every check.
      const { rows: roles } =
        await sql`select role_code from sys_role_function where function_code = ${code} and role_code <> ${adminCode}`.execute(
          tx,
        );
      if (roles.length > 0) throw new AppError(1134, { n: roles.length });
      await accessDb(tx).deleteFrom('sys_function').where('id', '=', node.id).execute();
      await record(ctx, tx, { action: 'delete', id: node.id, before: node });
    }),
});

const move = defineCall('POST /system/crm/sysFunction/move', {
  access: 'menu.move',
  body: z.object({
    code: z.string().max(64),
    parentCode: z.string().max(64).nullish(),
    /** Sibling that comes next; absent: last. */
    beforeCode: z.string().max(64).nullish(),
  }),
  summary: { zh: '移动菜单或功能', en: 'Move a page, button or data right' },
  run: (ctx, input) =>
    changeTree(ctx, async (tx, rows) => {
      const node = nodeOf(rows, input.code);
      const parentCode = input.parentCode ?? null;
      checkParent(ctx, rows, parentCode, node);
      const siblings = [...rows.values()].filter((row) => row.parentCode === parentCode && row.code !== node.code);
      const before = input.beforeCode ?? undefined;
      const at = before === undefined ? siblings.length : siblings.findIndex((row) => row.code === before);
      if (at < 0) throw refuseField(ctx, 'beforeCode', menuTexts.before);
      const ordered = siblings.toSpliced(at, 0, node);
      const step = ordered.length > 900 ? 1 : 10;
      let moved = false;
      for (const [index, row] of ordered.entries()) {
        const changes = { sort: (index + 1) * step, parentCode };
        if (row.sort === changes.sort && row.parentCode === parentCode) continue;
        const after = await save(ctx, tx, row.id, changes);
        // Neighbours that make room are changed as well.
        await record(ctx, tx, { action: 'move', id: row.id, before: row, after });
        moved = true;
      }
      if (!moved) await record(ctx, tx, { action: 'move', id: node.id, code: unchanged });
    }),
});

export const menuCalls: readonly Call[] = [addFunction, updateFunction, deleteFunction, move];
