import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { Job } from '../../job.ts';

/** Days that the history of batteries is kept. */
const historyDays = 365;

/** A year's history goes by whole months; those to come are there before the first sample of theirs. */
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

interface Mismatch {
  readonly vehicleId: string;
  readonly time: Date;
  readonly data: { readonly slot: number; readonly reportedSn: string; readonly recordedSn: string | null };
}

/** Who is told of a battery that differs from the record, and of its end. */
export interface MismatchAlarms {
  raise(tx: Tx, mismatch: Mismatch): Promise<void>;
  clear(tx: Tx, mismatch: Pick<Mismatch, 'vehicleId' | 'time'>): Promise<void>;
}
let alarms: MismatchAlarms | undefined;

/** The alarms module says how the alarm BATTERY_MISMATCH is raised and cleared. */
export function setMismatchAlarms(given: MismatchAlarms): void {
  alarms = given;
}

async function raiseAll(tx: Tx, told: MismatchAlarms): Promise<void> {
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
    where p.status = 0 and p.alarm_time is null order by p.id limit 500 for update of p skip locked`.execute(tx);
  for (const { vehicleId, slot, reportedSn, recordedSn, firstTime } of rows)
    await told.raise(tx, { vehicleId, time: firstTime, data: { slot, reportedSn, recordedSn } });
  await sql`update veh_battery_pending set alarm_time = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** An alarm of a vehicle is over when none of its slots is in question. */
async function clearAll(tx: Tx, told: MismatchAlarms): Promise<void> {
  const { rows } = await sql<{ id: string; vehicleId: string; open: boolean }>`
    select p.id, p.vehicle_id as "vehicleId", exists (select from veh_battery_pending o where o.vehicle_id = p.vehicle_id and o.status = 0) as open
    from veh_battery_pending p where p.status <> 0 and p.alarm_time is not null and p.alarm_clear_time is null
    order by p.id limit 500 for update of p skip locked`.execute(tx);
  for (const { vehicleId, open } of rows) if (!open) await told.clear(tx, { vehicleId, time: new Date() });
  await sql`update veh_battery_pending set alarm_clear_time = now() where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
}

/** The gateway writes down what differs; alarms of it are raised and cleared here, out of its way. */
export const mismatchJob: Job = {
  name: 'vehicles.batteryMismatch',
  cron: '* * * * *',
  async run({ db }) {
    const told = alarms;
    if (!told) return;
    await withTransaction(db, async (tx) => {
      await raiseAll(tx, told);
      await clearAll(tx, told);
    });
  },
};

export const batteryJobs: readonly Job[] = [retention, mismatchJob];
