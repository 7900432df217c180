import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';
import { goLive } from './live.ts';

/** Articles whose time has come are published, by the time of the database. */
const due: Job = {
  name: 'content.articles',
  cron: '* * * * *',
  async run(app) {
    await moveDue(app, {
      entity: entityNamed('article'),
      action: 'timeReached',
      when: sql`t.publish_time <= now()`,
      effect: async (tx, id) => {
        await goLive(tx, id);
        return {};
      },
    });
  },
};

export const articleJobs: readonly Job[] = [due];
