import type { CallName } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { codeOfCall, entityOf } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../db/pool.ts';
import type { App, CallContext } from '../http/context.ts';
import { markTraced } from '../http/trace.ts';
import { traceAllowance } from '../http/trace-allowance.ts';
import { run } from './run.ts';

/** One action on one record; private values are given masked, secrets never. */
export interface AuditEntry {
  /** Call name or action: `add`, `update`, `delete`, `activate`, `export` … */
  readonly action: string;
  readonly entity: string;
  readonly entityId: string | null;
  /** Why the record was left out; unless given, it was done. */
  readonly code?: number;
  readonly before?: Row | undefined;
  readonly after?: Row | undefined;
  /** Path of the call, for the log's reader. */
  readonly path?: string;
  /** Function that allowed it, where the entity's definition does not state it. */
  readonly functionCode?: string;
}

/** Result code of an action that changed nothing, in the log. */
export const unchanged = 1022;

const noise = new Set(['rev', 'updateTime', 'updateBy', 'updateByName', 'createByName']);

/** Lists longer than this are logged by what was removed and what was added: a role has hundreds of functions. */
const longList = 20;

function shortened(before: unknown, after: unknown): [unknown, unknown] {
  if (!Array.isArray(before) || !Array.isArray(after) || Math.max(before.length, after.length) <= longList)
    return [before ?? null, after ?? null];
  const text = (one: unknown): string => JSON.stringify(one);
  const [was, is] = [new Set(before.map(text)), new Set(after.map(text))];
  // Only the order differs.
  if (was.size === is.size && [...was].every((one) => is.has(one))) return [before, after];
  return [before.filter((one: unknown) => !is.has(text(one))), after.filter((one: unknown) => !was.has(text(one)))];
}

/** Only what differs between two states of a row; undefined sides stand for "was not there". */
export function difference(
  before: Row | undefined,
  after: Row | undefined,
): { before: Row | undefined; after: Row | undefined } {
  if (!before || !after) return { before, after };
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => !noise.has(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const sides = changed.map((name) => [name, shortened(before[name], after[name])] as const);
  return {
    before: Object.fromEntries(sides.map(([name, [was]]) => [name, was])),
    after: Object.fromEntries(sides.map(([name, [, is]]) => [name, is])),
  };
}

const callOf: Readonly<Record<string, CallName>> = {
  add: 'add',
  update: 'update',
  delete: 'batchDelete',
  enabled: 'enable',
  shelfStatus: 'shelf',
  sort: 'sort',
  import: 'import',
  export: 'export',
};

/** How the log names what a standard call does. */
export function actionOfCall(call: CallName): string {
  return Object.entries(callOf).find(([, one]) => one === call)?.[0] ?? call;
}

/** Page of the record and function that the action belongs to, where the definition names them. */
function placeOf({ entity: name, action }: AuditEntry): { route: string | null; functionCode: string | null } {
  const entity = entityOf(name);
  if (!entity) return { route: null, functionCode: null };
  const call = Object.hasOwn(callOf, action) ? callOf[action] : undefined;
  return {
    route: entity.page,
    functionCode: entity.actions?.[action]?.button ?? (call ? codeOfCall(entity, call) : null),
  };
}

const json = (row: Row | undefined) => (row === undefined ? null : JSON.stringify(row));

/** Entries for the records that a batch left out; they are logged together with the entries of changed records. */
export function leftOutEntries(
  entry: Pick<AuditEntry, 'action' | 'entity' | 'path' | 'functionCode'>,
  leftOut: readonly { readonly id: string; readonly code: number }[],
): AuditEntry[] {
  return leftOut.map(({ id, code }) => ({ ...entry, entityId: id, code }));
}

type Auditing = Pick<CallContext, 'user' | 'ip' | 'userAgent' | 'requestId'> & { readonly app?: App };

/** A save that changed nothing was accepted. */
const isRefusal = ({ code = 0 }: AuditEntry): boolean => code !== 0 && code !== unchanged;

/** Limits the entries of records left out like other refusals (`traceAllowance`). */
function allowed(ctx: Auditing, entries: readonly AuditEntry[]): readonly AuditEntry[] {
  const refused = entries.filter(isRefusal);
  if (refused.length === 0 || ctx.app === undefined) return entries;
  const { rows, missed } = traceAllowance(ctx.app, ctx.user.id, refused.length);
  const written =
    missed > 0 ? refused.slice(0, rows).map((entry) => ({ ...entry, after: { '@missed': missed } })) : refused;
  return [...entries.filter((entry) => !isRefusal(entry)), ...written.slice(0, rows)];
}

const into = sql`insert into sys_operation_log (user_id, username, route, function_code, path, action, entity, entity_id, before, after, ip, user_agent, result_code, request_id)`;

function logged(
  ctx: Auditing,
  entry: AuditEntry,
  before: RawBuilder<unknown>,
  after: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { route, functionCode } = placeOf(entry);
  return sql`${ctx.user.id}::bigint, ${ctx.user.username}::text, ${route}::text, ${entry.functionCode ?? functionCode}::text, ${entry.path ?? null}::text, ${entry.action}::text, ${entry.entity}::text, ${entry.entityId}::text, ${before}, ${after}, ${ctx.ip}::text, ${ctx.userAgent.slice(0, 300)}::text, ${entry.code ?? 0}::int, ${ctx.requestId}::text`;
}

const jsonDifference = (side: string): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_object_agg(e.key, ${sql.raw(side)}), '{}') from jsonb_each(after.row) e where coalesce(before.row -> e.key, 'null') <> e.value)`;

/**
 * The row of the log for a change, as a part of its statement that goes on with `from after, before`: one row each, with the record after and
 * before it as JSON in `row`. What `difference` finds there is logged. Who runs it marks the call as traced.
 */
export const auditOfChange = (ctx: Auditing, entry: AuditEntry): RawBuilder<unknown> =>
  sql`${into} select ${logged(ctx, entry, jsonDifference(`coalesce(before.row -> e.key, 'null')`), jsonDifference('e.value'))}`;

/** Writes operation log rows, one for each record, in the transaction of the change. */
export async function audit(tx: Tx, ctx: Auditing, ...given: readonly AuditEntry[]): Promise<void> {
  if (given.length === 0) return;
  markTraced(ctx);
  const entries = allowed(ctx, given);
  if (entries.length === 0) return;
  const values = entries.map((entry) => {
    const diff = difference(entry.before, entry.after);
    return sql`(${logged(ctx, entry, sql`${json(diff.before)}::jsonb`, sql`${json(diff.after)}::jsonb`)})`;
  });
  const insert = sql`${into} values ${sql.join(values)}`;
  // One entry is the common case and always the same statement; batches differ in length.
  await (values.length === 1 ? run(tx, insert) : insert.execute(tx));
}
