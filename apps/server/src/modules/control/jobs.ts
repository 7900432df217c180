import { sql } from 'kysely';
import type { Job } from '../module.ts';

/** Deletes old frames, which only open sessions show; records and their answers stay. */
const frameDays = 30;

const frames: Job = {
  name: 'control.debugFrames',
  cron: '20 4 * * *',
  async run({ db }) {
    await sql`
      delete from veh_debug_frame f using veh_debug_session s
      where s.id = f.session and s.close_time < now() - make_interval(days => ${frameDays}) and f.time < now() - make_interval(days => ${frameDays})`.execute(
      db,
    );
  },
};

export const controlJobs: readonly Job[] = [frames];
