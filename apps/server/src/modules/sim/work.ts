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
import type { AppError } from '../../http/errors.ts';
import { each, type Outcome } from '../../work/define.ts';
import { NotDone } from '../../work/failure.ts';
import { defineWork } from '../../work/work.ts';
import { fail, succeed } from './finish.ts';
import type { Due, WorkApp } from './due.ts';
import { changes, judgeAgain, targetOf } from './judge.ts';
import { keepUnknown } from './keep-cards.ts';
import { logMove } from './log-move.ts';
import { simOperation } from './review.ts';
import { simTopic } from './submit.ts';

const { states } = machines['SM-SimOperation'];
/** Seconds until a carrier whose interface failed is asked again; after the last one the operation has failed. */
const retryAfter = [5, 30, 120] as const;
/** Seconds between questions about an order that the carrier has taken, by the time since; then it has failed. */
const askAfter = [1, 2, 3, 5, 10, 30, 60, 120, 300] as const;
const patienceSec = 600;
const noCard = 'NO_CARD';

/** What follows from an answer of the carrier. */
type Step =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'again'; readonly afterSec: number; readonly sent?: boolean };

/** Begins an operation that was waiting, if it still is. @returns why it may no longer be done */
async function begin({ db }: WorkApp, due: Due): Promise<AppError | 'over' | undefined> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql`
      update sim_operation set status = ${states.running}, rev = rev + 1, update_time = now() where id = ${due.id} and status = ${states.waiting} returning 1`.execute(
      tx,
    );
    if (rows.length === 0) return 'over';
    await logMove(tx, 'simOperation', due.id, 'run', { status: states.running });
    const { refusals } = await judgeAgain(tx, [due]);
    const changed = await notApproved(
      tx,
      simOperation,
      await rowsById(tx, simOperation, [due.id], rawFields(simOperation)),
    );
    return refusals.get(due.id) ?? changed.get(due.id)?.refusal;
  });
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
  if (card === undefined) return { kind: 'failed', code: noCard, message: '运营商无此卡 / Unknown to the carrier' };
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

/** A carrier that refuses ends the operation, also one that could not be asked for too long. @throws NotDone: it is asked again later */
function afterRefusal({ attempts }: Due, { permanent, tried, code, message, retryAfterSec = 0 }: CarrierRefused): Step {
  if (permanent) return { kind: 'failed', code, message };
  if (!tried) throw new NotDone(code, '', { tried, afterSec: Math.max(1, retryAfterSec) });
  if (attempts >= retryAfter.length) return { kind: 'failed', code: '4090', message };
  throw new NotDone(code, '', { afterSec: retryAfterSec });
}

/** The next step of an operation that is under way. @throws NotDone */
async function ask(app: WorkApp, due: Due): Promise<Step> {
  try {
    return await advance(await carrierOf(app, due.carrier), due);
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error;
    return afterRefusal(due, error);
  }
}

async function deal(app: WorkApp, due: Due): Promise<Outcome> {
  const refusal = due.fresh ? await begin(app, due) : undefined;
  if (refusal === 'over') return 'done';
  if (refusal !== undefined) {
    await fail(app, due, String(refusal.code), `${refusal.textIn('zh')} / ${refusal.textIn('en')}`);
    return 'done';
  }
  const step = await ask(app, due);
  if (step.kind === 'failed' && step.code === noCard) await withTransaction(app.db, (tx) => keepUnknown(tx, due.simId));
  if (step.kind === 'done') await succeed(app, due);
  else if (step.kind === 'failed') await fail(app, due, step.code, step.message);
  else {
    if (step.sent === true)
      await sql`update sim_operation set sent_time = coalesce(sent_time, now()) where id = ${due.id} and status = ${states.running}`.execute(
        app.db,
      );
    return { againSec: step.afterSec };
  }
  return 'done';
}

/**
 * Carries out what was asked of the carriers.
 * @for a change that another system makes later: a row with a machine, written with the request; a work reads the other side first and ends it only by
 * what that side then says
 */
export const simOperations = defineWork<Due>({
  name: 'sim.operations',
  label: { zh: 'SIM卡操作', en: 'SIM operations' },
  table: 'sim_operation',
  key: { id: 'bigint' },
  only: `t.status in (${states.waiting}, ${states.running}) and not t.deleted`,
  select: `t.id::text as id, t.op_no, t.sim_id::text as sim_id, s.iccid, s.carrier::int as carrier, t.op_type::int as op_type, t.source::int as source,
    t.reason_code, t.package_code, t.retry_count, extract(epoch from now() - t.sent_time)::float8 as sent_for, t.status = ${states.waiting} as fresh`,
  join: 'join sim_card s on s.id = t.sim_id',
  lease: 90,
  backoff: retryAfter,
  atOnce: 40,
  done: 'rest',
  topic: simTopic,
  promise: 'atLeastOnce',
  step: each(4, deal),
});
