import { sql } from 'kysely';
import { moveDue } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import type { Job } from '../../module.ts';
import { addNote, answerDays, feedbackEntity } from './records.ts';

/** Closes what was answered and not taken up again. @returns how many */
export const closeAnswered = (app: Pick<App, 'db' | 'secrets'>): Promise<number> =>
  moveDue(app, {
    entity: feedbackEntity,
    action: 'close',
    when: sql`t.last_reply_time <= now() - make_interval(days => ${answerDays})`,
    async effect(tx, id) {
      await addNote(tx, { feedbackId: id, action: 'close' });
      return { closeTime: new Date() };
    },
  });

const close: Job = {
  name: 'settings.feedbackClose',
  cron: '12 * * * *',
  async run(app) {
    await closeAnswered(app);
  },
};

export const feedbackJobs: readonly Job[] = [close];
