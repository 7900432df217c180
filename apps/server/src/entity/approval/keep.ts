import { ownJson } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { WireRow } from '../read.ts';
import { keepVersions } from '../publishable/rows.ts';
import { run, type Executor } from '../run.ts';
import type { Fragment } from '../scope.ts';
import { contentRules, coveredFields, reviewRules } from './rules.ts';

export type Step = 'submitted' | 'approved' | 'waived';

/** A step of a review as it is kept. */
export interface Approval {
  readonly id: string;
  readonly entityId: string;
  readonly round: number;
  readonly step: Step;
  readonly userId: string | null;
  /** Null: from before contents were kept. */
  readonly content: Row | null;
  readonly numbers: Readonly<Record<string, number>>;
  /** How many it reaches, where it has fixed them. */
  readonly listed: number | null;
}

/** What the fields of a record say that an approval covers. */
export function ownContent(entity: EntityDef, row: WireRow): Record<string, unknown> {
  return Object.fromEntries(coveredFields(entity).map((name) => [name, row[name] ?? null]));
}

/** What a record says now, by the names of its fields and inputs. */
export async function contentsOf(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
): Promise<ReadonlyMap<string, Row>> {
  const { inputs = {} } = contentRules(entity);
  const contents = new Map(rows.map((row) => [row.id, ownContent(entity, row)]));
  for (const [name, input] of Object.entries(inputs)) {
    const values = await input.read(tx, rows);
    for (const [id, content] of contents) content[name] = values.get(id) ?? null;
  }
  return contents;
}

/** The latest step of the review of each record, of those asked for. */
export async function latestSteps(
  executor: Executor,
  entity: Pick<EntityDef, 'name'>,
  ids: readonly string[],
  steps: readonly Step[] = ['submitted', 'approved', 'waived'],
): Promise<ReadonlyMap<string, Approval>> {
  const rows = await run<{ r: Approval }>(
    executor,
    sql`select json_build_object('id', a.id::text, 'entityId', a.entity_id::text, 'round', a.round, 'step', a.step, 'userId', a.user_id::text,
        'content', a.content, 'numbers', a.numbers, 'listed', (select sum(cardinality(l.ids)) from sys_approval_list l where l.approval_id = a.id)) as r
      from unnest(${[...ids]}::bigint[]) x(id) cross join lateral (
        select * from sys_approval p where p.entity = ${entity.name} and p.entity_id = x.id and p.step = any(${[...steps]}::text[])
        order by p.round desc, p.id desc limit 1) a`,
  );
  return new Map(rows.map(({ r }) => [r.entityId, r]));
}

/** The approval that a record stands on, if its latest round has one. */
export async function standingApproval(
  executor: Db | Tx,
  entity: Pick<EntityDef, 'name'>,
  id: string,
): Promise<Approval | undefined> {
  return (await latestSteps(executor, entity, [id], ['approved', 'waived'])).get(id);
}

interface Sealed {
  readonly step: Step;
  readonly userId: string | null;
  readonly contents: ReadonlyMap<string, Row>;
  readonly numbers?: ReadonlyMap<string, Readonly<Record<string, number>>>;
  readonly authors?: ReadonlyMap<string, readonly string[]>;
  /** When it was, where that is not now. */
  readonly times?: ReadonlyMap<string, string>;
}

/** Keeps a step of the review of records. A new round begins as one is handed in. @returns ids of the steps, by record */
export async function seal(
  tx: Tx,
  entity: EntityDef,
  { step, userId, contents, numbers, authors, times }: Sealed,
): Promise<ReadonlyMap<string, string>> {
  const kept = [...contents].map(([id, content]) => ({ id, content, userId, time: times?.get(id) }));
  const versions = await keepVersions(tx, entity, kept, { why: step });
  const rows = [...contents].map(([id, content]) => ({
    id,
    content,
    version: versions.get(id) ?? null,
    numbers: numbers?.get(id) ?? {},
    authors: authors?.get(id) ?? [],
    time: times?.get(id) ?? null,
  }));
  if (rows.length === 0) return new Map();
  const isNewRound = step !== 'approved';
  const made = await run<{ id: string; entityId: string }>(
    tx,
    sql`insert into sys_approval (entity, entity_id, round, step, user_id, authors, content, version, numbers, time)
      select ${entity.name}, g.id, coalesce((select max(p.round) from sys_approval p where p.entity = ${entity.name} and p.entity_id = g.id), 0)
        + ${isNewRound ? 1 : 0}::int, ${step}, ${userId}::bigint, array(select jsonb_array_elements_text(g.authors)::bigint), g.content, g.version, g.numbers,
        coalesce(g.time, clock_timestamp())
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id bigint, content jsonb, version int, numbers jsonb, authors jsonb, time timestamptz)
      returning id::text as id, entity_id::text as "entityId"`,
  );
  return new Map(made.map(({ id, entityId }) => [entityId, id]));
}

/** Fixes whom an approval reaches. */
export const sealList = (tx: Tx, approvalId: string, members: Fragment): Promise<unknown> =>
  run(
    tx,
    sql`insert into sys_approval_list (approval_id, kind, ids)
      select ${approvalId}::bigint, m.kind, array_agg(distinct m.id) from (${members}) m (kind, id) group by m.kind`,
  );

/** SQL: whether somebody is among those that an approval reaches; true where it fixed nobody. */
export const isApproved = (approval: Pick<Approval, 'id' | 'listed'> | undefined, kind: Fragment, id: Fragment) =>
  approval !== undefined && approval.listed !== null
    ? sql<boolean>`(${kind}, ${id}) in (select l.kind, x.id from sys_approval_list l, unnest(l.ids) x(id) where l.approval_id = ${approval.id}::bigint)`
    : sql<boolean>`true`;

/** How many a record reaches now, and how many of them are not among those approved. */
export async function countMembers(
  tx: Tx,
  members: Fragment,
  approval?: Pick<Approval, 'id' | 'listed'>,
): Promise<{ readonly all: number; readonly others: number }> {
  const [row] = await run<{ all: number; others: number }>(
    tx,
    sql`select count(*)::int as all, (count(*) filter (where not ${isApproved(approval, sql`m.kind`, sql`m.id`)}))::int as others
      from (select distinct kind, id from (${members}) d (kind, id)) m`,
  );
  return row ?? { all: 0, others: 0 };
}

/** Who wrote a part of records: who made them and changed them since the last approval (`ever`: at any time), and what the entity adds. */
export async function authorsOf(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
  ever = false,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await run<{ id: string; users: string[] }>(
    tx,
    sql`select a.entity_id::text as id, array_agg(a.user_id::text) as users from sys_author a
      where a.entity = ${entity.name} and a.entity_id = any(${rows.map(({ id }) => id)}::bigint[]) and (${ever}::boolean or a.time > coalesce(
        (select max(p.time) from sys_approval p where p.entity = a.entity and p.entity_id = a.entity_id and p.step = 'approved'), '-infinity'))
      group by a.entity_id`,
  );
  const changed = new Map(found.map(({ id, users }) => [id, users]));
  // A step of another person alone is no review: a change request is fixed as it is made.
  const more = await reviewRules(entity.name)?.authors?.(tx, rows);
  return new Map(
    rows.map(({ id, createBy, submitterId }) => {
      const own = [createBy, submitterId].filter((one) => typeof one === 'string');
      return [id, [...new Set([...own, ...(changed.get(id) ?? []), ...(more?.get(id) ?? [])])]];
    }),
  );
}

/** Everybody who ever wrote a part of other records, which reviewed ones bring. */
export async function writersOf(
  tx: Tx,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await run<{ id: string; users: string[] }>(
    tx,
    sql`select entity_id::text as id, array_agg(user_id::text) as users from sys_author
      where entity = ${entity} and entity_id = any(${[...new Set(ids)]}::bigint[]) group by entity_id`,
  );
  return new Map(rows.map(({ id, users }) => [id, users]));
}

/** Notes who changed what reviewed records bring, where no trigger of its table does: who has a tag. */
export const noteAuthor = (tx: Tx, entity: string, id: string, userId: string): Promise<unknown> =>
  run(
    tx,
    sql`insert into sys_author (entity, entity_id, user_id) values (${entity}, ${id}::bigint, ${userId}::bigint)
      on conflict (entity, entity_id, user_id) do update set time = excluded.time`,
  );

/** Canonical text of a value: the same for equal values whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** A value as JSON keeps it. */
export const asKept = (value: unknown): unknown => ownJson(JSON.stringify(value ?? null));
