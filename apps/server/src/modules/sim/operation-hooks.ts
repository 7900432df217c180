import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import type { ActionOf, HooksOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { simTopic } from './submit.ts';

type Action = ActionOf<'simOperation'>;

/** What was planned for later waits until then. */
const dueTime = (planTime: string | null): Date => {
  const planned = planTime === null ? new Date() : new Date(`${planTime.replace(' ', 'T')}+08:00`);
  return new Date(Math.max(planned.getTime(), Date.now()));
};

/** Nobody decides about what he has asked for himself. */
function decide({ ctx, rows, leaveOut, store }: Action, remark: string | null): void {
  for (const row of rows) {
    if (row.createBy === ctx.user.id) leaveOut(row.id, new AppError(4010));
    else
      store(
        { auditorId: ctx.user.id, auditTime: new Date(), auditRemark: remark, nextTime: dueTime(row.planTime) },
        row.id,
      );
  }
}

/** Cards that have another operation under way. */
async function busyCards(tx: Tx, simIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from sim_card where id = any(${[...simIds]}::bigint[]) and (pending_op is not null or deleted) order by id for update`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

export const simOperationHooks: HooksOf<'simOperation'> = {
  actions: {
    async approve(action) {
      decide(action, action.input.remark ?? null);
      await notifyLive(action.tx, simTopic, {});
    },
    reject: async (action) => decide(action, action.input.remark),
    /** A new order: the carrier has ended the one before. */
    async retry({ tx, rows, leaveOut, store }) {
      const busy = new Set(
        await busyCards(
          tx,
          rows.map(({ simId }) => simId),
        ),
      );
      for (const row of rows) {
        if (busy.has(row.simId)) {
          leaveOut(row.id, new AppError(4007));
          continue;
        }
        // Two failed operations of one card are not both tried again.
        busy.add(row.simId);
        const again = { retryCount: row.retryCount + 1, attempts: 0, nextTime: new Date() };
        store(
          { ...again, sentTime: null, finishTime: null, costSec: null, carrierCode: null, carrierMsg: null },
          row.id,
        );
      }
      await notifyLive(tx, simTopic, {});
    },
    withdraw: async ({ ctx, rows, leaveOut }) => {
      for (const { id, createBy } of rows) if (createBy !== ctx.user.id) leaveOut(id, new AppError(4012));
    },
  },
};
