import { codes, type Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { simFreeBatch } from '@wheelhouse/entities/sim/sim-operation';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import { todayDigits } from '../../db/wall-clock.ts';
import { notifyStaff } from '../messages/service.ts';
import { AppError } from '../../http/errors.ts';
import { isPlanned, judge, type JudgedCard, type OpType } from './judge.ts';
import { keepRequests } from './review.ts';
import { withdrawOperations } from './withdraw.ts';

const { toApprove, waiting, withdrawn } = machines['SM-SimOperation'].states;
/** Wakes the workers. */
export const simTopic = 'sim.operation';

export interface Request {
  readonly opType: OpType;
  readonly source: Code<'SimOpSource'>;
  /** D:SimStopReason. */
  readonly reasonCode: string;
  /** Of a change of package (D:SimPackage). */
  readonly packageCode?: string;
  readonly remark: string;
  /** When it is to be done; null: now. */
  readonly planTime: Date | null;
  /** null: the platform itself. */
  readonly userId: string | null;
}

/**
 * What people asked for waits for another person when it cannot be taken back, or concerns many cards: together with what the same person has
 * asked for within a day, so that many small requests are no way round.
 */
export async function needsApproval(
  tx: Tx,
  { opType, source, userId }: Pick<Request, 'opType' | 'source' | 'userId'>,
  cards: number,
): Promise<boolean> {
  if (source !== codes.SimOpSource.manual) return false;
  if (cards > simFreeBatch || opType === codes.SimOpType.cancel) return true;
  // Two requests of one person at the same moment count each other.
  await sql`select pg_advisory_xact_lock(hashtext('sim_free'), hashtext(${userId}))`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sim_operation where create_by = ${userId}::bigint and source = ${source} and auditor_id is null and not deleted
      and create_time > now() - interval '1 day' and status not in (${toApprove}, ${withdrawn})`.execute(tx);
  return (rows[0]?.n ?? 0) + cards > simFreeBatch;
}

/** Why cards may not have what is asked for, by their ids: what waits for another person lets what is planned stand. */
export async function judgeRequest(
  tx: Tx,
  cards: readonly JudgedCard[],
  request: Pick<Request, 'opType' | 'source' | 'userId' | 'planTime'>,
): Promise<ReadonlyMap<string, AppError>> {
  const refusals = await judge(tx, cards, request.opType, request.planTime);
  const accepted = cards.filter(({ id }) => !refusals.has(id));
  const planned = accepted.filter(({ pendingLater }) => pendingLater);
  if (planned.length === 0 || !(await needsApproval(tx, request, accepted.length))) return refusals;
  return new Map([...refusals, ...planned.map(({ id }) => [id, new AppError(4007)] as const)]);
}

/** What was planned for these cards is not done: an operation at once takes its place, and whoever had planned it hears so. */
async function giveWay(tx: Tx, cards: readonly JudgedCard[]): Promise<void> {
  const ids = cards.filter(({ pendingLater }) => pendingLater).map(({ id }) => id);
  if (ids.length === 0) return;
  const gone = await withdrawOperations(tx, sql`o.sim_id = any(${ids}::bigint[]) and ${isPlanned('o')}`);
  for (const [batchNo, some] of Map.groupBy(gone, (row) => row.batchNo)) {
    const userIds = [...new Set(some.flatMap(({ createBy }) => (createBy === null ? [] : [createBy])))];
    await notifyStaff(tx, {
      level: 2,
      title: { zh: '计划的停复机已撤销', en: 'Planned SIM operations withdrawn' },
      body: {
        zh: `批次${batchNo}，${some.length}张卡：已改为立即执行其他操作`,
        en: `Batch ${batchNo}, ${some.length} cards: another operation was asked for at once`,
      },
      path: `/simManage/stopResume?batchNo.eq=${batchNo}`,
      userIds,
    });
  }
}

/** Writes one operation a card, which was locked and may have it. @returns the number of the batch @throws AppError 4007 */
export async function writeOperations(tx: Tx, cards: readonly JudgedCard[], request: Request): Promise<string> {
  const { opType, source, reasonCode, packageCode = null, remark, planTime, userId } = request;
  const state = (await needsApproval(tx, request, cards.length)) ? toApprove : waiting;
  const next = planTime ?? new Date();
  if (state === waiting) await giveWay(tx, cards);
  else if (cards.some(({ pendingLater }) => pendingLater)) throw new AppError(4007);
  const { rows } = await sql<{ id: string; batchNo: string }>`
    with batch as (select 'SB' || ${todayDigits} || lpad(nextval('seq_sim_batch')::text, 6, '0') as no),
    made as (
      insert into sim_operation (op_no, batch_no, sim_id, vin, op_type, source, reason_code, package_code, remark, status, plan_time, retry_count, attempts, next_time, create_by, update_by)
      select 'SO' || ${todayDigits} || lpad(nextval('seq_sim_operation')::text, 6, '0'), batch.no, c.id, c.vin, ${opType}::smallint, ${source}::smallint, ${reasonCode}::text,
        ${packageCode}::text, ${remark}::text, ${state}::smallint, ${planTime}::timestamptz, 0, 0, ${next}::timestamptz, ${userId}::bigint, ${userId}::bigint
      from batch, unnest(${cards.map(({ id }) => id)}::bigint[], ${cards.map(({ vin }) => vin)}::text[]) as c (id, vin)
      returning id::text as id, batch_no)
    select id, batch_no from made`.execute(tx);
  const batchNo = rows[0]?.batchNo ?? '';
  if (state === waiting) await notifyLive(tx, simTopic, {});
  else {
    await keepRequests(
      tx,
      rows.map(({ id }) => id),
      userId,
    );
    await notifyStaff(tx, {
      level: 2,
      title: { zh: '停复机待审批', en: 'SIM requests to approve' },
      body: { zh: `批次${batchNo}，${cards.length}张卡`, en: `Batch ${batchNo}, ${cards.length} cards` },
      path: `/simManage/stopResume?batchNo.eq=${batchNo}`,
      functionCode: 'stopResume.audit',
    });
  }
  return batchNo;
}
