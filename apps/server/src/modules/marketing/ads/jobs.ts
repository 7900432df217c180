import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { today } from '../../../db/wall-clock.ts';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';

/** Advertisements begin and end with their time (SM-Ad). */
const due: Job = {
  name: 'marketing.ads',
  cron: '* * * * *',
  async run(app) {
    const entity = entityNamed('advertisement');
    await moveDue(app, { entity, action: 'start', when: sql`t.start_time <= now()` });
    await moveDue(app, { entity, action: 'end', when: sql`t.end_time <= now()` });
  },
};

/** What each user's app reported limits the counts of its own day only. */
const retention: Job = {
  name: 'marketing.adRetention',
  cron: '40 4 * * *',
  async run({ db }) {
    await sql`delete from ps_ad_user_day where stat_date < ${today} - 1`.execute(db);
  },
};

export const adJobs: readonly Job[] = [due, retention];
