import { sql } from 'kysely';
import { withTransaction } from '../../db/pool.ts';
import { startOfDay, today } from '../../db/wall-clock.ts';
import { moveDue, type Mover } from '../../entity/due.ts';
import type { App } from '../../http/context.ts';
import { notifyStaff } from '../messages/service.ts';
import type { Job } from '../module.ts';
import { addNote, answerDays, answerHours, feedbackEntity, overdue } from './records.ts';

/** Closes what was answered and not taken up again. @returns how many */
export const closeAnswered = (app: Mover): Promise<number> =>
  moveDue(app, {
    entity: feedbackEntity,
    action: 'close',
    when: sql`t.last_reply_time <= now() - make_interval(days => ${answerDays})`,
    async effect(tx, id) {
      await addNote(tx, { feedbackId: id, action: 'close' });
      return { closeTime: new Date() };
    },
  });

const overduePath = '/businessManage/appFeedbackManage?overdue.eq=1';

/** Notifies those who assign feedback that some is overdue, once a day. It says no number: each of them sees a part of it. */
export const tellOverdue = ({ db }: Pick<App, 'db'>): Promise<void> =>
  withTransaction(db, async (tx) => {
    const { rows } = await sql`
      select 1 from cs_feedback t where ${sql.raw(overdue('t'))} and not t.deleted
        and not exists (select from msg_notice n where n.path = ${overduePath} and n.create_time >= ${startOfDay(today)}) limit 1`.execute(
      tx,
    );
    if (rows.length === 0) return;
    await notifyStaff(tx, {
      functionCode: 'appFeedbackManage.assign',
      level: 3,
      title: { zh: '反馈超时', en: 'Overdue feedback' },
      body: {
        zh: `有反馈超过${answerHours}小时未领取，或追问未答复，请尽快安排。`,
        en: `Some feedback, or what users added to it, has waited for more than ${answerHours} hours. Please see that it is answered.`,
      },
      path: overduePath,
    });
  });

const remind: Job = {
  name: 'feedback.overdue',
  cron: '0 9 * * *',
  async run(app) {
    await tellOverdue(app);
  },
};

const close: Job = {
  name: 'feedback.close',
  cron: '12 * * * *',
  async run(app) {
    await closeAnswered(app);
  },
};

export const feedbackJobs: readonly Job[] = [close, remind];
