import { sql } from 'kysely';
import type { Job } from '../../module.ts';

/** Nonces of device calls whose timestamp is no longer taken. */
const nonces: Job = {
  name: 'vehicles.nonces',
  cron: '*/10 * * * *',
  async run({ db }) {
    await sql`delete from dev_nonce where time < now() - interval '15 minutes'`.execute(db);
  },
};

/** What diagnostics show is of the last days only. */
const retention: Job = {
  name: 'vehicles.diagnostics',
  cron: '35 4 * * *',
  async run({ db }) {
    await sql`delete from dev_message where recv_time < now() - interval '7 days'`.execute(db);
    await sql`delete from dev_watch where until_time < now()`.execute(db);
    await sql`delete from dev_device_day where day < current_date - 90`.execute(db);
    await sql`delete from dev_refusal where day < current_date - 180`.execute(db);
  },
};

export const deviceJobs: readonly Job[] = [nonces, retention];
