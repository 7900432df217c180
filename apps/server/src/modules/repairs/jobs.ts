import { sql } from 'kysely';
import { moveDue, type Mover } from '../../entity/due.ts';
import type { Job } from '../module.ts';
import { acceptBy } from './clock.ts';
import { addLine, bySystem, repairEntity, repairStatus, notifyOfProgress } from './records.ts';
import { announce } from './saving.ts';

const { unhandled, dispatched, toConfirm, done } = repairStatus;
const isDue = sql`t.due_time <= now()`;

/** Takes orders back that a dealer did not answer in time, and escalates them. @returns how many */
export const takeBackUnanswered = (app: Mover): Promise<number> =>
  moveDue(app, {
    entity: repairEntity,
    action: 'decline',
    when: isDue,
    async effect(tx, id) {
      const row = await tx
        .selectFrom('cs_repair_order')
        .select('orderNo')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await addLine(tx, { ...bySystem, orderId: id, action: 'timeout', from: dispatched, to: unhandled });
      await announce(tx, id, row.orderNo, true);
      return { dealerId: null, technicianId: null, dispatchTime: null, dueTime: acceptBy(new Date()), escalated: 1 };
    },
  });

/** Confirms orders that their owners have not answered for seven days. @returns how many */
export const confirmSilent = (app: Mover): Promise<number> =>
  moveDue(app, {
    entity: repairEntity,
    action: 'confirm',
    when: isDue,
    async effect(tx, id) {
      const row = await tx
        .selectFrom('cs_repair_order')
        .select(['id', 'orderNo', 'userId', 'vehicleId'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await addLine(tx, { ...bySystem, orderId: id, action: 'confirm', from: toConfirm, to: done, shown: true });
      await notifyOfProgress(tx, row, {
        zh: '7天未确认，报修单已自动完成。',
        en: 'Confirmed after 7 days without an answer.',
      });
      return { finishTime: new Date(), dueTime: null };
    },
  });

export const repairJobs: readonly Job[] = [
  {
    name: 'repairs.unanswered',
    cron: '* * * * *',
    async run(app) {
      await takeBackUnanswered(app);
    },
  },
  {
    name: 'repairs.confirm',
    cron: '24 * * * *',
    async run(app) {
      await confirmSilent(app);
    },
  },
];
