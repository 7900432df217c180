import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { packageOf } from '@wheelhouse/entities/sim/package';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { notifyStaff } from '../messages/service.ts';
import { changes, targetOf } from './judge.ts';
import { logMove } from './log-move.ts';
import { resumeIfOperating } from './vehicle-stop.ts';
import type { Due, WorkApp } from './due.ts';

// How an operation ends, and who is told.

const { states } = machines['SM-SimOperation'];
const { active, suspended, cancelled } = machines['SM-Sim'].states;
const { suspend, changePackage } = codes.SimOpType;
/** Of the administrators of SIM cards, who are told what the platform has asked for by itself. */
export const simRole = 'sim';

interface Batch {
  readonly userId: string | null;
  readonly open: number;
  readonly done: number;
  readonly failed: number;
}

/** The last operation of a batch that ends tells whoever asked for it; what the platform asked for goes to the administrators of SIM cards. */
async function tellOfBatch(tx: Tx, id: string): Promise<void> {
  const { rows } = await sql<{ batchNo: string }>`select batch_no from sim_operation where id = ${id}`.execute(tx);
  const batchNo = rows[0]?.batchNo ?? '';
  // Two that end at once end one after the other, so that one of them is the last.
  await sql`select pg_advisory_xact_lock(hashtext('sim_batch'), hashtext(${batchNo}))`.execute(tx);
  const found = await sql<Batch>`
    select max(create_by)::text as user_id, count(*) filter (where status in (${states.toApprove}, ${states.waiting}, ${states.running}))::int as open,
      count(*) filter (where status = ${states.succeeded})::int as done, count(*) filter (where status = ${states.failed})::int as failed
    from sim_operation where batch_no = ${batchNo} and not deleted`.execute(tx);
  const [batch] = found.rows;
  if (batch === undefined || batch.open > 0) return;
  const { userId, done, failed } = batch;
  await notifyStaff(tx, {
    level: failed > 0 ? 3 : 1,
    title:
      failed > 0
        ? { zh: '停复机有失败', en: 'SIM operations failed' }
        : { zh: '停复机已完成', en: 'SIM operations done' },
    body: {
      zh: `批次${batchNo}：成功${done}张，失败${failed}张`,
      en: `Batch ${batchNo}: ${done} succeeded, ${failed} failed`,
    },
    path: `/simManage/stopResume?batchNo.eq=${batchNo}`,
    ...(userId === null ? { roleCodes: [simRole] } : { userIds: [userId] }),
  });
}

/** What the carrier has confirmed is written on the card. */
async function keepOutcome(tx: Tx, { simId, opType, reasonCode, packageCode }: Due): Promise<void> {
  if (opType === changePackage) {
    const volume = packageOf(packageCode ?? '');
    await sql`
      update sim_card set package_code = ${packageCode}, package_mb = coalesce(${volume?.packageMb ?? null}::int, package_mb),
        package_cycle = coalesce(${volume?.packageCycle ?? null}::smallint, package_cycle), last_sync_time = now(), rev = rev + 1, update_by = null, update_time = now()
      where id = ${simId}`.execute(tx);
    return logMove(tx, 'simCard', simId, 'changePackage', { packageCode });
  }
  const to = targetOf[opType];
  const reason = opType === suspend ? reasonCode : null;
  await sql`
    update sim_card set sim_status = ${to}, stop_reason = ${reason}, net_status = case when ${to} in (${suspended}, ${cancelled}) then 0 else net_status end, activate_time = case when ${to} = ${active} then coalesce(activate_time, now()) else activate_time end,
      last_sync_time = now(), rev = rev + 1, update_by = null, update_time = now() where id = ${simId}`.execute(tx);
  return logMove(tx, 'simCard', simId, changes[opType], { simStatus: to });
}

/** The operation is over, and the card is as the carrier says. */
export async function succeed(app: WorkApp, due: Due): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update sim_operation set status = ${states.succeeded}, finish_time = now(), cost_sec = extract(epoch from now() - coalesce(sent_time, now()))::int,
        carrier_code = '0', carrier_msg = 'OK', next_time = null, rev = rev + 1, update_by = null, update_time = now()
      where id = ${due.id} and status = ${states.running} returning id`.execute(tx);
    if (rows.length === 0) return;
    await keepOutcome(tx, due);
    await logMove(tx, 'simOperation', due.id, 'ok', { status: states.succeeded });
    await tellOfBatch(tx, due.id);
    if (due.opType === suspend && due.source === codes.SimOpSource.vehicleStop) await resumeIfOperating(tx, due.simId);
  });
}

export async function fail(app: WorkApp, { id }: Due, code: string, message: string): Promise<void> {
  await withTransaction(app.db, async (tx) => {
    const { rows } = await sql`
      update sim_operation set status = ${states.failed}, finish_time = now(), cost_sec = extract(epoch from now() - coalesce(sent_time, now()))::int,
        carrier_code = ${code.slice(0, 40)}, carrier_msg = ${message.slice(0, 200)}, next_time = null, rev = rev + 1, update_by = null, update_time = now()
      where id = ${id} and status = ${states.running} returning id`.execute(tx);
    if (rows.length === 0) return;
    await logMove(tx, 'simOperation', id, 'fail', { status: states.failed, carrierCode: code });
    await tellOfBatch(tx, id);
  });
}
