import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import type { ActionOf, HooksOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { operationsSeenBy } from './scope.ts';
import { simTopic } from './submit.ts';

type Action = ActionOf<'simOperation'>;

/** What was planned for later waits until then. */
const dueTime = (planTime: string | null): Date => {
  const planned = planTime === null ? new Date() : new Date(`${planTime.replace(' ', 'T')}+08:00`);
  return new Date(Math.max(planned.getTime(), Date.now()));
};

/** Batches with cards that the caller does not see: a batch is decided about by somebody who sees all of it. */
async function batchesBeyond({ ctx, tx, rows }: Action): Promise<ReadonlySet<string>> {
  const seen = operationsSeenBy(ctx.user, 'o');
  if (seen === undefined) return new Set();
  const batches = [...new Set(rows.map(({ batchNo }) => batchNo))];
  const { rows: found } = await sql<{ batchNo: string }>`
    select distinct o.batch_no from sim_operation o where o.batch_no = any(${batches}::text[]) and not o.deleted and (${seen}) is not true`.execute(
    tx,
  );
  return new Set(found.map(({ batchNo }) => batchNo));
}

/** Nobody decides about what he has asked for himself. */
async function decide(action: Action, remark: string | null): Promise<void> {
  const { ctx, rows, leaveOut, store } = action;
  const beyond = await batchesBeyond(action);
  for (const row of rows) {
    if (row.createBy === ctx.user.id) leaveOut(row.id, new AppError(4010));
    else if (beyond.has(row.batchNo)) leaveOut(row.id, new AppError(1011));
    else
      store(
        { auditorId: ctx.user.id, auditTime: new Date(), auditRemark: remark, nextTime: dueTime(row.planTime) },
        row.id,
      );
  }
}

/** Whoever asked for it hears that it is not done. */
async function tellApplicants({ ctx, tx, rows, input }: ActionOf<'simOperation', 'reject'>): Promise<void> {
  const others = rows.filter(({ createBy }) => createBy !== ctx.user.id);
  for (const batchNo of new Set(others.map((row) => row.batchNo))) {
    const batch = others.filter((row) => row.batchNo === batchNo);
    await notifyStaff(tx, {
      level: 3,
      title: { zh: '停复机申请被驳回', en: 'SIM request rejected' },
      body: {
        zh: `批次${batchNo}，${batch.length}张卡：${input.remark}`,
        en: `Batch ${batchNo}, ${batch.length} cards: ${input.remark}`,
      },
      path: `/simManage/stopResume?batchNo.eq=${batchNo}`,
      userIds: [...new Set(batch.flatMap(({ createBy }) => (createBy === null ? [] : [createBy])))],
    });
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
  visible: operationsSeenBy,
  actions: {
    async approve(action) {
      await decide(action, action.input.remark ?? null);
      await notifyLive(action.tx, simTopic, {});
    },
    async reject(action) {
      await decide(action, action.input.remark);
      await tellApplicants(action);
    },
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
