import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';

/** Promotions start and end by the clock (SM-Promotion). What counts goes by the time itself, not by this job. */
const due: Job = {
  name: 'marketing.promotions',
  cron: '* * * * *',
  async run(app) {
    const entity = entityNamed('promotion');
    await moveDue(app, { entity, action: 'start', when: sql`t.start_time <= now()` });
    await moveDue(app, { entity, action: 'end', when: sql`t.end_time <= now()` });
  },
};

/** Addresses and devices of visits are personal data: kept as long as a registration can follow from them, and a while for questions. */
const forget: Job = {
  name: 'marketing.visits',
  cron: '40 3 * * *',
  async run({ db }) {
    await sql`update ps_promotion_event set ip = null, device_hash = null
      where (ip is not null or device_hash is not null) and time < now() - interval '30 days'`.execute(db);
  },
};

export const promotionJobs: readonly Job[] = [due, forget];
