import { sql } from 'kysely';
import type { Job } from '../../module.ts';
import { attributedDays } from './visitor.ts';

/** Hashes of visitors are kept as long as a registration can follow from a visit. */
const forget: Job = {
  name: 'events.shareVisits',
  cron: '45 3 * * *',
  async run({ db }) {
    await sql`
      update act_share_visit set visitor = null, phone = null
      where phone is not null and time < now() - make_interval(days => ${attributedDays + 1})`.execute(db);
  },
};

export const shareJobs: readonly Job[] = [forget];
