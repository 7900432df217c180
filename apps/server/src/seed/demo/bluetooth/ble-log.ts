import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import type { PoolClient } from 'pg';
import { phones } from '../feedback/app-logs.ts';
import { after, busyMoment, day } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { clamp, type Random } from '../random.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { ownedVehicles, type Owned } from '../theft/theft.ts';
import type { World } from '../world.ts';

const { ok, notFound, authFailed, timeout, dropped } = codes.BleResult;

/** How a vehicle's Bluetooth does, by the days since. */
interface Health {
  /** dBm in the middle. */
  readonly rssi: (daysAgo: number) => number;
  /** Share of attempts that connect. */
  readonly good: (daysAgo: number) => number;
  /** What goes wrong, as often as its weight says. */
  readonly faults: readonly (readonly [number, number])[];
}

// prettier-ignore
const usual: Health = { rssi: () => -63, good: () => 0.95, faults: [[notFound, 4], [timeout, 3], [dropped, 2]] };
/** Its aerial came loose: the signal fades. */
// prettier-ignore
const fading: Health = { rssi: (ago) => -92 + ago / 2, good: (ago) => clamp(0.35 + ago / 60, 0, 0.95), faults: [[notFound, 6], [timeout, 3], [dropped, 4]] };
/** Its control unit missed the last reset of the keys. */
// prettier-ignore
const refused: Health = { rssi: () => -60, good: (ago) => (ago < 4 ? 0.1 : 0.96), faults: [[authFailed, 9], [timeout, 1]] };

/** One vehicle in so many has a history of its own; the others' phones were near in the last days only. */
const every = 12;
const longDays = 60;
const shortDays = 5;

function healthOf(at: number): Health {
  if (at % (every * 9) === 0) return fading;
  return at % (every * 7) === 0 ? refused : usual;
}

function attempt(random: Random, now: Date, { vehicle, user }: Owned, health: Health, ago: number): CopyRow {
  const time = busyMoment(random, after(now, -ago * day));
  const result = random.chance(health.good(ago)) ? ok : random.weighted(health.faults);
  const rssi = Math.round(clamp(health.rssi(ago) + random.between(-9, 9), -110, -35));
  const [phone, version] = phones[user.os];
  return {
    time,
    vehicle_id: vehicle.id,
    user_id: user.id,
    result,
    rssi: result === notFound ? null : rssi,
    cost_ms: result === ok ? random.int(420, 1500) - Math.min(0, rssi + 75) * 40 : random.int(3000, 10_000),
    phone_model: phone,
    client_os: user.os,
    os_version: version,
    app_version: user.appVersion,
    ...marks(now, null, time),
  };
}

function attemptsOf(random: Random, now: Date, owned: Owned, at: number): CopyRow[] {
  const days = at % every === 0 ? longDays : shortDays;
  const health = healthOf(at);
  return Array.from({ length: days }, (_, ago) => ago).flatMap((ago) =>
    Array.from({ length: random.int(0, days === longDays ? 4 : 1) }, () => attempt(random, now, owned, health, ago)),
  );
}

/** What phones reported of Bluetooth: attempts of the last weeks, and what is known of each vehicle by them. */
export async function makeBleLog(client: PoolClient, world: World): Promise<void> {
  const random = world.random.fork('bleLog');
  const { riding, others } = ownedVehicles(world);
  const rows = [...others, ...riding].flatMap((owned, at) => attemptsOf(random, world.now, owned, at));
  const months = new Set(rows.map(({ time }) => (time instanceof Date ? `${formatDay(time).slice(0, 7)}-01` : '')));
  for (const month of [...months].toSorted()) await client.query('select veh_ble_log_partition($1::date)', [month]);
  await copyRows(client, 'veh_ble_log', rows);
  await client.query(`
    with connected as (
        select distinct on (vehicle_id) vehicle_id, time, rssi, client_os from veh_ble_log where result = 0 order by vehicle_id, time desc),
      failed as (
        select vehicle_id, count(*)::int as n, min(time) as oldest from veh_ble_log
        where result <> 0 and time > now() - interval '7 days' group by vehicle_id)
    insert into veh_bluetooth_state (vehicle_id, last_connect_time, last_rssi, last_connect_os, fail_count7d, fail_until)
    select vehicle_id, connected.time, connected.rssi, connected.client_os, coalesce(failed.n, 0), failed.oldest + interval '7 days'
    from connected full join failed using (vehicle_id)
    on conflict (vehicle_id) do update set last_connect_time = excluded.last_connect_time, last_rssi = excluded.last_rssi,
      last_connect_os = excluded.last_connect_os, fail_count7d = excluded.fail_count7d, fail_until = excluded.fail_until`);
}
