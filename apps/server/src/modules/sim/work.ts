import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import {
  carrierOf,
  CarrierRefused,
  type CarrierAdapter,
  type CarrierCard,
  type CarrierOrder,
} from '../../adapters/carrier/index.ts';
import { withTransaction } from '../../db/pool.ts';
import { notApproved } from '../../entity/approval/compare.ts';
import { rowsById } from '../../entity/read.ts';
import { rawFields } from '../../entity/write-fields.ts';
import { limiter } from '../../limiter.ts';
import type { App } from '../../http/context.ts';
import { startRounds } from '../../work/rounds.ts';
import { fail, succeed } from './finish.ts';
import type { Due, WorkApp } from './due.ts';
import { changes, judgeAgain, targetOf } from './judge.ts';
import { logMove } from './log-move.ts';
import { simOperation } from './review.ts';
import { simTopic } from './submit.ts';

const { states } = machines['SM-SimOperation'];
/** A process that dies while it asks gives the operation back after this. */
const leaseSec = 90;
/** Seconds until a carrier whose interface failed is asked again; after the last one the operation has failed. */
const retryAfter = [5, 30, 120] as const;
/** Seconds between questions about an order that the carrier has taken, by the time since; then it has failed. */
const askAfter = [1, 2, 3, 5, 10, 30, 60, 120, 300] as const;
const patienceSec = 600;
const atOnce = 40;
const parallel = 4;
const [busyMs, idleMs] = [500, 5_000];

/** What follows from an answer of the carrier. */
type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'again'; readonly afterSec: number; readonly attempts?: number; readonly sent?: boolean };

/** Takes due operations with a lease, which makes them "running": other processes skip them until it ends. */
async function claim({ db }: WorkApp): Promise<readonly Due[]> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<Due>`
      with due as (
        select id, status as was from sim_operation
        where status in (${states.waiting}, ${states.running}) and next_time <= now() and not deleted order by next_time limit ${atOnce} for update skip locked),
      mine as (
        update sim_operation o set status = ${states.running}, next_time = now() + make_interval(secs => ${leaseSec}), rev = rev + 1, update_time = now()
        from due where o.id = due.id
        returning o.id, o.op_no, o.sim_id, o.op_type, o.source, o.reason_code, o.package_code, o.retry_count, o.attempts, o.sent_time, due.was)
      select mine.id::text as id, mine.op_no, mine.sim_id::text as sim_id, s.iccid, s.carrier::int as carrier, mine.op_type::int as op_type, mine.source::int as source, mine.reason_code,
        mine.package_code, mine.retry_count, mine.attempts, extract(epoch from now() - mine.sent_time)::float8 as sent_for, mine.was = ${states.waiting} as fresh
      from mine join sim_card s on s.id = mine.sim_id`.execute(tx);
    for (const { id, fresh } of rows)
      if (fresh) await logMove(tx, 'simOperation', id, 'run', { status: states.running });
    const fresh = rows.filter((due) => due.fresh);
    const { refusals } = await judgeAgain(tx, fresh);
    const asked = await rowsById(
      tx,
      simOperation,
      fresh.map(({ id }) => id),
      rawFields(simOperation),
    );
    const changed = await notApproved(tx, simOperation, asked);
    return rows.map((due) => ({ ...due, refusal: refusals.get(due.id) ?? changed.get(due.id)?.refusal }));
  });
}

async function postpone({ db }: WorkApp, { id }: Due, step: Extract<Step, { kind: 'again' }>): Promise<void> {
  await sql`
    update sim_operation set next_time = now() + make_interval(secs => ${step.afterSec}::float8), attempts = ${step.attempts ?? 0},
      sent_time = case when ${step.sent === true} then coalesce(sent_time, now()) else sent_time end
    where id = ${id} and status = ${states.running}`.execute(db);
}

/** Waiting for a carrier that has taken the order. */
function wait(sentFor: number): Step {
  if (sentFor > patienceSec)
    return { kind: 'failed', code: '4090', message: '运营商超时未完成 / Not done in time by the carrier' };
  const next = askAfter.find((after) => after > sentFor) ?? patienceSec;
  return { kind: 'again', afterSec: Math.max(1, next - sentFor) };
}

const orderOf = ({ opNo, retryCount, iccid, opType, packageCode }: Due): CarrierOrder => {
  const named = { key: `${opNo}.${retryCount}`, iccid };
  return opType === codes.SimOpType.changePackage
    ? { ...named, change: 'package', packageCode: packageCode ?? '' }
    : { ...named, change: changes[opType] };
};

const isDone = (card: CarrierCard, { opType, packageCode }: Due): boolean =>
  opType === codes.SimOpType.changePackage ? card.packageCode === packageCode : card.state === targetOf[opType];

/**
 * The next step of an operation. The card is read first, and only its state ends an operation well: an order whose answer was lost is not
 * given again, and what the carrier says about an order is believed only where it refuses.
 */
async function advance(carrier: CarrierAdapter, due: Due): Promise<Step> {
  const { iccid, sentFor } = due;
  const card = await carrier.card(iccid);
  if (card === undefined) return { kind: 'failed', code: 'NO_CARD', message: '运营商无此卡 / Unknown to the carrier' };
  if (isDone(card, due)) return { kind: 'done' };
  const order = orderOf(due);
  if (sentFor !== null) {
    const outcome = await carrier.outcome(order);
    if (outcome.state === 'refused') return { kind: 'failed', code: outcome.code, message: outcome.message };
    if (outcome.state !== 'unknown') return wait(sentFor);
  }
  await carrier.order(order);
  return { kind: 'again', afterSec: askAfter[0], sent: true };
}

/** A carrier that cannot be asked now is asked again later; one that refuses ends the operation. */
function afterRefusal({ attempts }: Due, refused: CarrierRefused): Step {
  if (refused.permanent) return { kind: 'failed', code: refused.code, message: refused.message };
  const wanted = refused.retryAfterSec ?? 0;
  if (!refused.tried) return { kind: 'again', afterSec: Math.max(1, wanted), attempts };
  const next = retryAfter[attempts];
  if (next === undefined) return { kind: 'failed', code: '4090', message: refused.message };
  return { kind: 'again', afterSec: Math.max(next, wanted), attempts: attempts + 1 };
}

async function deal(app: WorkApp, due: Due): Promise<void> {
  const { refusal } = due;
  if (refusal !== undefined)
    return fail(app, due, String(refusal.code), `${refusal.textIn('zh')} / ${refusal.textIn('en')}`);
  let step: Step;
  try {
    step = await advance(await carrierOf(app, due.carrier), due);
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error;
    step = afterRefusal(due, error);
  }
  if (step.kind === 'done') await succeed(app, due);
  else if (step.kind === 'failed') await fail(app, due, step.code, step.message);
  else await postpone(app, due, step);
}

/**
 * Does what is due, once. @returns how many operations it dealt with
 * @for a change that another system makes later: a row with a machine, written with the request; a worker takes it with a lease, reads the other side
 * first and ends it only by what that side then says
 */
export async function workDue(app: WorkApp): Promise<number> {
  const due = await claim(app);
  const turn = limiter(parallel);
  await Promise.all(
    due.map((one) =>
      turn(() =>
        deal(app, one).catch((error: unknown) => app.log.warn({ err: error, opNo: one.opNo }, 'a SIM operation waits')),
      ),
    ),
  );
  return due.length;
}

/** Carries out what was asked of the carriers, in every process with the role `worker`. */
export const startSimWork = (app: App) =>
  startRounds(
    app,
    { name: 'sim.operations', failure: 'SIM operations could not be carried out', topic: simTopic },
    async () => ((await workDue(app)) > 0 ? busyMs : idleMs),
  );
