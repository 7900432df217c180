import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { metresApart } from '../../db/distance.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { clearAlarm, raiseAlarm } from '../alarms/service.ts';
import type { Job } from '../module.ts';
import { addNote } from './notes.ts';
import { stolen } from '../fleet/shared/service.ts';
import { settleSilent } from './power.ts';

const { none, requested } = codes.StolenLockStatus;

interface GuardCrossing {
  readonly vehicleId: string;
  readonly time: Date;
  readonly lng: number;
  readonly lat: number;
  /** Whether the vehicle left the circle or came back. */
  readonly out: boolean;
}

interface Crossed extends GuardCrossing {
  readonly id: string;
}

/** A vehicle outside its watch circle has an alarm until it is back. */
async function sayToAlarms(tx: Tx, { vehicleId, time, lng, lat, out }: GuardCrossing): Promise<void> {
  const at = { vehicleId, type: 'FENCE_OUT', time };
  if (out) await raiseAlarm(tx, { ...at, lng, lat, source: 'server' });
  else await clearAlarm(tx, at);
}

/** Monitored vehicles that left their watch circle since the last check, or came back into it. */
export async function watchGuards(tx: Tx): Promise<void> {
  const metres = metresApart(
    { lng: sql`s.gps_lng`, lat: sql`s.gps_lat` },
    { lng: sql`c.guard_lng`, lat: sql`c.guard_lat` },
  );
  const { rows } = await sql<Crossed>`
    with seen as (
      select c.id, c.guard_left = 1 as was, ${metres} > coalesce(c.guard_radius_m, 200) as now_out, s.gps_time, s.gps_lng, s.gps_lat
      from veh_stolen_case c join veh_vehicle_status s on s.vehicle_id = c.vehicle_id
      where c.status = ${stolen.monitoring} and not c.deleted and c.guard_lng is not null and s.gps_lng is not null and s.gps_time > c.verify_time
      for update of c)
    update veh_stolen_case c set guard_left = seen.now_out::int, rev = rev + 1, update_time = now() from seen
    where seen.id = c.id and seen.was <> seen.now_out
    returning c.id::text as id, c.vehicle_id::text as vehicle_id, seen.gps_time as time, seen.gps_lng as lng, seen.gps_lat as lat, seen.now_out as out`.execute(
    tx,
  );
  for (const { id, ...crossing } of rows) {
    const { lng, lat, out } = crossing;
    const text = out
      ? { zh: '车辆离开看护圈', en: 'The vehicle left the geofence' }
      : { zh: '车辆回到看护圈', en: 'The vehicle is back inside the geofence' };
    await addNote(tx, { caseId: id, kind: codes.StolenNoteKind.position, text, at: { lng, lat }, operatorId: null });
    await sayToAlarms(tx, crossing);
  }
}

/** Days without a report of the vehicle after which it counts as not found (SM-Stolen). */
const silentDays = 90;

export async function giveUpSilent(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update veh_stolen_case c set status = ${stolen.notFound}, lock_status = case when lock_status = ${sql.lit(requested)} then ${sql.lit(none)} else lock_status end, rev = rev + 1, update_time = now(), update_by = null
    where c.status = ${stolen.monitoring} and not c.deleted and c.verify_time < now() - make_interval(days => ${silentDays})
      and not exists (select 1 from veh_vehicle_status s where s.vehicle_id = c.vehicle_id and s.recv_time > now() - make_interval(days => ${silentDays}))
    returning c.id::text as id`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0)
    await sql`
      insert into sys_operation_log (username, action, entity, entity_id, before, after)
      select 'system', 'giveUp', 'stolenCase', id, ${JSON.stringify({ status: stolen.monitoring })}::jsonb, ${JSON.stringify({ status: stolen.notFound })}::jsonb from unnest(${ids}::text[]) id`.execute(
      tx,
    );
  const text = { zh: `${silentDays}天无信号，未找回`, en: `No signal for ${silentDays} days: not found` };
  for (const caseId of ids) await addNote(tx, { caseId, kind: codes.StolenNoteKind.status, text, operatorId: null });
}

const watch: Job = {
  name: 'theft.watch',
  cron: '* * * * *',
  async run({ db }) {
    await withTransaction(db, watchGuards);
    await withTransaction(db, settleSilent);
  },
};

const giveUp: Job = {
  name: 'theft.giveUp',
  cron: '40 3 * * *',
  run: ({ db }) => withTransaction(db, giveUpSilent),
};

export const theftJobs: readonly Job[] = [watch, giveUp];
