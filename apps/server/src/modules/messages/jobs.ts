import { sql } from 'kysely';
import type { Db } from '../../db/pool.ts';
import type { Job } from '../module.ts';
import { runRules } from './reminders/runs.ts';

/** Rows that one statement deletes, with their records: none holds its locks for long. By id, the oldest are found at once. */
const atOnce = 5_000;

async function shortenInboxes(db: Db): Promise<void> {
  for (let n = atOnce; n === atOnce;) {
    const { rows } = await sql`
      with over as (select id from msg_inbox where create_time < now() - interval '180 days' order by id limit ${atOnce})
      delete from msg_inbox i using over where i.id = over.id returning 1`.execute(db);
    n = rows.length;
  }
}

/** Notices that were read go after 90 days; the rest, and messages to owners, after 180. */
const retention: Job = {
  name: 'messages.retention',
  cron: '50 4 * * *',
  async run({ db }) {
    await sql`delete from msg_notice where create_time < now() - interval '180 days' or read_time is not null and create_time < now() - interval '90 days'`.execute(
      db,
    );
    await shortenInboxes(db);
    await sql`delete from msg_number_list l where not exists (select 1 from sys_file f where f.file_id = l.file_id)`.execute(
      db,
    );
    await sql`delete from msg_service_recipient p using msg_service_run r where r.id = p.run_id and r.run_time < now() - interval '180 days'`.execute(
      db,
    );
    await sql`delete from msg_push_outbox where create_time < now() - interval '180 days'`.execute(db);
  },
};

/** At the hours that a rule may choose; what was missed while no process ran is made up for at the next of them. */
const reminderRules: Job = { name: 'messages.reminders', cron: '0 8-21 * * *', run: runRules };

export const messageJobs: readonly Job[] = [retention, reminderRules];
