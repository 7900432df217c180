import { execStates, holdsPart } from './rows.ts';
import { readStages, upToOf } from '@wheelhouse/entities/ota/ota-task-rules';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { todayDigits } from '../../../db/wall-clock.ts';
import { isApproved, type Approval } from '../../../entity/approval/keep.ts';
import type { Fragment } from '../../../entity/scope.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { scopeOfAccount } from '../../access/service.ts';
import { taskFirmware, unusableFirmware } from './firmware.ts';
import { previewOf } from './preview.ts';
import { judged, targetOf } from './target.ts';

type Keeper = Pick<App, 'config' | 'secrets'>;

/** A task as its start reads it: a stored row, by the names of its fields. */
export type StartedTask = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly stages?: unknown;
  readonly firmwareId: string;
  readonly createBy?: string | null;
};

/** Every vehicle that a task names, whether it can be updated today or not, as approvals fix them. */
export async function namedVehicles(tx: Tx, task: StartedTask): Promise<Fragment | undefined> {
  const firmware = await taskFirmware(tx, task.firmwareId);
  if (firmware === undefined) return undefined;
  const userId = task.createBy ?? '0';
  const asked = { target: targetOf(task, task.id), firmware, scope: await scopeOfAccount(tx, userId), userId };
  return sql`select 'vehicle'::text, j.id from (${judged(asked)}) j where j.reason is distinct from 'excluded'`;
}

/** What is asked of a task's target: the scope is that of whoever made it, as it is now. @throws AppError 1002, 3113, 3115 */
async function askedOf(app: Keeper, tx: Tx, task: StartedTask, lock: boolean) {
  const firmware = await taskFirmware(tx, task.firmwareId, lock);
  if (firmware === undefined) throw new AppError(1002);
  const target = targetOf(task, task.id);
  const refusal = unusableFirmware(app, firmware, target.taskType, 3113);
  if (refusal !== undefined) throw refusal;
  const userId = task.createBy ?? '0';
  return { target, firmware, scope: await scopeOfAccount(tx, userId), userId };
}

/**
 * A task that is handed in must reach vehicles.
 * @returns how many it may come to: those that are busy or away today may be there when it starts
 * @throws AppError 3111 none, 3113 its firmware is not released
 */
export async function checkTarget(app: Keeper, tx: Tx, task: StartedTask): Promise<number> {
  const { count, excluded } = await previewOf(tx, await askedOf(app, tx, task, false));
  // Those of another task may be free by the time it starts.
  if (count + (excluded.find(({ reason }) => reason === 'busy')?.count ?? 0) === 0) throw new AppError(3111);
  return excluded.reduce((sum, one) => (one.reason === 'excluded' ? sum : sum + one.count), count);
}

/** Starts and retries for the same part wait for each other: each sees which parts the others hold. */
export async function lockPart(tx: Tx, deviceType: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('ota_task start'), ${deviceType}::int)`.execute(tx);
}

/** Vehicles that a refusal names. */
const namedMost = 5;

/** Vehicles that another task holds, with that task: the first few. */
async function busyVehicles(tx: Tx, asked: Parameters<typeof judged>[0]): Promise<string> {
  const { rows } = await sql<{ vin: string; taskNo: string }>`
    select j.vin, (select t.task_no from ota_execution x join ota_task t on t.id = x.task_id
      where x.vehicle_id = j.id and x.device_type = ${asked.firmware.deviceType} and ${holdsPart('x')} limit 1) as task_no
    from (${judged(asked)}) j where j.reason = 'busy' order by j.vin limit ${namedMost + 1}`.execute(tx);
  const names = rows.slice(0, namedMost).map(({ vin, taskNo }) => `${vin} (${taskNo})`);
  return `${names.join(', ')}${rows.length > namedMost ? ' …' : ''}`;
}

interface Freezing {
  /** Those that it has fixed: of them alone. */
  readonly approval?: Approval | undefined;
  /** Vehicles that another task holds are left out, instead of refusing the start. */
  readonly withoutBusy?: boolean;
}

/**
 * Fixes the vehicles of a task, in one statement, and lays out its stages.
 * @returns how many they are
 * @throws AppError 3111 none, 3112 some are in another running task, 3113 its firmware is not released, 3115 its key was taken out
 */
export async function freeze(
  app: Keeper,
  tx: Tx,
  task: StartedTask,
  { approval, withoutBusy = false }: Freezing = {},
): Promise<number> {
  const own = await askedOf(app, tx, task, true);
  const asked = { ...own, among: isApproved(approval, sql`'vehicle'::text`, sql`v.id`) };
  const { generation, deviceType, version } = asked.firmware;
  await lockPart(tx, deviceType);
  const { count, excluded } = await previewOf(tx, asked);
  const busy = excluded.find(({ reason }) => reason === 'busy')?.count ?? 0;
  if (busy > 0 && !withoutBusy) throw new AppError(3112, { n: busy, which: await busyVehicles(tx, asked) });
  if (count === 0) throw new AppError(3111);
  const stages = readStages(task.stages);
  const laid = stages.map((stage, at) => ({ stage: at + 1, up_to: upToOf(stage, count) }));
  const { rows } = await sql<{ n: number }>`
    with laid as materialized (select * from json_to_recordset(${JSON.stringify(laid)}::json) as l (stage int, up_to int)),
    target as (
      select distinct on (id) id, ecu_id, vehicle_type_id, software_version, hardware_version from (${judged(asked)}) j where reason is null),
    placed as (select target.*, row_number() over (order by hashint8extended(id, ${task.id}::bigint), id)::int as place from target),
    fixed as (
      insert into ota_execution (generation, task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, from_version, to_version, hardware_version, stage, position)
      select ${generation}, ${task.id}, id, ecu_id, ${deviceType}, vehicle_type_id, software_version, ${version}, hardware_version,
        coalesce((select min(l.stage) from laid l where place <= l.up_to), ${laid.length}), place from placed
      returning 1),
    stages as (
      insert into ota_task_stage (task_id, stage, up_to, open_time)
      select ${task.id}, stage, up_to, case when stage = 1 then now() end from laid
      on conflict (task_id, stage) do update set up_to = excluded.up_to, open_time = excluded.open_time)
    select count(*)::int as n from fixed`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Stages that are not open yet are laid out anew; their vehicles keep their places. */
export async function layOut(tx: Tx, taskId: string, stages: unknown): Promise<void> {
  const { rows } = await sql<{ count: number; current: number }>`
    select target_count as count, current_stage as current from ota_task where id = ${taskId}`.execute(tx);
  const [task] = rows;
  if (task === undefined || task.current === 0) return;
  const laid = readStages(stages).map((stage, at) => ({ stage: at + 1, up_to: upToOf(stage, task.count) }));
  const later = JSON.stringify(laid.filter(({ stage }) => stage > task.current));
  await sql`delete from ota_task_stage where task_id = ${taskId} and stage > ${task.current}`.execute(tx);
  await sql`
    insert into ota_task_stage (task_id, stage, up_to)
    select ${taskId}, stage, up_to from json_to_recordset(${later}::json) as l (stage int, up_to int)`.execute(tx);
  await sql`
    update ota_execution x set stage = n.stage from (
      select e.id, (select min(l.stage) from ota_task_stage l where l.task_id = e.task_id and e.position <= l.up_to) as stage
      from ota_execution e where e.task_id = ${taskId} and e.status = ${sql.lit(execStates.notStarted)} and not e.deleted) n
    where x.id = n.id and n.stage is not null and x.stage <> n.stage`.execute(tx);
}

/** Number of the next task: `OTA202511200001`, with more digits once there are that many. */
export async function nextTaskNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'OTA' || ${todayDigits} || ${runningNumber('seq_ota_task', 4)} as no`.execute(tx);
  return rows[0]?.no ?? '';
}
