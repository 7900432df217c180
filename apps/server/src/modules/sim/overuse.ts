import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { withTransaction, type Db } from '../../db/pool.ts';
import { clearAlarm, raiseAlarm } from '../alarms/service.ts';
import type { Job } from '../module.ts';

const type = 'SIM_OVERUSE';
/** Vehicles of one statement. */
const portion = 500;

/** The card `s` has reached its threshold, whether or not it is suspended for that; 0 is no threshold. */
export const isOverused = sql`(s.stop_threshold_pct > 0 and s.usage_rate >= s.stop_threshold_pct)`;

interface Over {
  readonly vehicleId: string;
  readonly usageRate: number;
  readonly thresholdPct: number;
}

/** Raises the alarm of vehicles whose card has reached its threshold. A vehicle whose alarm the rule refuses holds up no others. */
async function raiseOverused(db: Db): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const { rows }: { rows: Over[] } = await sql<Over>`
      select v.id::text as vehicle_id, s.usage_rate::float8 as usage_rate, s.stop_threshold_pct as threshold_pct
      from sim_card s join veh_vehicle v on v.iccid = s.iccid and not v.deleted
      where v.id > ${after}::bigint and not s.deleted and ${isOverused}
        and not exists (select from alm_alarm a where a.vehicle_id = v.id and a.alarm_type = ${type} and a.recover_status = ${sql.lit(codes.AlarmRecoverStatus.active)} and not a.deleted)
      order by v.id limit ${portion}`.execute(db);
    for (const { vehicleId, ...data } of rows)
      await withTransaction(db, (tx) => raiseAlarm(tx, { vehicleId, type, time: new Date(), source: 'server', data }));
    after = rows.at(-1)?.vehicleId;
  }
}

/** Ends the alarms of vehicles whose card is below its threshold: a new month has begun, or the vehicle has another card. */
export async function clearOverused(db: Db): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined;) {
    const { rows }: { rows: { vehicleId: string }[] } = await sql<{ vehicleId: string }>`
      select a.vehicle_id::text as vehicle_id from alm_alarm a
      where a.vehicle_id > ${after}::bigint and a.alarm_type = ${type} and a.recover_status = ${sql.lit(codes.AlarmRecoverStatus.active)} and not a.deleted
        and not exists (select from veh_vehicle v join sim_card s on s.iccid = v.iccid and not s.deleted where v.id = a.vehicle_id and ${isOverused})
      order by a.vehicle_id limit ${portion}`.execute(db);
    for (const { vehicleId } of rows)
      await withTransaction(db, (tx) => clearAlarm(tx, { vehicleId, type, time: new Date() }));
    after = rows.at(-1)?.vehicleId;
  }
}

/** Before the cards are suspended at night, and each hour as their usage is read. */
export const overuse: Job = {
  name: 'sim.overuse',
  cron: '25 * * * *',
  async run({ db }) {
    await raiseOverused(db);
    await clearOverused(db);
  },
};
