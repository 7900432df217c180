import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { ActionOf, HooksOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { judgeAgain } from './judge.ts';
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

/** Nobody decides about what he has asked for himself. @returns what he does decide about */
async function decided(action: Action): Promise<Action['rows']> {
  const { ctx, rows, leaveOut } = action;
  const beyond = await batchesBeyond(action);
  return rows.filter((row) => {
    const code = row.createBy === ctx.user.id ? 4010 : beyond.has(row.batchNo) ? 1011 : undefined;
    if (code !== undefined) leaveOut(row.id, new AppError(code));
    return code === undefined;
  });
}

const decisionOf = ({ user }: Action['ctx'], remark: string | null | undefined) => ({
  auditorId: user.id,
  auditTime: new Date(),
  auditRemark: remark ?? null,
});

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

export const simOperationHooks: HooksOf<'simOperation'> = {
  visible: operationsSeenBy,
  actions: {
    async approve(action) {
      const { ctx, tx, input, leaveOut, store } = action;
      const rows = await decided(action);
      const { refusals } = await judgeAgain(tx, rows);
      for (const row of rows) {
        const refusal = refusals.get(row.id);
        if (refusal !== undefined) leaveOut(row.id, refusal);
        else store({ ...decisionOf(ctx, input.remark), nextTime: dueTime(row.planTime) }, row.id);
      }
      await notifyLive(tx, simTopic, {});
    },
    async reject(action) {
      const { ctx, input, store } = action;
      for (const { id } of await decided(action)) store(decisionOf(ctx, input.remark), id);
      await tellApplicants(action);
    },
    /** A new order: the carrier has ended the one before. */
    async retry({ tx, rows, leaveOut, store }) {
      const { cards, refusals } = await judgeAgain(tx, rows);
      const tried = new Set<string>();
      for (const row of rows) {
        const isFree = cards.get(row.simId)?.pendingOp === null && !tried.has(row.simId);
        const refusal = isFree ? refusals.get(row.id) : new AppError(4007);
        if (refusal !== undefined) {
          leaveOut(row.id, refusal);
          continue;
        }
        // Two failed operations of one card are not both tried again.
        tried.add(row.simId);
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
