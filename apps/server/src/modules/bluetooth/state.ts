import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { withTransaction, type Db, type Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';

/** Days in which failures are counted (`failCount7d`). */
const countedDays = 7;
/** What one user's phones may report of a vehicle in a day: more says nothing new. */
const mostPerDay = 200;
const atOnce = 500;

export interface Attempt {
  readonly vehicleId: string;
  readonly userId: string;
  readonly result: number;
  readonly rssi: number | null;
  readonly costMs: number | null;
  readonly phoneModel: string | null;
  readonly clientOs: number | null;
  readonly osVersion: string | null;
  readonly appVersion: string | null;
}

const counted = sql.raw(`interval '${countedDays} days'`);

/** Writes an attempt to the log; what the phone does not say of itself comes from its account. @returns undefined above the day's limit */
async function log(tx: Tx, one: Attempt): Promise<{ readonly clientOs: number | null } | undefined> {
  await sql`select veh_ble_log_partition(${today})`.execute(tx);
  const { rows } = await sql<{ clientOs: number | null }>`
    insert into veh_ble_log (time, vehicle_id, user_id, result, rssi, cost_ms, phone_model, client_os, os_version, app_version)
    select now(), ${one.vehicleId}::bigint, u.id, ${one.result}::int, ${one.rssi}::int, ${one.costMs}::int, ${one.phoneModel}::text,
      coalesce(${one.clientOs}::int, u.client_os), ${one.osVersion}::text, coalesce(${one.appVersion}::text, u.app_version)
    from usr_app_user u
    where u.id = ${one.userId} and (select count(*) from veh_ble_log l
      where l.vehicle_id = ${one.vehicleId} and l.user_id = u.id and l.time > now() - interval '1 day') < ${mostPerDay}
    returning client_os`.execute(tx);
  return rows[0];
}

/** Keeps an attempt of a phone: in the log, and in what is known of the vehicle's last connection and its failures. */
export async function keepAttempt(tx: Tx, one: Attempt): Promise<void> {
  const kept = await log(tx, one);
  if (kept === undefined) return;
  if (one.result === codes.BleResult.ok)
    await sql`
      insert into veh_bluetooth_state (vehicle_id, last_connect_time, last_rssi, last_connect_os)
      values (${one.vehicleId}, now(), ${one.rssi}, ${kept.clientOs})
      on conflict (vehicle_id) do update set last_connect_time = excluded.last_connect_time,
        last_rssi = excluded.last_rssi, last_connect_os = excluded.last_connect_os`.execute(tx);
  else
    await sql`
      insert into veh_bluetooth_state as b (vehicle_id, fail_count7d, fail_until) values (${one.vehicleId}, 1, now() + ${counted})
      on conflict (vehicle_id) do update set fail_count7d = b.fail_count7d + 1,
        fail_until = coalesce(b.fail_until, excluded.fail_until)`.execute(tx);
}

/** Erases what the phones of a user reported: it says when the user was at a vehicle. Counted failures stay counted for their seven days. */
export async function forgetAttempts(tx: Tx, userId: string): Promise<void> {
  await sql`delete from veh_ble_log where user_id = ${userId}`.execute(tx);
}

/**
 * Counts failures again where the oldest that is counted is over. The rows are locked first: an attempt that comes meanwhile waits, and is
 * counted after.
 * @returns how many vehicles
 */
async function ageSome(db: Db): Promise<number> {
  return withTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select vehicle_id::text as id from veh_bluetooth_state where fail_until <= now() order by fail_until limit ${atOnce}
      for update skip locked`.execute(tx);
    if (rows.length === 0) return 0;
    await sql`
      update veh_bluetooth_state b set fail_count7d = f.n, fail_until = f.oldest + ${counted}
      from unnest(${rows.map(({ id }) => id)}::bigint[]) as d (id)
        cross join lateral (select count(*)::int as n, min(l.time) as oldest from veh_ble_log l
          where l.vehicle_id = d.id and l.result <> 0 and l.time > now() - ${counted}) f
      where b.vehicle_id = d.id`.execute(tx);
    return rows.length;
  });
}

/**
 * Failures that are older than seven days are counted no longer.
 * @for a count of what happened lately: a column that each event raises, with the time at which its oldest event is over; a job counts again what is
 * due. Lists filter by it as by any number
 */
export async function ageFailures(db: Db): Promise<void> {
  while ((await ageSome(db)) === atOnce);
}
