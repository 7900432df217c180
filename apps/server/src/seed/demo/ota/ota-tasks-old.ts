import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { oldStrategy } from '../../../modules/ota/service.ts';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { FirmwareOptions } from './firmware.ts';
import { counted, log, series, stages } from './ota-tasks.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { simulationOrder } from '../simulation-order.ts';
import type { World } from '../world.ts';

const { draft, running, finished } = machines['SM-OtaTaskOld'].states;

interface Story {
  readonly name: string;
  readonly version: string;
  readonly status: number;
  /** Days since it was made. */
  readonly ago: number;
  /** Its vehicles: from which place on, in the order in which they are simulated, and how many. */
  readonly vehicles: readonly [from: number, count: number];
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: 'C1短信唤醒修复', version: 'ZK1_20250118_A01', status: finished, ago: 150, vehicles: [0, 40] },
  { name: 'C1心跳修复', version: 'ZK1_20250615_A02', status: running, ago: 0, vehicles: [0, 8] },
  { name: 'C1心跳修复（第二批）', version: 'ZK1_20250615_A02', status: draft, ago: 0, vehicles: [8, 12] },
];

type Made = Story & { id: string; firmwareId: string; vins: readonly string[] };

/** Vehicles of a task that is over. $1 task, $2 their names, $3 first moment. */
const executions = `
  insert into ota_execution (generation, task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, from_version, to_version, hardware_version, stage, position,
    status, progress, attempt, retry_count, fail_count, fail_code, notify_time, start_time, install_time, end_time, cost_sec, csq, soc, create_time)
  select 1, t.id, v.id, e.id, f.device_type, v.vehicle_type_id, 'ZK1_20240620_B01', f.version, e.hardware_version, 1, v.n,
    s.status, case s.status when 5 then 100 else v.n % 90 end, 1 + (s.status = 7)::int, (s.status = 7)::int, case s.status when 7 then 2 else 0 end,
    case s.status when 7 then (array['E05', 'E04', 'E02'])[1 + v.n % 3] end, s.notified, s.notified, case s.status when 5 then s.notified + make_interval(secs => 480 + v.n * 53 % 170) end,
    s.notified + make_interval(mins => 12 + v.n % 9), (12 + v.n % 9) * 60, 12 + v.n % 12, 38 + v.n % 55, $3
  from ota_task t join ota_firmware f on f.id = t.firmware_id
  cross join lateral (select v.id, v.vehicle_type_id, row_number() over (order by v.id)::int as n from veh_vehicle v
    where coalesce(v.vin, v.frame_no) = any($2) and not v.deleted) v
  join lateral (select * from veh_ecu p where p.vehicle_id = v.id and p.device_type = f.device_type and not p.deleted order by p.id limit 1) e on true
  cross join lateral (select case when e.software_version >= f.version then 5 else 7 end as status, $3::timestamptz + make_interval(mins => v.n * 2, secs => v.n * 37 % 60) as notified) s
  where t.id = $1`;

/** Vehicles of a task that has just begun: none of them is notified yet. $1 task, $2 their names. */
const waiting = `
  with fixed as (
    insert into ota_execution (generation, task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, from_version, to_version, hardware_version, stage, position)
    select 1, t.id, v.id, e.id, f.device_type, v.vehicle_type_id, e.software_version, f.version, e.hardware_version, 1, row_number() over (order by v.id)::int
    from ota_task t join ota_firmware f on f.id = t.firmware_id
    join veh_vehicle v on coalesce(v.vin, v.frame_no) = any($2) and not v.deleted
    join lateral (select * from veh_ecu p where p.vehicle_id = v.id and p.device_type = f.device_type and not p.deleted order by p.id limit 1) e on true
    where t.id = $1 returning task_id),
  laid as (insert into ota_task_stage (task_id, stage, up_to, open_time) select task_id, 1, count(*), now() from fixed group by task_id)
  update ota_task t set target_count = (select count(*) from fixed), actual_start_time = now() where t.id = $1`;

/** Vehicles of the first platform, those that are simulated first. */
function namesOf({ fleet }: World, [from, count]: Story['vehicles']): readonly string[] {
  const known = fleet.filter(
    ({ model, activated }) => model.generation === codes.OtaGeneration.old && activated !== null,
  );
  return simulationOrder(
    known.map(({ vin, frameNo, imei, dealer }) => ({ name: vin ?? frameNo, imei, cityId: dealer?.city.id ?? null })),
  )
    .slice(from, from + count)
    .flatMap(({ name }) => name ?? []);
}

function rowOf({ now }: World, { admin, service }: FirmwareOptions, one: Made, at: number): CopyRow {
  const made = one.ago === 0 ? now : officeTime(now, one.ago, at);
  return {
    id: one.id,
    task_no: `OTA${made.toISOString().slice(0, 10).replaceAll('-', '')}${String(at + 50).padStart(4, '0')}`,
    generation: codes.OtaGeneration.old,
    name: one.name,
    firmware_id: one.firmwareId,
    vins: one.vins.join('\n'),
    retry_times: 1,
    status: one.status,
    auto_paused: 0,
    target_count: 0,
    ...oldStrategy,
    ...marks(now, service ?? admin, made, made),
  };
}

/** Tasks of the first platform: one that is over, one that the simulated vehicles carry out, one that is being written. Needs its firmware. */
export async function makeOtaTasksOld(client: PoolClient, world: World, options: FirmwareOptions): Promise<void> {
  const { rows } = await client.query<{ id: string; version: string }>(
    'select id::text as id, version from ota_firmware where generation = 1 and not deleted',
  );
  const found = stories.flatMap((story): Made[] => {
    const firmware = rows.find(({ version }) => version === story.version);
    const vins = namesOf(world, story.vehicles);
    return firmware === undefined || vins.length === 0 ? [] : [{ ...story, id: '', firmwareId: firmware.id, vins }];
  });
  await giveIds(client, 'ota_task', found);
  await copyRows(
    client,
    'ota_task',
    found.map((one, at) => rowOf(world, options, one, at)),
  );
  for (const { id, status, ago, vins } of found) {
    if (status === running) await client.query(waiting, [id, vins]);
    if (status !== finished) continue;
    const start = officeTime(world.now, ago - 1, 0);
    await client.query(executions, [id, vins, start]);
    for (const statement of [log, stages, series]) await client.query(statement, [id]);
    await client.query(counted, [id, start]);
  }
}
