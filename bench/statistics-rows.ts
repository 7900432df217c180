import { machines } from '@wheelhouse/entities/machines';
import type { Pool, PoolClient } from 'pg';
import { clientTransaction } from '../apps/server/src/db/pool.ts';
import { inBulk } from './bulk.ts';
import { fillFleet } from './fleet.ts';
import { fillMail } from './mail.ts';

/** Rows for measuring statistics: what vehicles, owners, batteries and cards did in three years. Needs a started installation. */

/** Three years; active days are kept for these, days of cards and batteries are made for one year. */
const [allDays, activeDays, yearDays] = [1_096, 400, 366];
/** Days that a vehicle is ridden in a row, more or less: of each four, the first follows a pause. */
const stretch = 4;

export interface Sizes {
  readonly vehicles: number;
  /** Vehicles' days with mileage, each with a trip. */
  readonly days: number;
}

/** Vehicles that are ridden, by numbers without gaps. */
const numbered = `create temp table ridden on commit drop as
  select id, vin, iccid, vehicle_type_id, dealer_id, owner_user_id, activation_time, (row_number() over (order by id))::int - 1 as n
  from veh_vehicle where activation_status = ${machines['SM-VehicleActivation'].states.activated} and not deleted and owner_user_id is not null`;

/** Whole days in Asia/Shanghai before today. */
const dayAgo = (n: string): string => `(now() at time zone 'Asia/Shanghai')::date - (${n})::int`;

async function addRides(client: PoolClient, days: number): Promise<void> {
  // Stretches of a vehicle are apart as far as they can be; its first day depends on its number.
  await client.query(
    `create temp table ride on commit drop as
     select r.id as vehicle_id, ${dayAgo(`1 + (r.n * 37 + g.k / ${stretch} * p.gap + g.k % ${stretch} * (1 + r.n % 3)) % ${allDays}`)} as day, (r.n * 7 + g.k * 5) % 24 as hour, (5 + (r.n + g.k) % 300) / 10.0 as km
     from ridden r cross join lateral (select count(*) as n from ridden) c cross join lateral (select ceil($1::float8 / c.n)::int as each) e
       cross join lateral (select ${allDays} / greatest(1, ceil(e.each / ${stretch}.0))::int as gap) p cross join lateral generate_series(0, e.each - 1) as g(k)
     where g.k::bigint * c.n + r.n < $1`,
    [days],
  );
  await client.query(
    `insert into veh_mileage_day (vehicle_id, stat_date, day_km, gps_km, trip_count, ride_minutes) select vehicle_id, day, km, km, 1, 20 from ride order by day`,
  );
  await client.query(
    `insert into veh_trip (trip_no, vehicle_id, start_time, end_time, ongoing, duration_min, distance_km, point_count)
     select 'B' || row_number() over (), vehicle_id, t.at, t.at + interval '20 minutes', 0, 20, km, 40 from ride
       cross join lateral (select (day + hour * interval '1 hour') at time zone 'Asia/Shanghai' as at) t order by day`,
  );
  await client.query(
    `insert into stat_active_day (stat_date, vehicle_id, trip_time)
     select day, vehicle_id, (day + hour * interval '1 hour') at time zone 'Asia/Shanghai' from ride where day > ${dayAgo(String(activeDays))} order by day`,
  );
}

async function addOwners(client: PoolClient): Promise<void> {
  await client.query(
    `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version)
     select id, owner_user_id, 1, 1, activation_time, 1 + n % 4, 1 from ridden`,
  );
  await client.query(
    `insert into veh_binding_log (vehicle_id, user_id, action, channel, create_time) select id, owner_user_id, 1, 1 + n % 4, activation_time from ridden`,
  );
  await client.query(
    `insert into stat_app_day (stat_date, user_id)
     select ${dayAgo('d + u.id % 7')}, u.id from usr_app_user u cross join generate_series(0, 90, 30) d on conflict do nothing`,
  );
}

async function addFaults(client: PoolClient, faults: number): Promise<void> {
  await client.query(
    `select alm_fault_report_partition((current_date - make_interval(months => m))::date) from generate_series(0, 24) m`,
  );
  await client.query(
    `insert into alm_fault_report (vehicle_id, vin, vehicle_type_id, device_type, fault_code, level, set_time, clear_time, odometer_km, software_version)
     select r.id, r.vin, r.vehicle_type_id, 1 + g % 4, 'E0' || 1 + g % 40, 1 + g % 4, t.at, case when g % 20 > 0 then t.at + interval '3 hours' end, g % 9000, 'V1.' || g % 6
     from generate_series(1, $1::int) g join ridden r on r.n = g::bigint * 7919 % (select count(*) from ridden)
       cross join lateral (select now() - interval '1 day' - g * (interval '730 days' / $1::int) as at) t`,
    [faults],
  );
}

async function addCards(client: PoolClient, days: number): Promise<void> {
  await client.query(
    `insert into sim_card (iccid, msisdn, carrier, pool_id, package_code, package_mb, package_cycle, open_time, expire_time, stop_threshold_pct, sim_status, imei_lock, real_name_status, month_used_kb, usage_rate)
     select iccid, '10647' || lpad(id::text, 8, '0'), 1 + n % 3, 'POOL_' || n % 5, 'M30', 30, 1, current_date - 900, current_date + 900, 0, 2, 0, 1, 0, 0 from ridden`,
  );
  await client.query(
    `select sim_flow_day_partition((current_date - make_interval(months => m))::date) from generate_series(0, 12) m`,
  );
  await client.query(
    `insert into sim_flow_day (iccid, stat_date, used_kb, up_kb, down_kb, online_min, vin, vehicle_type_id)
     select r.iccid, ${dayAgo(`1 + (r.n + g / c.n) % ${yearDays}`)}, 200 + g % 900, 100, 100, g % 600, r.vin, r.vehicle_type_id
     from (select count(*)::int as n from ridden) c cross join lateral generate_series(0, $1::int - 1) g join ridden r on r.n = g % c.n`,
    [days],
  );
  await client.query(
    `insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb)
     select iccid, date_trunc('month', stat_date)::date, sum(used_kb), sum(up_kb), sum(down_kb), 30 from sim_flow_day group by 1, 2`,
  );
}

/** Days of batteries and peaks are made of one day: their numbers do not matter, how many rows they are does. */
async function addDays(client: PoolClient): Promise<void> {
  await client.query(
    `insert into stat_battery_day (stat_date, battery_type, manufacturer, vehicle_type_id, dealer_id, in_use, soh_count, soh_sum, below_80, below_70, cycle_sum, charges, depth_sum)
     select ${dayAgo('d')}, 1 + b.n % 3, 'M' || b.n % 2, b.vehicle_type_id, b.dealer_id, b.vehicles, b.vehicles, 92 * b.vehicles, 0, 0, 100 * b.vehicles, b.vehicles, 40 * b.vehicles
     from generate_series(1, ${yearDays}) d cross join (select vehicle_type_id, dealer_id, count(*) as vehicles, row_number() over () as n from ridden group by 1, 2) b`,
  );
  await client.query(
    `insert into stat_online_peak (stat_date, vehicle_type_id, dealer_id, peak, peak_time)
     select ${dayAgo('d')}, coalesce(vehicle_type_id, 0), coalesce(dealer_id, 0), n, now()
     from generate_series(1, ${yearDays}) d cross join (select vehicle_type_id, dealer_id, count(*)::int as n from ridden group by cube (1, 2)) p`,
  );
}

const filled = ['veh_mileage_day', 'veh_trip', 'stat_active_day', 'veh_binding', 'veh_binding_log', 'sim_card'];

async function fill(client: PoolClient, days: number): Promise<void> {
  await client.query("set local work_mem = '256MB'; set local maintenance_work_mem = '512MB'");
  await client.query(numbered);
  await client.query('analyze ridden');
  await inBulk(client, filled, async () => {
    await addRides(client, days);
    await addOwners(client);
    await addCards(client, days / 5);
  });
  await addFaults(client, days / 20);
  await addDays(client);
}

/** Fills an empty installation: fleet, messages, alarms and repair orders, then what vehicles did, in one transaction. */
export async function fillStatistics(pool: Pool, { vehicles, days }: Sizes): Promise<void> {
  await fillFleet(pool, vehicles, vehicles);
  await fillMail(pool, { records: days / 10, orders: days / 100 });
  const { rows } = await pool.query('select 1 from veh_mileage_day limit 1');
  if (rows.length > 0) return;
  await clientTransaction(pool, (client) => fill(client, days));
  await pool.query('vacuum analyze');
}

const tables = {
  vehicles: 'veh_vehicle',
  owners: 'usr_app_user',
  'mileage days': 'veh_mileage_day',
  trips: 'veh_trip',
  'active days': 'stat_active_day',
  alarms: 'alm_alarm',
  faults: 'alm_fault_report',
  'repair orders': 'cs_repair_order',
  messages: 'msg_push_record',
  'days of cards': 'sim_flow_day',
  'days of batteries': 'stat_battery_day',
  'online peaks': 'stat_online_peak',
} as const;

/** How many rows there are of what. */
export async function countsOf(pool: Pool): Promise<readonly (readonly [name: string, rows: number])[]> {
  const counts: [string, number][] = [];
  for (const [name, table] of Object.entries(tables)) {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    counts.push([name, rows[0]?.n ?? 0]);
  }
  return counts;
}
