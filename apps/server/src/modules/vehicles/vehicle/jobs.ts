import { sql } from 'kysely';
import type { Job } from '../../module.ts';
import { forgetPlaces } from '../../trips/service.ts';

/** Telemetry older than its retention goes with its day's partition; trips of that time keep no coordinates. */
const retention: Job = {
  name: 'vehicles.retention',
  cron: '30 4 * * *',
  async run({ db, pool, config }) {
    await sql`select veh_telemetry_drop_before((now() at time zone 'UTC')::date - ${config.trackRetentionDays}::int)`.execute(
      db,
    );
    await forgetPlaces(pool, config.trackRetentionDays);
  },
};

export const vehicleJobs: readonly Job[] = [retention];
