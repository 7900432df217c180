import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { moveDue } from '../../entity/due.ts';
import type { Job } from '../module.ts';

/** Versions are published at their time (SM-AppVersion). */
const due: Job = {
  name: 'ota.appVersions',
  cron: '* * * * *',
  async run(app) {
    await moveDue(app, {
      entity: entityNamed('appVersion'),
      action: 'timeReached',
      when: sql`t.publish_time <= now()`,
    });
  },
};

export const otaJobs: readonly Job[] = [due];
