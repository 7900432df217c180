import { likeText } from '@wheelhouse/contract';
import type { FoundGroup, FoundItem } from '@wheelhouse/contract/search';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { codeOfCall, entities, labelOf, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { sqlState } from '../../db/pool.ts';
import { limiter } from '../../limiter.ts';
import { listWhere, rowsById } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import type { CallContext } from '../../http/context.ts';

/** Matches shown of each kind; one more is read to know whether there are more. */
const mostShown = 5;
/** Milliseconds that one kind of record may take: slower results are left out. */
const mostMs = 600;
const cancelled = '57014';
const shortest = 2;

/** Kinds of records that have keys people know, and a page to look at: what their lists find by keyword, the search finds. */
const searchable: readonly EntityDef[] = Object.values(entities)
  .map(plain)
  .filter(({ list, calls }) => (list.keyword?.eq.length ?? 0) > 0 && calls.includes('detail'));

function mayList({ app, user }: CallContext, entity: EntityDef): boolean {
  const code = codeOfCall(entity, 'list');
  return user.isAdmin || app.sessions.allowed(user, pathOfCall(entity, 'list'), [code]);
}

function keysOf(entity: EntityDef): string[] {
  const { eq, like, start = [], end = [] } = entity.list.keyword ?? { eq: [], like: [] };
  return [...new Set([...eq, ...like, ...start, ...end])];
}

/**
 * Ids of the first matches in the user's scope. Only bitmap scans are allowed: each needs an index that knows the keyword, so that
 * the planner cannot hope to meet a match early and read the whole table when there is none.
 */
async function idsOf(ctx: CallContext, entity: EntityDef, keyword: string): Promise<string[]> {
  const where = await listWhere(ctx, entity, {
    page: 1,
    pageSize: mostShown,
    order: [],
    conditions: [{ field: 'keyword', op: 'eq', value: keyword }],
    exactTotal: false,
  });
  return ctx.app.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(mostMs)}, true), set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true)`.execute(
        tx,
      );
      const rows = await run<{ id: string }>(
        tx,
        sql`select t.id::text as id from ${sql.raw(entity.table)} t where ${where} limit ${sql.raw(String(mostShown + 1))}`,
      );
      return rows.map((row) => row.id);
    });
}

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const folded = (value: unknown): string => shown(value).replace(/\s+/g, '').toLowerCase();

/** How close a record is to what was typed: it is the record's own number, a key of its own, a key of what it is about, or a part. */
const closeness = { own: 0, key: 1, related: 2, part: 3 } as const;
type Closeness = (typeof closeness)[keyof typeof closeness];

function closenessOf(entity: EntityDef, row: Row, typed: string): Closeness {
  const whole = [...new Set([...entity.title, ...keysOf(entity)])].filter((name) => folded(row[name]) === typed);
  if (whole.some((name) => entity.title.includes(name))) return closeness.own;
  if (whole.some((name) => isOwnKey(entity, name))) return closeness.key;
  return whole.length > 0 ? closeness.related : closeness.part;
}

/** Whether a value belongs to one record of the entity alone: the IMEI of a vehicle, not that of an alarm. */
function isOwnKey({ fields }: EntityDef, name: string): boolean {
  const field = fields[name];
  return field !== undefined && 'unique' in field && field.unique !== undefined && field.unique !== false;
}

interface Group {
  readonly found: FoundGroup;
  /** Of its closest record. */
  readonly closest: Closeness;
}

/** A match by its name, and beside it the key that matched, else the first that says more. */
function itemOf(ctx: CallContext, entity: EntityDef, row: Row & { readonly id: string }, typed: string): FoundItem {
  const titleField = entity.title.find((name) => shown(row[name]) !== '');
  const others = keysOf(entity).filter((name) => name !== titleField && shown(row[name]) !== '');
  const matched = others.find((name) => folded(row[name]).includes(typed)) ?? others[0];
  const hint = matched === undefined ? '' : `${labelOf(entity, matched)[ctx.lang]} ${shown(row[matched])}`;
  return { id: row.id, name: titleField === undefined ? row.id : shown(row[titleField]), hint };
}

async function groupOf(ctx: CallContext, entity: EntityDef, keyword: string): Promise<Group | undefined> {
  try {
    const ids = await idsOf(ctx, entity, keyword);
    if (ids.length === 0) return undefined;
    const rows = await rowsById(ctx.app.pool, entity, ids.slice(0, mostShown), [
      ...new Set(['id', 'rev', ...entity.title, ...keysOf(entity)]),
    ]);
    const typed = folded(keyword);
    const ranked = rows.map((row) => ({ row, at: closenessOf(entity, row, typed) })).toSorted((a, b) => a.at - b.at);
    return {
      found: {
        entity: entity.name,
        label: entity.label,
        items: ranked.map(({ row }) => itemOf(ctx, entity, row, typed)),
        more: ids.length > mostShown,
      },
      closest: ranked[0]?.at ?? closeness.part,
    };
  } catch (error) {
    if (sqlState(error) !== cancelled) throw error;
    ctx.log.info({ entity: entity.name }, 'search took too long');
    return {
      found: { entity: entity.name, label: entity.label, items: [], more: true, tooBroad: true },
      closest: closeness.part,
    };
  }
}

/**
 * Records of every kind the user may list, by their keys. Kinds without a match are absent. A whole identifier leads to the record that it
 * names first: an ICCID to its card, then to the vehicle with it.
 */
export async function searchAll(ctx: CallContext, keyword: string): Promise<FoundGroup[]> {
  if ([...likeText(keyword)].length < shortest) return [];
  const atOnce = limiter(2);
  const groups = await Promise.all(
    searchable.filter((entity) => mayList(ctx, entity)).map((entity) => atOnce(() => groupOf(ctx, entity, keyword))),
  );
  return groups
    .filter((group) => group !== undefined)
    .toSorted((a, b) => a.closest - b.closest)
    .map(({ found }) => found);
}
