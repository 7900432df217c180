import type { ActionDef, EntityDef } from '@wheelhouse/entities/define';
import { ownWorkCode, transitionOf } from '@wheelhouse/entities/transitions';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/errors.ts';
import { rowsById, type WireRow } from '../read.ts';
import { run } from '../run.ts';
import { snake } from '../storage.ts';
import { rawFields } from '../write-fields.ts';
import { changedRefusal, compare, differences, notApproved } from './compare.ts';
import {
  authorsOf,
  contentsOf,
  countMembers,
  latestSteps,
  ownContent,
  seal,
  sealList,
  standingApproval,
} from './keep.ts';
import { machineReview, reviewRules, rulesOf } from './rules.ts';

// What the engine does about reviews at its own steps: actions, what is due, edits.

type Numbers = ReadonlyMap<string, Readonly<Record<string, number>>>;

/** How many each record reaches. */
async function reached(tx: Tx, entity: EntityDef, rows: readonly WireRow[]): Promise<Numbers> {
  const { list } = rulesOf(entity);
  const numbers = new Map<string, Readonly<Record<string, number>>>();
  if (list === undefined) return numbers;
  for (const row of rows) {
    const members = await list.members(tx, row);
    if (members === undefined) continue;
    const count = () => countMembers(tx, members);
    numbers.set(row.id, { list: (await (list.within?.(tx, count) ?? count())).all });
  }
  return numbers;
}

/** Fixes whom records reach. */
async function fixLists(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
  approvals: ReadonlyMap<string, string>,
): Promise<void> {
  const { list } = rulesOf(entity);
  if (list === undefined) return;
  for (const row of rows) {
    const id = approvals.get(row.id);
    const members = id === undefined ? undefined : await list.members(tx, row);
    if (id === undefined || members === undefined) continue;
    const fix = () => sealList(tx, id, members);
    await (list.within?.(tx, fix) ?? fix());
  }
}

/**
 * Keeps what records say as they are handed in: what the reviewer is shown.
 * @for a review that moves no state: with `notSubmitted` and `sealApproved` in the handlers: `repairs/review.ts`
 */
export async function sealSubmitted(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
  userId: string | null,
): Promise<void> {
  const contents = await contentsOf(tx, entity, rows);
  await seal(tx, entity, { step: 'submitted', userId, contents, numbers: await reached(tx, entity, rows) });
}

/** Keeps what records say that need no second person, and fixes whom they reach. */
async function sealWaived(tx: Tx, entity: EntityDef, rows: readonly WireRow[], userId: string): Promise<void> {
  const contents = await contentsOf(tx, entity, rows);
  await fixLists(tx, entity, rows, await seal(tx, entity, { step: 'waived', userId, contents }));
}

/** Keeps what a second person approves, to the letter what was handed in, and fixes whom it reaches. */
export async function sealApproved(tx: Tx, entity: EntityDef, rows: readonly WireRow[], userId: string): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const submitted = await latestSteps(tx, entity, ids);
  const now = await contentsOf(tx, entity, rows);
  const contents = new Map(ids.map((id) => [id, submitted.get(id)?.content ?? now.get(id) ?? {}]));
  const authors = await authorsOf(tx, entity, rows);
  await fixLists(tx, entity, rows, await seal(tx, entity, { step: 'approved', userId, contents, authors }));
}

/**
 * Why records may not be decided about: 1024 they were changed since they were handed in, 1025 nobody knows what was handed in. Those that may are
 * not in it.
 */
export async function notSubmitted(
  tx: Tx,
  entity: EntityDef,
  rows: readonly WireRow[],
): Promise<ReadonlyMap<string, AppError>> {
  const compared = await compare(tx, entity, rows, ['submitted', 'approved', 'waived']);
  return new Map(
    [...compared].flatMap(([id, { approval, changes }]): [string, AppError][] => {
      if (approval?.step !== 'submitted') return [[id, new AppError(1025)]];
      return changes.length > 0 ? [[id, changedRefusal(changes, 1024)]] : [];
    }),
  );
}

interface Refusals {
  readonly refusals: ReadonlyMap<string, AppError>;
  /** Records that are not what was approved. */
  readonly changed: ReadonlySet<string>;
}

/** Why rows may not make a step: whoever wrote a part of one would decide about it, or it is not what was handed in or approved. */
export async function reviewRefusals(
  tx: Tx,
  entity: EntityDef,
  { transition }: Pick<ActionDef, 'transition'>,
  rows: readonly WireRow[],
  userId: string,
): Promise<Refusals> {
  const refusals = new Map<string, AppError>();
  const changed = new Set<string>();
  if (transition === undefined || rows.length === 0) return { refusals, changed };
  if (transition.by === 'another') {
    const authors = await authorsOf(tx, entity, rows, transition.executes === true);
    for (const { id } of rows)
      if (authors.get(id)?.includes(userId) === true) refusals.set(id, new AppError(ownWorkCode({ transition })));
  }
  const left = rows.filter(({ id }) => !refusals.has(id));
  if (transition.review === 'approve')
    for (const [id, refusal] of await notSubmitted(tx, entity, left)) refusals.set(id, refusal);
  if (transition.executes === true)
    for (const [id, { refusal }] of await notApproved(tx, entity, left)) {
      refusals.set(id, refusal);
      changed.add(id);
    }
  return { refusals, changed };
}

/** Keeps the step of a review that rows have just made. */
export async function keepStep(
  tx: Tx,
  entity: EntityDef,
  { transition }: Pick<ActionDef, 'transition'>,
  ids: readonly string[],
  userId: string,
): Promise<void> {
  if (transition?.review === undefined || ids.length === 0) return;
  const { review, field, to } = transition;
  const rows = await rowsById(tx, entity, ids, rawFields(entity));
  if (review === 'approve') return sealApproved(tx, entity, rows, userId);
  // A handler lets some of what is handed in go without a second person.
  const isWaived = (row: WireRow): boolean => review === 'waive' || Number(row[field]) !== to;
  await sealWaived(tx, entity, rows.filter(isWaived), userId);
  return sealSubmitted(
    tx,
    entity,
    rows.filter((row) => !isWaived(row)),
    userId,
  );
}

/** Where a record goes back to that is not what was approved. */
interface WayBack {
  readonly field: string;
  readonly action: string;
  readonly to: number;
  /** It is handed in again by that. */
  readonly submits: boolean;
}

/** Undefined where the machine leads no way back from the record's state: the step is refused, and it stays. */
function wayBack(entity: EntityDef, row: WireRow): WayBack | undefined {
  const found = machineReview(entity);
  const action = found?.review.back;
  const machine = found && entity.machines?.[found.field];
  if (found === undefined || action === undefined || !machine) return undefined;
  const { from, to, review } = transitionOf(machine, action);
  if (!from.includes(Number(row[found.field]))) return undefined;
  return { field: found.field, action, to, submits: review === 'submit' };
}

/** Sends a record back to where it is handed in again. @returns the move that it made, if its machine has one */
export async function sendBack(
  tx: Tx,
  entity: EntityDef,
  row: WireRow,
  userId: string | null,
): Promise<WayBack | undefined> {
  const way = wayBack(entity, row);
  if (way === undefined) return undefined;
  const submitted = sql`, submitter_id = coalesce(${userId}::bigint, submitter_id), submit_time = now(), auditor_id = null, audit_time = null, audit_remark = null`;
  await run(
    tx,
    sql`update ${sql.raw(entity.table)} set ${sql.raw(snake(way.field))} = ${way.to}, rev = rev + 1, update_by = ${userId}, update_time = now()${way.submits ? submitted : sql``}
      where id = ${row.id}`,
  );
  if (way.submits) await sealSubmitted(tx, entity, await rowsById(tx, entity, [row.id], rawFields(entity)), userId);
  return way;
}

/** Whether a second person may approve a record in its present state, in which it then stays. */
function mayWait(entity: EntityDef, row: WireRow): boolean {
  return Object.values(entity.actions ?? {}).some(({ transition, from = {} }) => {
    if (transition?.review !== 'approve') return false;
    const state = Number(row[transition.field]);
    return transition.to === state && from[transition.field]?.map(Number).includes(state) === true;
  });
}

/** Of what was approved before contents were kept, nothing is known but how it stood before the edit. */
async function differsFromApproved(tx: Tx, entity: EntityDef, old: WireRow, row: WireRow): Promise<boolean> {
  const approval = await standingApproval(tx, entity, row.id);
  if (approval?.content !== null) return (await notApproved(tx, entity, [row])).size > 0;
  return differences(entity, ownContent(entity, old), ownContent(entity, row), row).length > 0;
}

/**
 * After the edit of a record that was approved: where it is not what was approved any more, it goes back to review, or waits where it is for a
 * second person. @returns the row as it is then
 */
export async function afterEdit(
  tx: Tx,
  entity: EntityDef,
  old: WireRow,
  row: WireRow,
  userId: string,
): Promise<WireRow> {
  const pending = reviewRules(entity.name)?.pending;
  const isApproved = wayBack(entity, row) !== undefined;
  if (!isApproved && (pending === undefined || !mayWait(entity, row))) return row;
  const isChanged = await differsFromApproved(tx, entity, old, row);
  if (isApproved) {
    if (!isChanged) return row;
    await sendBack(tx, entity, row, userId);
  } else if (pending !== undefined) {
    if (isChanged) await sealSubmitted(tx, entity, [row], userId);
    if (Number(row[pending]) === Number(isChanged)) return row;
    await run(
      tx,
      sql`update ${sql.raw(entity.table)} set ${sql.raw(snake(pending))} = ${Number(isChanged)}, rev = rev + 1 where id = ${row.id}`,
    );
  }
  const [after = row] = await rowsById(tx, entity, [row.id], rawFields(entity));
  if (isChanged) await reviewRules(entity.name)?.waits?.(tx, after);
  return after;
}
