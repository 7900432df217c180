import { isPast } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { ActionOf, HooksOf, Judged, Refusals } from '../../entity/hooks.ts';
import { holds } from '../../entity/read.ts';
import { each } from '../../entity/refusals.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { judgeAgain } from './judge.ts';
import { operationsSeenBy } from './scope.ts';
import { simTopic } from './submit.ts';

const { waiting } = machines['SM-SimOperation'].states;

type Action = ActionOf<'simOperation'>;
type Operation = Action['rows'][number];

/** What was planned for later waits until then. */
const dueTime = (planTime: string | null): Date => {
  const planned = planTime === null ? new Date() : new Date(`${planTime.replace(' ', 'T')}+08:00`);
  return new Date(Math.max(planned.getTime(), Date.now()));
};

/** Batches with cards that the caller does not see: a batch is decided about by somebody who sees all of it. */
async function batchesBeyond({ ctx, tx, rows }: Judged<Operation>): Promise<ReadonlySet<string>> {
  const seen = operationsSeenBy(ctx.user, 'o');
  if (seen === undefined) return new Set();
  const batches = [...new Set(rows.map(({ batchNo }) => batchNo))];
  const { rows: found } = await sql<{ batchNo: string }>`
    select distinct o.batch_no from sim_operation o where o.batch_no = any(${batches}::text[]) and not o.deleted and (${seen}) is not true`.execute(
    tx,
  );
  return new Set(found.map(({ batchNo }) => batchNo));
}

/** Nobody decides about what he has asked for himself (4010), or about a part of a batch (1011). */
async function undecidable(judged: Judged<Operation>): Promise<Map<string, AppError>> {
  const { ctx, rows } = judged;
  const beyond = await batchesBeyond(judged);
  const codeOf = ({ createBy, batchNo }: Operation) =>
    createBy === ctx.user.id ? 4010 : beyond.has(batchNo) ? 1011 : undefined;
  return new Map(
    rows.flatMap((row): [string, AppError][] => {
      const code = codeOf(row);
      return code === undefined ? [] : [[row.id, new AppError(code)]];
    }),
  );
}

/** What nobody may do to the card any more, too. */
async function unapprovable(judged: Judged<Operation>): Promise<Refusals> {
  const refusals = await undecidable(judged);
  const { refusals: forbidden } = await judgeAgain(
    judged.tx,
    judged.rows.filter(({ id }) => !refusals.has(id)),
  );
  return new Map([...refusals, ...forbidden]);
}

/** Cards that have another operation under way (4007), or may not have this one. */
async function unretriable({ tx, rows }: Judged<Operation>): Promise<Refusals> {
  const { cards, refusals } = await judgeAgain(tx, rows);
  return new Map(
    rows.flatMap(({ id, simId }): [string, AppError][] => {
      const refusal = cards.get(simId)?.pendingOp === null ? refusals.get(id) : new AppError(4007);
      return refusal === undefined ? [] : [[id, refusal]];
    }),
  );
}

const decisionOf = ({ user }: Action['ctx'], remark: string | null | undefined) => ({
  auditorId: user.id,
  auditTime: new Date(),
  auditRemark: remark ?? null,
});

/** Whoever asked for it hears that it is not done. */
async function tellApplicants({ tx, rows, input }: ActionOf<'simOperation', 'reject'>): Promise<void> {
  for (const batchNo of new Set(rows.map((row) => row.batchNo))) {
    const batch = rows.filter((row) => row.batchNo === batchNo);
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
      const { ctx, tx, rows, input, store } = action;
      for (const row of rows) store({ ...decisionOf(ctx, input.remark), nextTime: dueTime(row.planTime) }, row.id);
      await notifyLive(tx, simTopic, {});
    },
    async reject(action) {
      const { ctx, input, store } = action;
      store(decisionOf(ctx, input.remark));
      await tellApplicants(action);
    },
    /** A new order: the carrier has ended the one before. */
    async retry({ tx, rows, leaveOut, store }) {
      const tried = new Set<string>();
      for (const row of rows) {
        // Two failed operations of one card are not both tried again.
        if (tried.has(row.simId)) {
          leaveOut(row.id, new AppError(4007));
          continue;
        }
        tried.add(row.simId);
        const again = { retryCount: row.retryCount + 1, attempts: 0, nextTime: new Date() };
        store(
          { ...again, sentTime: null, finishTime: null, costSec: null, carrierCode: null, carrierMsg: null },
          row.id,
        );
      }
      await notifyLive(tx, simTopic, {});
    },
  },
  refuses: {
    approve: unapprovable,
    reject: undecidable,
    retry: unretriable,
    // Who decides about requests may also take back an approved one that is planned: its applicant may be away for weeks.
    withdraw: each(({ createBy, status, planTime }, { ctx }) => {
      const isPlanned = Number(status) === waiting && planTime !== null && !isPast(planTime);
      const may = createBy === ctx.user.id || (isPlanned && holds(ctx.user, 'stopResume.audit'));
      return may ? undefined : new AppError(4012);
    }),
  },
};
