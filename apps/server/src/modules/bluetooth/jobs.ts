import { sql } from 'kysely';
import { today } from '../../db/wall-clock.ts';
import type { Job } from '../module.ts';
import { ageFailures } from './state.ts';

/** Months that the connection log is kept, besides the present one. */
const keptMonths = 12;

const age: Job = {
  name: 'bluetooth.failures',
  cron: '*/5 * * * *',
  run: ({ db }) => ageFailures(db),
};

/** Makes the next month of the log before it begins, and drops those that are over. */
const retention: Job = {
  name: 'bluetooth.retention',
  cron: '50 4 * * *',
  async run({ db }) {
    await sql`select veh_ble_log_partition((${today} + interval '1 month')::date)`.execute(db);
    await sql`select veh_ble_log_drop_before((date_trunc('month', ${today}) - make_interval(months => ${keptMonths}))::date)`.execute(
      db,
    );
  },
};

/**
 * @for a log that grows without end: a table by month with a function that makes a partition (`veh_ble_log_partition`) and one that drops the old
 * ones
 */
export const bluetoothJobs: readonly Job[] = [age, retention];
