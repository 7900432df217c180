import { sql } from 'kysely';
import type { Job } from '../job.ts';

/** Days that track points are kept (catalogue 00-index §8, retention). */
const trackDays = 180;

/** Telemetry older than its retention goes with its day's partition. */
const retention: Job = {
  name: 'vehicles.retention',
  cron: '30 4 * * *',
  async run({ db }) {
    await sql`select veh_telemetry_drop_before((now() at time zone 'UTC')::date - ${trackDays}::int)`.execute(db);
  },
};

export const vehicleJobs: readonly Job[] = [retention];
