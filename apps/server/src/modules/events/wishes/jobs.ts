import { sql } from 'kysely';
import { today } from '../../../db/wall-clock.ts';
import type { Job } from '../../module.ts';

/** How many wishes somebody has made on a day matters on that day alone. */
const forget: Job = {
  name: 'events.wishDays',
  cron: '50 3 * * *',
  async run({ db }) {
    await sql`delete from act_wish_day where day < ${today} - 1`.execute(db);
  },
};

export const wishJobs: readonly Job[] = [forget];
