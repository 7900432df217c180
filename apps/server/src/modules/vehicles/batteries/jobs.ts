import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { clearAlarm, raiseAlarm } from '../../alarms/service.ts';
import type { Job } from '../../module.ts';

/** Days that the history of batteries is kept. */
const historyDays = 365;

/** History is deleted by whole months; partitions of coming months are created ahead. */
const retention: Job = {
  name: 'vehicles.batteryHistory',
  cron: '40 4 * * *',
  async run({ db }) {
    await sql`select veh_battery_snapshot_partition((now() at time zone 'UTC')::date + 31)`.execute(db);
    await sql`select veh_battery_snapshot_drop_before((now() at time zone 'UTC')::date - ${historyDays}::int)`.execute(
      db,
    );
  },
};

const type = 'BATTERY_MISMATCH';
const { toConfirm } = codes.BatteryPendingStatus;

async function raiseAll(tx: Tx): Promise<void> {
  const { rows } = await sql<{
    id: string;
    vehicleId: string;
    slot: number;
    reportedSn: string;
    recordedSn: string | null;
    firstTime: Date;
  }>`
    select p.id, p.vehicle_id as "vehicleId", p.slot, p.reported_sn as "reportedSn", b.battery_sn as "recordedSn", p.first_time as "firstTime"
    from veh_battery_pending p left join veh_battery b on b.id = p.recorded_battery_id
    where p.status = ${sql.lit(toConfirm)} and p.alarm_time is null order by p.id limit 500 for update of p skip locked`.execute(
    tx,
  );
  for (const { vehicleId, slot, reportedSn, recordedSn, firstTime } of rows)
    await raiseAlarm(tx, {
      vehicleId,
      type,
      time: firstTime,
      data: { slot, reportedSn, recordedSn },
      source: 'server',
    });
  await sql`update veh_battery_pending set alarm_time = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** The alarm of a vehicle is over when none of its slots has an open question. */
async function clearAll(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; vehicleId: string; open: boolean }>`
    select p.id, p.vehicle_id as "vehicleId", exists (select from veh_battery_pending o where o.vehicle_id = p.vehicle_id and o.status = ${sql.lit(toConfirm)}) as open
    from veh_battery_pending p where p.status <> ${sql.lit(toConfirm)} and p.alarm_time is not null and p.alarm_clear_time is null
    order by p.id limit 500 for update of p skip locked`.execute(tx);
  for (const { vehicleId, open } of rows) if (!open) await clearAlarm(tx, { vehicleId, type, time: new Date() });
  await sql`update veh_battery_pending set alarm_clear_time = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** The gateway records differences; this job raises and clears their alarms, so that ingest is not delayed. */
export const mismatchJob: Job = {
  name: 'vehicles.batteryMismatch',
  cron: '* * * * *',
  async run({ db }) {
    await withTransaction(db, async (tx) => {
      await raiseAll(tx);
      await clearAll(tx);
    });
  },
};

export const batteryJobs: readonly Job[] = [retention, mismatchJob];
