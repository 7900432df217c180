import { simulationOrder } from '../simulation-order.ts';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { FirmwareOptions } from './firmware.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

const { draft, inReview, waiting, terminated, finished } = machines['SM-OtaTask'].states;
const { confirm, silent } = codes.UpgradeMode;
const { gray, full, single } = codes.OtaTaskType;
const { conditions, vinList } = codes.OtaTargetMode;

interface Story {
  readonly name: string;
  readonly model: string;
  readonly version: string;
  /** The version that the vehicles of an ended task had before. */
  readonly from?: string;
  readonly status: number;
  readonly type: number;
  readonly mode: number;
  /** Days since it was made. */
  readonly ago: number;
  readonly stages: readonly object[];
  readonly remark?: string;
  readonly reason?: string;
}

const steps = [
  { percent: 5, count: null, minHours: 24, minSuccessRate: 95 },
  { percent: 30, count: null, minHours: 24, minSuccessRate: 95 },
  { percent: 100, count: null, minHours: null, minSuccessRate: null },
] as const;
/** A few vehicles first: a demo is no place for a whole fleet that restarts. */
const few = [
  { percent: null, count: 3, minHours: 24, minSuccessRate: 95 },
  { percent: 30, count: null, minHours: 48, minSuccessRate: 95 },
  { percent: 100, count: null, minHours: null, minSuccessRate: null },
] as const;

// prettier-ignore
const stories: readonly Story[] = [
  { name: '仪表夜间亮度优化', model: 'YB-T5', version: 'V1.2.1', from: 'V1.2.0', status: finished, type: full, mode: silent, ago: 70, stages: steps },
  { name: '控制器起步平顺性升级', model: 'KZ2000', version: 'V1.8.2', from: 'V1.8.0', status: terminated, type: gray, mode: confirm, ago: 45, stages: steps,
    reason: '个别车辆起步顿挫，改用后续版本' },
  { name: '中控定位提速', model: 'ZK3', version: 'V2.3.2', status: waiting, type: gray, mode: silent, ago: 2, stages: few, remark: '先在3辆车上观察24小时' },
  { name: '中控定位提速（二期）', model: 'ZK3', version: 'V2.3.2', status: inReview, type: full, mode: confirm, ago: 1, stages: steps },
  { name: '单车补升级', model: 'ZK3', version: 'V2.3.2', status: draft, type: single, mode: silent, ago: 1, stages: [steps[2]] },
];

type Made = Story & { id: string; firmwareId: string };

/** Vehicles of a task that is over: most have the version, some do not. $1 task, $2 version before, $3 first moment, $4 whether it was cut off. */
const executions = `
  insert into ota_execution (task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, from_version, to_version, hardware_version, stage, position, status, progress,
    attempt, retry_count, postpone_count, fail_count, fail_code, notify_time, consent_time, start_time, install_time, end_time, cost_sec, csq, soc, create_time)
  select t.id, v.id, e.id, f.device_type, v.vehicle_type_id, $2, f.version, coalesce(e.hardware_version, 'V1.1'),
    case when n <= total * 0.05 then 1 when n <= total * 0.3 then 2 else 3 end, n, s.status, case when s.status in (5, 6) then 100 when s.status = 7 then n % 90 else 0 end,
    case when s.status in (5, 6, 7) then 1 + n % 7 / 6 else 0 end, n % 7 / 6, case when s.status = 9 then 4 else 0 end, case when s.status = 7 then 1 + n % 7 / 6 else n % 7 / 6 end,
    case s.status when 6 then 'E09' when 7 then (array['E05', 'E02', 'E04', 'E01'])[1 + n % 4] end,
    s.notified, case when t.upgrade_mode = 1 and s.status in (5, 6, 7) then s.notified + make_interval(secs => 90 + n * 97 % 1100) end,
    case when s.status in (5, 6, 7) then s.notified + make_interval(secs => 1210 + n * 41 % 120) end, case when s.status in (5, 6) then s.notified + make_interval(secs => 1700 + n * 59 % 280) end,
    s.notified + make_interval(mins => 34 + n % 11), case when s.status in (5, 6, 7) then (13 + n % 11) * 60 end, 14 + n % 15, 35 + n % 60, $3
  from ota_task t join ota_firmware f on f.id = t.firmware_id
  cross join lateral (select v.*, row_number() over (order by v.id)::int as n, count(*) over () as total from veh_vehicle v
    where v.vehicle_type_id = any(f.vehicle_type_ids) and not v.deleted and exists (
      select from veh_ecu p where p.vehicle_id = v.id and p.device_type = f.device_type and not p.deleted) order by v.id limit 240) v
  join lateral (select * from veh_ecu p where p.vehicle_id = v.id and p.device_type = f.device_type and not p.deleted order by p.id limit 1) e on true
  cross join lateral (select case when $4 and n > total * 0.3 then 8 when n % 41 = 17 then 7 when n % 67 = 29 then 6 when n % 53 = 31 and t.upgrade_mode = 1 then 9 else 5 end as status,
    $3::timestamptz + make_interval(mins => case when n <= total * 0.05 then n * 3 when n <= total * 0.3 then 1500 + n * 3 else 3000 + n * 2 end, secs => n * 37 % 60) as notified) s
  where t.id = $1`;

/** What happened to them: when they were notified, and how it ended. */
export const log = `
  insert into ota_execution_log (execution_id, time, status, event, code, actor)
  select x.id, l.time, l.status, l.event, l.code, l.actor from ota_execution x cross join lateral (values
    (x.notify_time, 1, 'notify', null, 1), (x.start_time, 2, 'download', null, 1), (x.install_time, 3, 'verified', null, 2), (x.install_time, 4, 'install', null, 2),
    (x.end_time, x.status, case x.status when 5 then 'success' when 6 then 'rollback' when 7 then 'fail' when 9 then 'refuse' else 'terminate' end, x.fail_code,
      case x.status when 9 then 3 when 8 then 1 else 2 end)) l (time, status, event, code, actor)
  where x.task_id = $1 and l.time is not null order by x.id, l.time`;

/** Stages and figures by time, as the worker would have kept them. */
export const stages = `
  insert into ota_task_stage (task_id, stage, up_to, open_time)
  select task_id, stage, max(position), min(notify_time) from ota_execution where task_id = $1 group by 1, 2`;
export const series = `
  insert into ota_execution_time (task_id, time, started, succeeded, failed)
  select $1, date_bin('10 minutes', e.time, timestamptz '2000-01-01 00:00+00'), sum(e.started), sum(e.good), sum(e.bad)
  from ota_execution x cross join lateral (values (x.notify_time, 1, 0, 0), (x.end_time, 0, (x.status = 5)::int, (x.status in (6, 7))::int)) e (time, started, good, bad)
  where x.task_id = $1 and x.status <> 8 group by 2`;
export const counted = `
  update ota_task t set target_count = (select count(*) from ota_execution x where x.task_id = t.id), current_stage = s.last, actual_start_time = $2::timestamptz,
    stage_start_time = s.opened, finish_time = $2::timestamptz + interval '5 days'
  from (select max(stage) as last, max(open_time) as opened from ota_task_stage where task_id = $1) s where t.id = $1`;

/** The task that starts has some of the simulated vehicles: the others stay free for tasks that people make. */
function vinsOf(fleet: World['fleet'], { type, status }: Made): string | null {
  if (type !== single && status !== waiting) return null;
  const known = fleet.filter(({ vin, activated }) => vin !== null && activated !== null);
  const inOrder = simulationOrder(
    known.map(({ vin, imei, dealer }) => ({ vin, imei, cityId: dealer?.city.id ?? null })),
  );
  const [first, count] = type === single ? [60, 1] : [0, 60];
  return inOrder
    .slice(first, first + count)
    .map(({ vin }) => vin)
    .join('\n');
}

function rowOf({ now, fleet }: World, { admin, service, second }: FirmwareOptions, one: Made, at: number): CopyRow {
  const made = officeTime(now, one.ago, at);
  const later = officeTime(now, Math.max(0, one.ago - 1), at);
  const isReviewed = [waiting, terminated, finished].some((status) => status === one.status);
  const vins = vinsOf(fleet, one);
  return {
    id: one.id,
    task_no: `OTA${made.toISOString().slice(0, 10).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
    generation: 2,
    name: one.name,
    firmware_id: one.firmwareId,
    task_type: one.type,
    remark: one.remark ?? null,
    target_mode: vins === null ? conditions : vinList,
    vins,
    upgrade_mode: one.mode,
    window_start: one.mode === silent && one.status === finished ? '01:00' : null,
    window_end: one.mode === silent && one.status === finished ? '05:00' : null,
    min_soc: 30,
    allow_charging: 0,
    min_csq: 10,
    require_aux: 0,
    stages: JSON.stringify(one.stages),
    rate_per_minute: one.status === waiting ? 5 : 100,
    retry_times: 3,
    retry_interval_min: 60,
    download_timeout_min: 30,
    install_timeout_min: 20,
    abort_fail_rate: 5,
    min_executed: 20,
    start_time: one.status === waiting ? now : null,
    end_time: new Date(made.getTime() + 60 * 86_400_000),
    status: one.status,
    auto_paused: 0,
    paused_reason: one.reason ?? null,
    current_stage: 0,
    target_count: 0,
    submitter_id: one.status === draft ? null : service,
    submit_time: one.status === draft ? null : made,
    auditor_id: isReviewed ? second : null,
    audit_time: isReviewed ? later : null,
    ...marks(now, one.status === inReview ? service : admin, made, later),
  };
}

/** Tasks in every stage of their life: two that are over, one whose time has come, one to be reviewed, one being written. Needs the firmware. */
export async function makeOtaTasks(client: PoolClient, world: World, options: FirmwareOptions): Promise<void> {
  const { rows } = await client.query<{ id: string; model: string; version: string }>(
    'select id::text as id, part_model as model, version from ota_firmware where generation = 2 and status = 3',
  );
  const found = stories.flatMap((story): Made[] => {
    const firmware = rows.find(({ model, version }) => model === story.model && version === story.version);
    return firmware === undefined ? [] : [{ ...story, id: '', firmwareId: firmware.id }];
  });
  await giveIds(client, 'ota_task', found);
  await copyRows(
    client,
    'ota_task',
    found.map((one, at) => rowOf(world, options, one, at)),
  );
  for (const { id, from, status, ago } of found.filter(({ from: before }) => before !== undefined)) {
    const start = officeTime(world.now, ago - 1, 0);
    await client.query(executions, [id, from, start, status === terminated]);
    for (const statement of [log, stages, series]) await client.query(statement, [id]);
    await client.query(counted, [id, start]);
  }
  await client.query("select setval('seq_ota_task', 100)");
}
