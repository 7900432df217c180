import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';
import { replaceOthers } from './versions.ts';

const { ready } = machines['SM-Theme'].states;

/** Themes come and go with their time (SM-Theme). One that people took off does not come back by itself. */
const due: Job = {
  name: 'content.themes',
  cron: '* * * * *',
  async run(app) {
    const entity = entityNamed('appTheme');
    const effect = async (tx: Tx, id: string) => {
      const { downloads } = await replaceOthers(tx, id, null);
      return { downloads };
    };
    const begun = sql`t.status = ${ready} and t.start_time <= now() and (t.end_time is null or t.end_time > now())`;
    await moveDue(app, { entity, action: 'shelfOn', when: begun, effect });
    await moveDue(app, { entity, action: 'shelfOff', when: sql`t.end_time <= now()` });
  },
};

export const themeJobs: readonly Job[] = [due];
