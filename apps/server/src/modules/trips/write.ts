import { formatDay, formatInstant } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { geo } from '../../adapters/geo/index.ts';
import type { Found, FoundDay, FoundTrip, OdoReset } from './found.ts';
import { kmhOf } from './sample.ts';
import { startOfDayText } from '../../db/wall-clock.ts';
import { countActiveDays } from './active-days.ts';

/** What was found about a vehicle in a stretch of time. */
export interface Outcome {
  readonly vehicleId: string;
  readonly found: Found;
  /** Trips that start in [from, to) are these and no others; ms since epoch. */
  readonly from: number;
  readonly to: number;
  /** The first sample that was read: resets of the odometer in [since, until) are these and no others. */
  readonly since: number;
  readonly until: number;
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const iso = (ts: number): string => new Date(ts).toISOString();
/** Upper bound for an open-ended stretch. */
const never = Date.UTC(2200, 0, 1);

/** Number of a trip: the same whenever it is recognised again. */
export const tripNoOf = (vehicleId: string, startTs: number): string =>
  `TR${formatInstant(new Date(startTs)).replace(/\D/g, '')}-${vehicleId}`;

function addressOf(lng: number | null, lat: number | null): { zh: string | null; en: string | null } {
  const place = lng === null || lat === null ? undefined : geo.reverse(lng, lat);
  return { zh: place?.zh ?? null, en: place?.en ?? null };
}

function tripRow(vehicleId: string, { start, end, metres, points, maxKmh, open }: FoundTrip) {
  const ms = end.ts - start.ts;
  const [from, to] = [addressOf(start.lng, start.lat), addressOf(end.lng, end.lat)];
  return {
    trip_no: tripNoOf(vehicleId, start.ts),
    vehicle_id: vehicleId,
    start_time: iso(start.ts),
    end_time: iso(end.ts),
    ongoing: open ? 1 : 0,
    duration_min: round(ms / 60_000, 1),
    distance_km: round(metres / 1000, 2),
    avg_speed_kmh: ms > 0 ? round(kmhOf(metres, ms), 1) : null,
    max_speed_kmh: round(maxKmh, 1),
    start_address: from.zh,
    start_address_en: from.en,
    end_address: to.zh,
    end_address_en: to.en,
    start_lng: start.lng,
    start_lat: start.lat,
    end_lng: end.lng,
    end_lat: end.lat,
    point_count: points,
    soc_start: start.soc === null ? null : Math.round(start.soc),
    soc_end: end.soc === null ? null : Math.round(end.soc),
  };
}

/** D:MileageAbnormal. */
function abnormalOf({ resets, joins, jumps, metres }: FoundDay): number | null {
  if (resets > 0) return 1;
  if (metres > 500_000) return 2;
  if (joins > 0) return 3;
  return jumps > 0 ? 4 : null;
}

function dayRow(vehicleId: string, day: FoundDay) {
  const km = (metres: number | null) => (metres === null ? null : round(metres / 1000, 1));
  return {
    vehicle_id: vehicleId,
    stat_date: day.date,
    start_odometer_km: km(day.startOdo),
    end_odometer_km: km(day.endOdo),
    day_km: round(day.metres / 1000, 2),
    gps_km: round(day.gps / 1000, 2),
    abnormal: abnormalOf(day),
  };
}

const tripColumns =
  'trip_no, vehicle_id, start_time, end_time, ongoing, duration_min, distance_km, avg_speed_kmh, max_speed_kmh, start_address, start_address_en, end_address, end_address_en, start_lng, start_lat, end_lng, end_lat, point_count, soc_start, soc_end';
const changing = tripColumns.split(', ').slice(3);
const dayColumns = 'vehicle_id, stat_date, start_odometer_km, end_odometer_km, day_km, gps_km, abnormal';
const dayChanging = dayColumns.split(', ').slice(2);
const list = (names: readonly string[], alias: string) => names.map((name) => `${alias}.${name}`).join(', ');
const settings = (names: readonly string[]) => names.map((name) => `${name} = excluded.${name}`).join(', ');

const upsertTrips = `insert into veh_trip as t (${tripColumns}) select ${tripColumns} from json_populate_recordset(null::veh_trip, $1) order by vehicle_id, start_time
  on conflict (vehicle_id, start_time) where not deleted do update set ${settings(changing)}, rev = t.rev + 1, update_time = now()
  where (${list(changing, 't')}) is distinct from (${list(changing, 'excluded')})`;
const upsertDays = `insert into veh_mileage_day as t (${dayColumns}, trip_count, ride_minutes) select ${dayColumns}, 0, 0
  from json_populate_recordset(null::veh_mileage_day, $1) order by vehicle_id, stat_date
  on conflict (vehicle_id, stat_date) where not deleted do update set ${settings(dayChanging)}, rev = t.rev + 1, update_time = now()
  where (${list(dayChanging, 't')}) is distinct from (${list(dayChanging, 'excluded')})`;
const dropTrips = `delete from veh_trip t using json_to_recordset($1) as w(vehicle_id bigint, from_time timestamptz, to_time timestamptz)
  where t.vehicle_id = w.vehicle_id and t.start_time >= w.from_time and t.start_time < w.to_time
    and not exists (select 1 from json_to_recordset($2) as k(vehicle_id bigint, start_time timestamptz) where k.vehicle_id = t.vehicle_id and k.start_time = t.start_time)
  returning t.vehicle_id::text as "vehicleId", t.start_time as at`;
/** Trips belong to the day they began on. */
const countTrips = `update veh_mileage_day d set trip_count = x.n, ride_minutes = x.minutes, avg_speed_kmh = x.avg, max_speed_kmh = x.max, soc_used = x.soc, rev = d.rev + 1, update_time = now()
  from (select k.vehicle_id, k.stat_date, count(t.id)::int as n, coalesce(round(sum(t.duration_min)), 0)::int as minutes,
      round(sum(t.distance_km) / nullif(sum(t.duration_min), 0) * 60, 1) as avg, max(t.max_speed_kmh) as max, sum(greatest(t.soc_start - t.soc_end, 0))::int as soc
    from json_to_recordset($1) as k(vehicle_id bigint, stat_date date)
    left join veh_trip t on t.vehicle_id = k.vehicle_id and not t.deleted
      and t.start_time >= ${startOfDayText('k.stat_date')} and t.start_time < ${startOfDayText('(k.stat_date + 1)')}
    group by 1, 2) x
  where d.vehicle_id = x.vehicle_id and d.stat_date = x.stat_date and not d.deleted
    and (d.trip_count, d.ride_minutes, d.avg_speed_kmh, d.max_speed_kmh, d.soc_used) is distinct from (x.n, x.minutes, x.avg, x.max, x.soc)`;

/** Code of the event for an odometer that went back. */
export const odoResetCode = 'odometerReset';

/** A device's own event of that code has a number. */
const dropResets = `delete from veh_device_event e using json_to_recordset($1) as w(vehicle_id bigint, from_time timestamptz, to_time timestamptz)
  where e.vehicle_id = w.vehicle_id and e.code = '${odoResetCode}' and e.boot is null and e.ts >= w.from_time and e.ts < w.to_time`;
const addResets = `insert into veh_device_event (vehicle_id, kind, ts, recv_time, code, state, severity, payload)
  select vehicle_id, 'event', ts, now(), '${odoResetCode}', 'info', 'warning', payload from json_to_recordset($1) as r(vehicle_id bigint, ts timestamptz, payload jsonb)`;

const windowOf = (vehicleId: string, from: number, to: number) => ({
  vehicle_id: vehicleId,
  from_time: iso(from),
  to_time: iso(Math.min(to, never)),
});

/** Stores what was found, in place of what had been found of the same time before. */
export async function writeOutcomes(client: PoolClient, outcomes: readonly Outcome[]): Promise<void> {
  const trips = outcomes.flatMap(({ vehicleId, found }) => found.trips.map((trip) => tripRow(vehicleId, trip)));
  const days = outcomes.flatMap(({ vehicleId, found }) => found.days.map((day) => dayRow(vehicleId, day)));
  const windows = JSON.stringify(outcomes.map(({ vehicleId, from, to }) => windowOf(vehicleId, from, to)));
  const tripsJson = JSON.stringify(trips);
  const dropped = await client.query<{ vehicleId: string; at: Date }>(dropTrips, [windows, tripsJson]);
  if (trips.length > 0) await client.query(upsertTrips, [tripsJson]);
  if (days.length > 0) await client.query(upsertDays, [JSON.stringify(days)]);
  const touched = new Set([
    ...days.map((day) => `${day.vehicle_id} ${day.stat_date}`),
    ...trips.map((trip) => `${trip.vehicle_id} ${formatDay(new Date(trip.start_time))}`),
    ...dropped.rows.map(({ vehicleId, at }) => `${vehicleId} ${formatDay(at)}`),
  ]);
  const keys = [...touched]
    .map((key) => key.split(' '))
    .map(([id = '', date = '']) => ({ vehicle_id: id, stat_date: date }));
  if (keys.length > 0) {
    await client.query(countTrips, [JSON.stringify(keys)]);
    await countActiveDays(client, keys);
  }
  await writeResets(client, outcomes);
}

async function writeResets(client: PoolClient, outcomes: readonly Outcome[]): Promise<void> {
  const payload = ({ from, to }: OdoReset) => ({ fromM: from, toM: to });
  const rows = outcomes.flatMap(({ vehicleId, found }) =>
    found.resets.map((reset) => ({ vehicle_id: vehicleId, ts: iso(reset.ts), payload: payload(reset) })),
  );
  const windows = outcomes.map(({ vehicleId, since, until }) => windowOf(vehicleId, since, until));
  await client.query(dropResets, [JSON.stringify(windows)]);
  if (rows.length > 0) await client.query(addResets, [JSON.stringify(rows)]);
}

/** Stores the state of a vehicle's recognition, and the states at the first samples of days. */
export interface Reached {
  readonly vehicleId: string;
  readonly until: number;
  readonly state: string;
  readonly marks: readonly { readonly ts: number; readonly state: string }[];
}

export async function writeProgress(client: PoolClient, reached: readonly Reached[]): Promise<void> {
  await client.query(
    `update veh_trip_progress p set until = u.until, state = u.state
     from json_to_recordset($1) as u(vehicle_id bigint, until timestamptz, state text) where p.vehicle_id = u.vehicle_id`,
    [
      JSON.stringify(
        reached.map(({ vehicleId, until, state }) => ({ vehicle_id: vehicleId, until: iso(until), state })),
      ),
    ],
  );
  const marks = reached.flatMap(({ vehicleId, marks: own }) =>
    own.map(({ ts, state }) => ({ vehicle_id: vehicleId, ts: iso(ts), state })),
  );
  if (marks.length > 0)
    await client.query(
      `insert into veh_trip_mark (vehicle_id, ts, state) select * from json_to_recordset($1) as u(vehicle_id bigint, ts timestamptz, state text)
       on conflict (vehicle_id, ts) do update set state = excluded.state`,
      [JSON.stringify(marks)],
    );
}
