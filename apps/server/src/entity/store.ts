import { parseInstant } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row, StoredField } from '@wheelhouse/entities/fields';
import { sql, type RawBuilder } from 'kysely';
import type { Secrets } from '../config.ts';
import type { Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import type { WireRow } from './read.ts';
import { cleanHtml } from './html.ts';
import { run } from './run.ts';
import { seal } from './seal.ts';
import { selectionOf } from './select.ts';
import { columnType, compareColumn, hasColumn, isNumericDict, snake } from './storage.ts';

interface Assignment {
  readonly column: string;
  readonly value: RawBuilder<unknown>;
}

/** Column values of checked form values, in the shape the table takes. Fields without columns are left to hooks. */
export function assignments(
  entity: EntityDef,
  values: Readonly<Record<string, unknown>>,
  secrets: Secrets,
): Assignment[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const field = entity.fields[name];
    return field && hasColumn(field) ? assign(name, field, value, secrets) : [];
  });
}

function assign(name: string, field: StoredField, value: unknown, secrets: Secrets): Assignment[] {
  const column = snake(name);
  if (field.kind === 'private') {
    const sealed = typeof value === 'string' ? seal(secrets, field.mask, value) : undefined;
    return [
      { column: `${column}_enc`, value: sql`${sealed?.enc ?? null}` },
      { column: `${column}_hash`, value: sql`${sealed?.hash ?? null}` },
      { column: `${column}_mask`, value: sql`${sealed?.mask ?? null}` },
    ];
  }
  return [{ column, value: sql`${stored(field, value)}::${sql.raw(columnType(field))}` }];
}

function stored(field: StoredField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'richText':
      // Checked ones are clean; hooks may have set others.
      return cleanHtml(String(value));
    case 'instant':
      return value instanceof Date ? value : (parseInstant(String(value)) ?? null);
    case 'dict':
      return isNumericDict(field.dict) ? Number(value) : String(value);
    case 'json':
    case 'rows':
      return JSON.stringify(value);
    case 'dictMany':
    case 'tags':
    case 'images':
    case 'files':
    case 'refMany':
      return [...(value as readonly unknown[])].map(String);
    default:
      return value;
  }
}

/** What a change sets: its values, the next revision, who and when. */
export const storing = (ctx: Pick<CallContext, 'user'>, changes: readonly Assignment[]): RawBuilder<unknown> =>
  sql.join([
    sql`rev = rev + 1`,
    sql`update_by = ${ctx.user.id}`,
    sql`update_time = now()`,
    ...changes.map((change) => sql`${sql.raw(change.column)} = ${change.value}`),
  ]);

/** Condition that a row has other values. */
export const differs = (changes: readonly Assignment[]): RawBuilder<unknown> =>
  sql.join(
    changes.map(({ column, value }) => sql`${sql.raw(column)} is distinct from ${value}`),
    sql` or `,
  );

/**
 * Stores a change of a locked row and answers the row as it is then, in one statement.
 * @returns undefined where the row has another revision
 */
export async function storeChange(
  ctx: Pick<CallContext, 'user'>,
  tx: Tx,
  entity: EntityDef,
  { id, rev }: Pick<WireRow, 'id' | 'rev'>,
  changes: readonly Assignment[],
  names: readonly string[],
): Promise<WireRow | undefined> {
  const { columns, joins } = selectionOf(entity, names);
  const [stored] = await run<{ r: WireRow }>(
    tx,
    sql`with t as (update ${sql.raw(entity.table)} set ${storing(ctx, changes)} where id = ${id}::bigint and rev = ${rev}::int returning *)
      select row_to_json(r) as r from (select ${sql.raw(columns)} from t${sql.raw(joins)}) r`,
  );
  return stored?.r;
}

/** Lists without a column of their own, roles of an account for instance, have no order. */
const sameList = (a: unknown, b: unknown): boolean =>
  JSON.stringify([a ?? []].flat().map(String).toSorted()) === JSON.stringify([b ?? []].flat().map(String).toSorted());

/** Whether values differ from what is stored of a locked row; a private one is compared by its hash. */
export async function isChange(
  ctx: Pick<CallContext, 'app'>,
  tx: Tx,
  entity: EntityDef,
  old: WireRow,
  values: Row,
): Promise<boolean> {
  const compared = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    const field = entity.fields[name];
    if (field && hasColumn(field)) compared.add(compareColumn(name, field));
    else if (!sameList(value, old[name])) return true;
  }
  const columns = assignments(entity, values, ctx.app.secrets).filter(({ column }) => compared.has(column));
  if (columns.length === 0) return false;
  const [row] = await run<{ differs: boolean }>(
    tx,
    sql`select ${differs(columns)} as differs from ${sql.raw(entity.table)} where id = ${old.id}::bigint`,
  );
  return row?.differs !== false;
}
