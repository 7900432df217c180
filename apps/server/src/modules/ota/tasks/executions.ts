import type { ActionAnswer, Skipped } from '@wheelhouse/contract/calls/kit';
import type { OtaLogEntry } from '@wheelhouse/contract/calls/ota/tasks';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { runOnMany } from '../../../entity/run-on-many.ts';
import { exportRows } from '../../../entity/export/index.ts';
import type { ActionHandlers, HooksOf, Judged, Refusals } from '../../../entity/hooks.ts';
import { findInScope, idsInScope, list } from '../../../entity/read.ts';
import { scopeWhere } from '../../../entity/scope.ts';
import { withCondition } from '../../../entity/with-condition.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, ids, listQuery } from '../../../http/kit.ts';
import { callOff, devicesOf } from './cancel.ts';
import { eventTexts } from './log-texts.ts';
import { actors, execStates, holdsPart, taskStates, type Actor, type Entry } from './rows.ts';
import { lockPart } from './start.ts';
import { wakeWorkers } from './store.ts';
import { waitReason } from './waiting.ts';
import { notifyProgress } from '../../messages/service.ts';

const [task, execution] = [entityNamed('otaTask'), entityNamed('otaExecution')];
const { notified, downloading, ready, failed } = execStates;
const mayHaveJob: readonly number[] = [notified, downloading, ready];
const most = 1_000;
const mostLog = 500;
const colon = { zh: '：', en: ': ' } as const;

const executions = defineCall('POST /ps/crm/otaTask/executions', {
  access: 'taskList.query',
  body: listQuery.extend({ taskId: id.optional() }),
  summary: { zh: '升级执行列表', en: 'Vehicles of a task' },
  run: (ctx, { taskId, ...input }) => list(ctx, execution, withCondition(input, 'taskId', taskId)),
});

const exportExecutions = defineCall('POST /ps/crm/otaTask/exportExecutions', {
  access: 'taskList.export',
  body: listQuery.extend({ taskId: id.optional() }),
  summary: { zh: '导出升级执行', en: 'Export the vehicles of a task' },
  run: (ctx, { taskId, ...input }) => exportRows(ctx, execution, withCondition(input, 'taskId', taskId)),
});

const named = { executionIds: ids(most).optional(), ids: ids(most).optional() };

/** That another execution holds the part of `x`, over the alias `o`. */
const holdsSame = sql`o.vehicle_id = x.vehicle_id and o.device_type = x.device_type and o.id <> x.id and ${holdsPart('o')}`;
const isTakenOf = sql`exists (select from ota_execution o where ${holdsSame})`;

/** Failed executions of a task that may be tried again, in the caller's scope, from an id on: the next thousand. */
async function failedOf({ app, user }: CallContext, taskId: string, after: string): Promise<string[]> {
  const visible = scopeWhere(execution, 'x', user.scope, user.id) ?? sql`true`;
  const { rows } = await sql<{ id: string }>`
    select x.id::text as id from ota_execution x where x.task_id = ${taskId} and x.status = ${failed} and x.id > ${after} and not x.deleted
      and not ${isTakenOf} and ${visible}
    order by x.id limit ${most}`.execute(app.db);
  return rows.map((row) => row.id);
}

/** Every failed execution of a task again, a thousand in a transaction. */
async function retryAll(ctx: CallContext, taskId: string): Promise<ActionAnswer> {
  let retried = 0;
  const leftOut: Skipped[] = [];
  for (let after: string | undefined = '0'; after !== undefined;) {
    const all = await failedOf(ctx, taskId, after);
    after = all.length < most ? undefined : all.at(-1);
    if (all.length === 0) break;
    const { changed = 0, skipped = [] } = await runOnMany(ctx, execution, 'retry', { ids: all });
    retried += changed;
    leftOut.push(...skipped);
  }
  return { changed: retried, skipped: leftOut };
}

const retry = defineCall('POST /ps/crm/otaTask/retry', {
  access: 'taskList.run',
  body: z.object({ ...named, taskId: id.optional() }),
  summary: { zh: '重试失败车辆', en: 'Retry failed vehicles' },
  async run(ctx, { executionIds, ids: other, taskId }) {
    const chosen = executionIds ?? other;
    if (chosen !== undefined) return runOnMany(ctx, execution, 'retry', { ids: chosen });
    if (taskId === undefined) throw refuseField(ctx, 'executionIds', 'required');
    await findInScope(ctx, task, taskId);
    return retryAll(ctx, taskId);
  },
});

const cancelExecution = defineCall('POST /ps/crm/otaTask/cancelExecution', {
  access: 'taskList.run',
  body: z.object({ ...named, reason: z.string().optional() }),
  summary: { zh: '取消车辆升级', en: 'Take vehicles out of a task' },
  run: (ctx, { executionIds, ids: other, reason }) =>
    runOnMany(ctx, execution, 'cancelExecution', { ids: executionIds ?? other, reason }),
});

interface LogRow extends Omit<OtaLogEntry, 'actor' | 'text'> {
  readonly event: string;
  readonly text: string | null;
  readonly actor: Actor;
  readonly realName: string | null;
}
const actorNames: Readonly<Record<Actor, string>> = {
  [actors.system]: 'system',
  [actors.vehicle]: 'vehicle',
  [actors.owner]: 'owner',
  [actors.user]: 'user',
};

const executionLog = defineCall('POST /ps/crm/otaTask/executionLog', {
  access: 'taskList.query',
  body: z.object({ executionId: id }),
  summary: { zh: '升级执行日志', en: 'What happened to a vehicle of a task' },
  async run({ app, user, lang }, { executionId }): Promise<readonly OtaLogEntry[]> {
    if (!(await idsInScope(app.pool, execution, user, [executionId])).has(executionId)) throw new AppError(1002);
    const { rows } = await sql<LogRow>`
      select ${wallClock('l.time')} as time, l.status::int as status, l.event, l.phase::int as phase, l.progress, l.code, l.text,
        l.actor::int as actor, u.real_name
      from ota_execution_log l left join sys_user u on u.id = l.user_id where l.execution_id = ${executionId} order by l.id limit ${mostLog}`.execute(
      app.db,
    );
    return rows.map(({ event, text, actor, realName, ...row }) => ({
      ...row,
      text: [eventTexts[event]?.[lang] ?? event, text].filter((one) => one !== null).join(colon[lang]),
      actor: realName ?? actorNames[actor],
    }));
  },
});

export const executionCalls: readonly Call[] = [executions, exportExecutions, retry, cancelExecution, executionLog];

const goingOn: readonly number[] = [taskStates.running, taskStates.paused];
const overText = { zh: '任务已结束', en: 'The task is over' } as const;

/** Executions that cannot be tried again: their task is over, or another one has the part (3112). */
async function unretriable({ ctx, tx, rows: wanted }: Judged): Promise<Refusals> {
  // A start for the same part is waited for: it may take it.
  for (const type of new Set(wanted.map(({ deviceType }) => Number(deviceType)))) await lockPart(tx, type);
  const { rows } = await sql<{ id: string; status: number; vin: string; taskNo: string | null }>`
    select x.id::text as id, t.status::int as status, coalesce(v.vin, v.frame_no) as vin,
      (select k.task_no from ota_execution o join ota_task k on k.id = o.task_id where ${holdsSame} limit 1) as task_no
    from ota_execution x join ota_task t on t.id = x.task_id join veh_vehicle v on v.id = x.vehicle_id where x.id = any(${wanted.map((row) => row.id)}::bigint[])`.execute(
    tx,
  );
  const refusals = new Map<string, AppError>();
  for (const { id: own, status, vin, taskNo } of rows)
    if (!goingOn.includes(status)) refusals.set(own, refuseField(ctx, 'status', overText));
    else if (taskNo !== null) refusals.set(own, new AppError(3112, { n: 1, which: `${vin} (${taskNo})` }));
  return refusals;
}

const actions: ActionHandlers<'otaExecution'> = {
  async retry({ ctx, tx, rows, store }) {
    for (const row of rows)
      store(
        { retryCount: row.retryCount + 1, nextTime: new Date(), endTime: null, failCode: null, failMsg: null },
        row.id,
      );
    const ids = rows.map((row) => row.id);
    // Another attempt, also where the one before never heard of an answer.
    await sql`update ota_execution set report_rank = greatest(1, report_rank) where id = any(${ids}::bigint[])`.execute(
      tx,
    );
    await log(tx, ids, { status: notified, event: 'retry' }, ctx.user.id);
    await wakeWorkers(tx);
    for (const taskId of new Set(rows.map((row) => row.taskId))) await notifyProgress(tx, 'otaTask', taskId);
  },
  async cancel({ ctx, tx, rows, input, store }) {
    const withJob = rows.filter(({ status, attempt }) => attempt > 0 && mayHaveJob.includes(status));
    await callOff(tx, await devicesOf(tx, withJob));
    store({ endTime: new Date(), nextTime: null, deadline: null });
    await log(
      tx,
      rows.map((row) => row.id),
      { status: execStates.cancelled, event: 'cancel', text: input.reason },
      ctx.user.id,
    );
    for (const taskId of new Set(rows.map((row) => row.taskId))) await notifyProgress(tx, 'otaTask', taskId);
  },
};

/** Notes what a person did to executions. */
async function log(
  tx: Tx,
  of: readonly string[],
  { status, event, text = null }: Pick<Entry, 'status' | 'event' | 'text'>,
  userId: string,
): Promise<void> {
  await sql`
    insert into ota_execution_log (execution_id, status, event, text, actor, user_id)
    select x, ${status}, ${event}, ${text}, ${actors.user}, ${userId} from unnest(${[...of]}::bigint[]) x`.execute(tx);
}

export const otaExecutionHooks: HooksOf<'otaExecution'> = {
  computed: { waitReason },
  actions,
  refuses: { retry: unretriable },
};
