import { vinCheckDigit } from '@wheelhouse/entities/formats';
import type { Pool, PoolClient } from 'pg';
import { clientTransaction } from '../apps/server/src/db/pool.ts';
import { copyRows, giveIds } from '../apps/server/src/seed/demo/copy.ts';
import { cities } from '../apps/server/src/seed/demo/places.ts';
import { modelRows, seriesRows } from '../apps/server/src/seed/demo/vehicles/rows-vehicles.ts';
import { makeWorld } from '../apps/server/src/seed/demo/world.ts';
import { inBulk } from './bulk.ts';

/** Rows for measuring: as many vehicles as asked for, with models, dealers, owners and their latest state. Valid to the rules of the entities. */

const dealerCount = 1_000;
/** Lines of a VIN's model year. */
const years = ['R', 'S', 'T'] as const;
const noPictures = { vehicle: () => null, cover: () => null, avatar: () => null, shop: () => null };

async function addModels(client: PoolClient): Promise<void> {
  const { rows } = await client.query('select 1 from veh_type where vin_prefix is not null limit 1');
  if (rows.length > 0) return;
  const world = makeWorld(new Date());
  await giveIds(client, 'veh_series', world.series);
  await giveIds(client, 'veh_type', world.models);
  await copyRows(client, 'veh_series', seriesRows(world, noPictures, null));
  await copyRows(client, 'veh_type', modelRows(world, noPictures, null));
}

const cityTable = cities
  .flatMap(({ id, provinceId, organization, sites }) =>
    sites.map((site) => ({
      city: id,
      province: provinceId,
      organization,
      district: site.districtId,
      lng: site.lng,
      lat: site.lat,
      road: site.road,
    })),
  )
  .map((row, at) => ({ ...row, n: at + 1 }));

async function addDealers(client: PoolClient): Promise<void> {
  await client.query(
    `insert into dlr_dealer (dealer_code, name, dealer_type, level, organization_code, uscc, sap_customer_code, contact_name_enc, contact_name_hash, contact_name_mask, contact_mobile_enc, contact_mobile_hash, contact_mobile_mask,
       service_phone, province_id, city_id, district_id, address, lng, lat, business_hours, service_items, contract_start, contract_end, show_in_app, sort, status)
     select 'D' || (500000 + g), '经销商' || g || '号店', 1 + g % 3, substr('ABC', 1 + g % 3, 1), coalesce(o.code, 'HQ'), '91310115MA1K4BRY2L', (20000000 + g)::text, e, substr(e, 1, 16), '王*', e, substr(e, 1, 16), '138****' || lpad((g % 10000)::text, 4, '0'),
       '400-000-0000', c.province, c.city, c.district, c.road || g || '号', c.lng + (random() - 0.5) / 50, c.lat + (random() - 0.5) / 50, '[{"days":[1,2,3,4,5,6,7],"from":"09:00","to":"18:00"}]', '{1,2}', current_date - 400, current_date + 400, 1, 100, 1
     from generate_series(1, $1::int) g join jsonb_to_recordset($2) as c (city text, province text, organization text, district text, lng float8, lat float8, road text, n bigint) on c.n = 1 + g % $3::int
       cross join lateral (select sha256(('dealer ' || g)::bytea) as e) s left join sys_organization o on o.code = c.organization and not o.deleted
     where not exists (select 1 from dlr_dealer d where d.dealer_code = 'D' || (500000 + g))`,
    [dealerCount, JSON.stringify(cityTable), cityTable.length],
  );
}

/** Personal data is noise here: nothing unseals it. */
async function addOwners(client: PoolClient, from: number, to: number): Promise<void> {
  await client.query(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, gender, city_id, real_name_status, register_channel, client_os, app_version, register_time, last_active_time, status)
     select '车主' || g, e, substr(e, 1, 16), '139****' || lpad((g % 10000)::text, 4, '0'), 1 + g % 2, ($3::text[])[1 + g % cardinality($3::text[])], g % 2, 'official', 1 + g % 3, '5.2.0', now() - g % 700 * interval '1 day', now() - g % 30 * interval '1 hour', 1
     from generate_series($1::int, $2::int) g cross join lateral (select sha256(('bench owner ' || g)::bytea) as e) s`,
    [from, to, cities.map(({ id }) => id)],
  );
}

const digit = (place: number): string => `(g.n / ${10 ** place} % 10)`;
/** Check digit of an IMEI of seven constant and seven running digits. */
const luhnSql = (head: string): string => {
  const running = Array.from({ length: 7 }, (_, place) =>
    place % 2 === 0 ? `${digit(place)} * 2 % 10 + ${digit(place)} / 5` : digit(place),
  );
  const constant = [...head]
    .toReversed()
    .reduce(
      (sum, ch, i) => sum + ((i + 7) % 2 === 0 ? ((Number(ch) * 2) % 10) + Math.floor(Number(ch) / 5) : Number(ch)),
      0,
    );
  return `(10 - (${constant} + ${running.join(' + ')}) % 10) % 10`;
};
const imeiHead = '8690001';

/** A model and year with what all its VINs add up to; the serial's part is added in SQL. */
interface Line {
  readonly id: string;
  readonly prefix: string;
  readonly tail: string;
  readonly sum: number;
  readonly color: string;
}
/** Remainder of the weighted sum of a VIN with serial 000000: the check digit, where X is 10. */
const remainder = (prefix: string, tail: string): number => {
  const check = vinCheckDigit(`${prefix}0${tail}000000`);
  return check === 'X' ? 10 : Number(check);
};

async function linesOf(client: PoolClient): Promise<Line[]> {
  const { rows } = await client.query<{ id: string; vin_prefix: string; colors: string[] }>(
    'select id::text as id, vin_prefix, colors from veh_type where char_length(vin_prefix) = 8 and shelf_status = 1 and not deleted order by id',
  );
  return rows.flatMap(({ id, vin_prefix: prefix, colors }) =>
    years.map((year, at) => ({
      id,
      prefix,
      tail: `${year}C`,
      sum: remainder(prefix, `${year}C`),
      color: colors[at % colors.length] ?? 'BLK',
    })),
  );
}

async function addVehicles(client: PoolClient, from: number, to: number): Promise<void> {
  const lines = await linesOf(client);
  await client.query(
    `insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, ble_mac, ble_name, iccid, motor_no, controller_sn, production_date, offline_date, dealer_id, sale_date, sale_price, owner_user_id,
       activation_status, activation_time, warranty_end, bind_status, operation_status, ship_date, create_time, update_time)
     select l.prefix || (case c.x when 10 then 'X' else c.x::text end) || l.tail || lpad(s.serial::text, 6, '0'), l.id, l.color, '${imeiHead}' || lpad(g.n::text, 7, '0') || ${luhnSql(imeiHead)}, 'ZK26101' || lpad(g.n::text, 8, '0'),
       'A4:C1:3' || substr(h, 1, 1) || ':' || substr(h, 2, 2) || ':' || substr(h, 4, 2) || ':' || substr(h, 6, 2), 'ZK3-' || lpad(g.n::text, 8, '0'), '898604' || lpad(g.n::text, 14, '0'), 'DJX' || lpad(g.n::text, 9, '0'), 'KZX' || lpad(g.n::text, 9, '0'),
       m.day, m.day, (d.ids)[1 + g.n % cardinality(d.ids)], case when a.on then m.day + 20 end, 529900, case when a.on then (u.ids)[1 + g.n % cardinality(u.ids)] end,
       a.on::int, case when a.on then m.at + interval '20 days' end, case when a.on then m.day + 750 end, a.on::int, (g.n % 67 = 0)::int, m.day + 5, m.at, m.at
     from generate_series($1::int, $2::int) as g(n)
       join jsonb_to_recordset($3) as l (id bigint, prefix text, tail text, sum int, color text, n bigint) on l.n = 1 + g.n % $4::int
       cross join lateral (select g.n / $4::int as serial) s
       cross join lateral (select (l.sum + 7 * (s.serial / 100000 % 10) + 6 * (s.serial / 10000 % 10) + 5 * (s.serial / 1000 % 10) + 4 * (s.serial / 100 % 10) + 3 * (s.serial / 10 % 10) + 2 * (s.serial % 10)) % 11 as x) c
       cross join lateral (select upper(lpad(to_hex(g.n), 7, '0')) as h) x
       cross join lateral (select now() - interval '21 days' - g.n::bigint * 7919 % 63072000 * interval '1 second' as at) t
       cross join lateral (select t.at, t.at::date as day) m
       cross join lateral (select g.n % 50 < 41 as on) a
       cross join (select array_agg(id order by id) as ids from dlr_dealer where status = 1 and not deleted) d
       cross join (select array_agg(id order by id) as ids from usr_app_user where status = 1 and not deleted) u`,
    [from, to, JSON.stringify(lines.map((line, at) => ({ ...line, n: at + 1 }))), lines.length],
  );
}

/** A place depends on its vehicle, if only by 0 times its id: else one is made for all vehicles of a dealer. */
async function addStates(client: PoolClient): Promise<void> {
  await client.query(
    `insert into veh_vehicle_status (vehicle_id, report_time, recv_time, offline_time, gps_time, geo_cell, gps_lng, gps_lat, gps_valid, odometer_km, speed_kmh, estimated_range_km, voltage_v, current_a, online, acc, locked, armed, soc,
       charge_status, satellites, hdop, heading, csq, rsrp_dbm, ecu_version, controller_version, bms_version, meter_version)
     select v.id, t.at, t.at, t.at, t.at, geo_cell(p.lng, p.lat), p.lng, p.lat, 1, v.id % 90000 / 10.0, 0, v.id % 80, 60 + v.id % 15, -0.1, 0, 0, 1, 1, 5 + v.id % 96, 0, 12, 0.9, v.id % 360, 10 + v.id % 20, -80 - v.id % 30,
       'V2.3.' || v.id % 3, 'V1.8.' || v.id % 4, 'V1.4.' || v.id % 4, 'V1.2.' || v.id % 2
     from veh_vehicle v join dlr_dealer d on d.id = v.dealer_id cross join lateral (select now() - v.id % 5000 * interval '2 minutes' as at) t
       cross join lateral (select d.lng::float8 + (random() + random() + random() - 1.5) / 12 + 0 * v.id as lng, d.lat::float8 + (random() + random() + random() - 1.5) / 14 + 0 * v.id as lat) p
     where v.activation_status = 1 and not exists (select 1 from veh_vehicle_status s where s.vehicle_id = v.id)`,
  );
}

async function fill(client: PoolClient, have: number, want: number, owners: number): Promise<void> {
  await client.query(
    "set local maintenance_work_mem = '512MB'; set local work_mem = '128MB'; set local synchronous_commit = off; select setseed(0.5)",
  );
  await addModels(client);
  await addDealers(client);
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from usr_app_user');
  await addOwners(client, (rows[0]?.n ?? 0) + 1, owners);
  await inBulk(client, ['veh_vehicle'], () => addVehicles(client, have + 1, want));
  await client.query('analyze veh_vehicle, dlr_dealer');
  await inBulk(client, ['veh_vehicle_status'], () => addStates(client));
}

/**
 * Brings the number of vehicles up to `count` (with 1,000 dealers, `owners`, and a latest state for the activated 82 %), in one
 * transaction. Needs the areas of a started installation. A million take about a minute on two cores.
 */
export async function fillFleet(pool: Pool, count: number, owners = Math.min(100_000, count)): Promise<void> {
  await clientTransaction(pool, async (client) => {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from veh_vehicle');
    const have = rows[0]?.n ?? 0;
    if (have < count) await fill(client, have, count, owners);
  });
  await pool.query('analyze');
}
