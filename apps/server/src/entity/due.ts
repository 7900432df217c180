import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { transitionOf } from '@wheelhouse/entities/transitions';
import { sql } from 'kysely';
import { withTransaction, type Db, type Tx } from '../db/pool.ts';
import type { App } from '../http/context.ts';
import { notApproved } from './approval/compare.ts';
import { reviewRules } from './approval/rules.ts';
import { sendBack } from './approval/steps.ts';
import { keepPublished } from './publishable/keep.ts';
import { rowsById } from './read.ts';
import { run } from './run.ts';
import type { Fragment } from './scope.ts';
import { snake } from './storage.ts';
import { assignments } from './store.ts';
import { rawFields } from './write-fields.ts';

interface Due {
  readonly entity: EntityDef;
  /** State field whose machine has the transition. */
  readonly field?: string;
  /** Transition of the machine that the system makes. */
  readonly action: string;
  /** Which records are due, over the alias `t`. */
  readonly when: Fragment;
  /** What follows from it, in the transaction of the record. @returns values to store besides */
  readonly effect?: (tx: Tx, id: string) => Promise<Row>;
}

/** A move of a record along its machine, and what follows from it. */
export type Move = Omit<Due, 'when'>;

/** What moves records. */
export type Mover = Pick<App, 'db' | 'secrets' | 'log'>;

interface DueRow extends Row {
  readonly id: string;
  readonly state: number;
}

/** Logs a move as the system's. */
async function logMove(
  tx: Tx,
  { name }: EntityDef,
  id: string,
  action: string,
  before: Row,
  after: Row,
): Promise<void> {
  await run(
    tx,
    sql`insert into sys_operation_log (username, action, entity, entity_id, before, after)
      values ('system', ${action}, ${name}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`,
  );
}

function stepsOf({ entity, field = 'status', action }: Move) {
  const machine = entity.machines?.[field];
  if (machine === undefined) throw new Error(`${entity.name}.${field} has no machine`);
  return { ...transitionOf(machine, action), field, column: sql.raw(snake(field)) };
}

/** SQL: the row of an alias is in a state that it may be moved from. */
export function mayMove(move: Move, alias: string): Fragment {
  const { from, column } = stepsOf(move);
  const t = sql.raw(alias);
  return sql`(${t}.${column} = any(${[...from]}::smallint[]) and not ${t}.deleted)`;
}

/** The statements of a step of a machine: what is due next, locked, and its move. */
function stepOf({ secrets }: Pick<Mover, 'secrets'>, due: Due) {
  const { entity, action, when, effect } = due;
  const { to, executes, field, column } = stepsOf(due);
  const table = sql.raw(entity.table);
  return {
    /** `waits`: for whoever changes it; else a record that somebody changes is left out. */
    async next(tx: Tx, after: string, waits = false): Promise<DueRow | undefined> {
      const [row] = await run<DueRow>(
        tx,
        sql`select t.id::text as id, t.${column} as state from ${table} t
          where ${mayMove(due, 't')} and t.id > ${after} and ${when} order by t.id limit 1 for update ${sql.raw(waits ? '' : 'skip locked')}`,
      );
      return row;
    },
    /** What is not as it was approved goes back to review instead. @returns whether it may be moved */
    async isApproved(tx: Tx, { id, state }: DueRow): Promise<boolean> {
      if (executes !== true) return true;
      const [row] = await rowsById(tx, entity, [id], rawFields(entity));
      const refusal = row && (await notApproved(tx, entity, [row])).get(id)?.refusal;
      if (row === undefined || refusal === undefined) return true;
      const why = { zh: refusal.textIn('zh'), en: refusal.textIn('en') };
      const way = await sendBack(tx, entity, row, null);
      if (way === undefined) throw refusal;
      await logMove(tx, entity, id, way.action, { [field]: state }, { [field]: way.to, '@reason': why.zh });
      await reviewRules(entity.name)?.returned?.(tx, row, why);
      return false;
    },
    async move(tx: Tx, { id, state }: DueRow): Promise<void> {
      const more = assignments(entity, (await effect?.(tx, id)) ?? {}, secrets);
      const sets = [sql`${column} = ${to}`, ...more.map((one) => sql`${sql.raw(one.column)} = ${one.value}`)];
      await run(
        tx,
        sql`update ${table} set rev = rev + 1, update_by = null, update_time = now(), ${sql.join(sets)} where id = ${id}`,
      );
      if (executes === true) await keepPublished(tx, entity, [id], null);
      await logMove(tx, entity, id, action, { [field]: state }, { [field]: to });
    },
  };
}

/** A record that failed is left alone for a while (ms), and for ten times as long as it took, so that most of the time is for others. */
const leftMs = 5_000;
const leftTimes = 10;

/** Until when records are left alone, by entity, action and id. */
const leftAlone = new WeakMap<Db, Map<string, number>>();

/**
 * Moves every record that is due along its machine, each in a transaction of its own, and logs it as the system's. Safe beside other
 * processes, and to be cut off. A record that fails keeps no other from moving: it is reported, and tried again in a later round.
 * @returns how many it moved
 * @for a schedule: `f.instant({ ahead: 5, step: 5 })`, the rule `period(begins, ends, { days })`, and this in a job or service:
 * `messages/broadcast.ts`, `marketing/ads/jobs.ts`
 */
export async function moveDue(app: Mover, due: Due): Promise<number> {
  const { db, log } = app;
  const step = stepOf(app, due);
  const left = leftAlone.get(db) ?? new Map<string, number>();
  leftAlone.set(db, left);
  const keyOf = (id: string): string => `${due.entity.name} ${due.action} ${id}`;
  let moved = 0;
  const moveNext = async (after: string): Promise<string | undefined> => {
    const begun = performance.now();
    let found: string | undefined;
    try {
      const isMoved = await withTransaction(db, async (tx) => {
        const row = await step.next(tx, after);
        found = row?.id;
        if (row === undefined || (left.get(keyOf(row.id)) ?? 0) > begun) return false;
        const isApproved = await step.isApproved(tx, row);
        if (isApproved) await step.move(tx, row);
        left.delete(keyOf(row.id));
        return isApproved;
      });
      if (isMoved) moved++;
    } catch (error) {
      if (found === undefined) throw error;
      const now = performance.now();
      left.set(keyOf(found), now + Math.max(leftMs, leftTimes * (now - begun)));
      log.error({ err: error, entity: due.entity.name, action: due.action, id: found }, 'what is due was not moved');
    }
    return found;
  };
  for (let after: string | undefined = '0'; after !== undefined;) after = await moveNext(after);
  return moved;
}

/**
 * Moves one record along its machine as the system, in the transaction of what makes it move; what its state does not allow does not happen.
 * @returns whether it has moved
 */
export async function moveNow(tx: Tx, app: Pick<Mover, 'secrets'>, id: string, due: Move): Promise<boolean> {
  const step = stepOf(app, { ...due, when: sql`t.id = ${id}` });
  const row = await step.next(tx, '0', true);
  if (row === undefined || !(await step.isApproved(tx, row))) return false;
  await step.move(tx, row);
  return true;
}
