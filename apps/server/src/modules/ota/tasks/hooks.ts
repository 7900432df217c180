import { isPast } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { otaSmall, readStages } from '@wheelhouse/entities/ota/ota-task-rules';
import { sql } from 'kysely';
import { standingApproval } from '../../../entity/approval/keep.ts';
import { checkCities } from '../../../entity/check-cities.ts';
import { fieldRefusal } from '../../../entity/check.ts';
import {
  type ActionHandlers,
  type ActionOf,
  type HooksOf,
  nextOf,
  only,
  type Refuses,
  type RefusesOf,
  type SavingOf,
} from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { holds } from '../../../entity/read.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { notifyProgress } from '../../messages/service.ts';
import { cancelExecutions } from './cancel.ts';
import { figuresOf, laidStages, stageCounts, stagesOf, unsettledOf } from './figures.ts';
import { taskFirmware, unusableFirmware } from './firmware.ts';
import { holdUndelivered } from './hold.ts';
import { taskNumbers } from './numbers.ts';
import { stopPackage } from './emergency.ts';
import { notifyEnded, notifySubmitted } from './notices.ts';
import { openStage } from './rounds.ts';
import { execStates, taskStates } from './rows.ts';
import { checkTarget, freeze, layOut, nextTaskNo } from './start.ts';
import { unreviewedVehicles } from './unreviewed.ts';
import { wakeWorkers } from './store.ts';

type Action = ActionOf<'otaTask'>;
type Task = Action['rows'][number];
type Saving = SavingOf<'otaTask'>;
const { test, single } = codes.OtaTaskType;
const { vinList } = codes.OtaTargetMode;

const texts = {
  old: { zh: '须为新平台固件', en: 'Must be firmware of the new generation' },
  vins: { zh: '请导入或填写VIN', en: 'Import or enter VINs' },
  begun: { zh: '已开始的阶段不能修改', en: 'Stages that have begun do not change' },
  small: {
    zh: '只有测试任务和不超过{n}辆的单车任务可以免审',
    en: 'Only tests, and single-vehicle tasks of {n} {n|vehicle|vehicles} at most, need no review',
  },
  batches: {
    zh: '同一固件7天内已有{is}辆车免审升级，合计不能超过{n}辆，请提交审核',
    en: 'Within 7 days {is} {is|vehicle|vehicles} got this package without a review. Beyond a total of {n}, submit it for review',
  },
  reason: { zh: '自动暂停后请说明继续的原因', en: 'Explain why it continues after an automatic pause' },
  last: { zh: '已是最后阶段', en: 'This is the last stage' },
  confirm: { zh: '与任务编号{no}不一致', en: 'This is not the task no. {no}' },
  over: { zh: '须晚于现在', en: 'Must be in the future' },
} as const;

async function checkFirmware({ ctx, tx, old, values }: Saving): Promise<void> {
  if (typeof values.firmwareId !== 'string' && values.taskType === undefined) return;
  const id = values.firmwareId ?? old?.firmwareId;
  const taskType = values.taskType ?? old?.taskType ?? null;
  const firmware = id === undefined ? undefined : await taskFirmware(tx, id);
  if (firmware?.generation !== codes.OtaGeneration.new) throw refuseField(ctx, 'firmwareId', texts.old);
  const refusal = unusableFirmware(ctx.app, firmware, Number(taskType), 3113);
  if (refusal !== undefined) throw fieldRefusal(ctx, 'firmwareId', refusal.code);
}

function checkNamed(saving: Saving): void {
  if (Number(nextOf(saving, 'targetMode')) !== vinList) return;
  const isGiven = [nextOf(saving, 'vinFile'), nextOf(saving, 'vins')].some(
    (one) => typeof one === 'string' && one !== '',
  );
  if (!isGiven) throw refuseField(saving.ctx, 'vins', texts.vins);
}

/** Stages that are open have their vehicles. @throws AppError 1001 */
function checkStages({ ctx, old, values }: Saving): void {
  if (old === undefined || values.stages === undefined || old.currentStage === 0) return;
  const [before, after] = [old.stages, values.stages].map((stages) =>
    JSON.stringify(readStages(stages).slice(0, old.currentStage)),
  );
  if (before !== after) throw refuseField(ctx, 'stages', texts.begun);
}

/** In use the end may move, but not into the past. */
function checkEnd({ ctx, values }: Saving): void {
  const { endTime } = values;
  const time = typeof endTime === 'string' ? new Date(`${endTime.replace(' ', 'T')}+08:00`) : endTime;
  if (time instanceof Date && time.getTime() <= Date.now()) throw refuseField(ctx, 'endTime', texts.over);
}

/** What a step does not ask for may be absent. */
const isGiven = (text: string | null | undefined): boolean => typeof text === 'string' && text !== '';

const isEarly: readonly number[] = [taskStates.draft, taskStates.inReview, taskStates.waiting];

/** How the current stage stands. */
async function currentStage(action: Action) {
  const { tx } = action;
  const row = only(action);
  const [counts, laid] = [await stageCounts(tx, row.id), await laidStages(tx, row.id)];
  const present = stagesOf(row, laid, counts, await unsettledOf(tx, row.id)).find(
    ({ stage }) => stage === row.currentStage,
  );
  return { present, next: laid[row.currentStage] };
}

/**
 * Who opens a stage by hand is held to its gate too: vehicles of which nothing is known yet count as failed. What is forced is kept with the stage.
 * @throws AppError 3114 below its gate, unless who may force it says why
 */
async function passGate(action: Action, remark: string | null): Promise<number> {
  const { ctx, tx } = action;
  const { present, next } = await currentStage(action);
  if (next === undefined || present === undefined) throw refuseField(ctx, 'stage', texts.last);
  const { minSuccessRate, worstRate, target, stage } = present;
  const isBelow = target > 0 && minSuccessRate !== null && (worstRate ?? 0) < minSuccessRate;
  if (!isBelow) return next.stage;
  const isForced = holds(ctx.user, 'taskList.force') && isGiven(remark);
  if (!isForced) throw new AppError(3114, { p: worstRate ?? 0, q: minSuccessRate });
  await sql`update ota_task_stage set forced_by = ${ctx.user.id}, forced_reason = ${remark}, forced_rate = ${worstRate ?? 0}
    where task_id = ${only(action).id} and stage = ${stage}`.execute(tx);
  return next.stage;
}

/** Results so far, which the automatic pause does not judge again. */
async function forgetFailures({ tx }: Action, id: string): Promise<void> {
  const figures = figuresOf(await stageCounts(tx, id));
  await sql`update ota_task set abort_succeeded = ${figures.succeeded}, abort_time = now() where id = ${id}`.execute(
    tx,
  );
}

/** The task no. that was typed names another one. @throws AppError 1001 */
function refuseOther({ ctx }: Action, { taskNo }: Task, typed: string): void {
  if (typed.trim().toUpperCase() !== taskNo) throw refuseField(ctx, 'confirmNo', texts.confirm, { no: taskNo });
}

/**
 * Only for tests, which reach test vehicles alone, and for a handful of vehicles: of the same package within a week, however many tasks they are
 * spread over. @throws AppError 1001
 */
async function refuseLarge({ ctx, tx }: Action, row: Task, count: number): Promise<void> {
  if (row.taskType === test) return;
  const isSmall = row.taskType === single && row.targetMode === vinList && count <= otaSmall;
  if (!isSmall) throw refuseField(ctx, 'taskType', texts.small, { n: otaSmall });
  const before = await unreviewedVehicles(tx, row);
  if (before + count > otaSmall) throw refuseField(ctx, 'taskType', texts.batches, { n: otaSmall, is: before });
}

/** Whoever has the task open sees each step of it. */
const showStep = ({ tx, ...action }: Action): Promise<void> => notifyProgress(tx, 'otaTask', only(action).id);

const decided =
  (end: 'approve' | 'approveChange' | 'reject') =>
  async (action: Action): Promise<void> => {
    await notifyEnded(action.tx, only(action), end);
    await showStep(action);
  };

/** A task whose package may not be used by it any more, or not yet. */
const unusable = (code: 3106 | 3113): Refuses<Task> =>
  each(async ({ firmwareId, taskType }, { ctx, tx }) =>
    unusableFirmware(ctx.app, await taskFirmware(tx, firmwareId, code === 3106), Number(taskType), code),
  );

const refuses: RefusesOf<'otaTask'> = {
  approve: unusable(3113),
  approveChange: unusable(3113),
  start: each(({ endTime }, { ctx }) => (isPast(endTime) ? refuseField(ctx, 'endTime', texts.over) : undefined)),
  resume: unusable(3106),
  withdraw: each(({ createBy }, { ctx }) => (createBy === ctx.user.id ? undefined : new AppError(1003))),
};

const actions: ActionHandlers<'otaTask'> = {
  async submit(action) {
    await checkTarget(action.ctx.app, action.tx, only(action));
    await notifySubmitted(action.tx, only(action), 'task');
    await showStep(action);
  },
  async submitSmall(action) {
    const row = only(action);
    await refuseLarge(action, row, await checkTarget(action.ctx.app, action.tx, row));
    await showStep(action);
  },
  approve: decided('approve'),
  async approveChange(action) {
    action.store({ changePending: 0 });
    await decided('approveChange')(action);
  },
  reject: decided('reject'),
  async start(action) {
    const { ctx, tx, input, store } = action;
    const row = only(action);
    const targetCount = await freeze(ctx.app, tx, row, {
      approval: await standingApproval(tx, { name: 'otaTask' }, row.id),
      withoutBusy: input.withoutBusy === 1,
    });
    const now = new Date();
    store({
      targetCount,
      currentStage: 1,
      stageStartTime: now,
      actualStartTime: now,
      autoPaused: 0,
      pausedReason: null,
    });
    await wakeWorkers(tx);
    await showStep(action);
  },
  async pause(action) {
    const { id } = only(action);
    await holdUndelivered(action.tx, id);
    action.store({ autoPaused: 0, pausedReason: action.input.remark ?? null });
    await showStep(action);
  },
  async resume(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    if (row.autoPaused === 1 && !isGiven(input.remark)) throw refuseField(ctx, 'remark', texts.reason);
    if (row.autoPaused === 1) await forgetFailures(action, row.id);
    store({ autoPaused: 0, pausedReason: null });
    await wakeWorkers(tx);
    await showStep(action);
  },
  async emergencyStop(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    refuseOther(action, row, input.confirmNo);
    const { id: taskId, taskNo, firmwareId } = row;
    const pausedReason = await stopPackage(tx, ctx, { taskId, taskNo, firmwareId, reason: input.remark });
    store({ autoPaused: 1, pausedReason });
    await showStep(action);
  },
  async nextStage(action) {
    const { tx, input, store } = action;
    const row = only(action);
    // Somebody else, or the gate, has opened it meanwhile.
    if ((input.stage ?? row.currentStage + 1) !== row.currentStage + 1) throw new AppError(1005);
    const stage = await passGate(action, input.remark);
    await openStage(tx, row.id, stage);
    store({ currentStage: stage, stageStartTime: new Date() });
    await wakeWorkers(tx);
    await showStep(action);
  },
  async terminate(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    refuseOther(action, row, input.confirmNo);
    await cancelExecutions(tx, {
      where: sql`x.task_id = ${row.id}`,
      event: 'terminate',
      text: input.remark,
      userId: ctx.user.id,
    });
    store({ finishTime: new Date() });
    const remark = input.remark ?? '';
    if (row.createBy !== ctx.user.id) await notifyEnded(tx, row, 'terminate', { zh: remark, en: remark });
    await showStep(action);
  },
  withdraw: showStep,
};

export const otaTaskHooks: HooksOf<'otaTask'> = {
  computed: taskNumbers({ lastWaiting: execStates.notStarted }),
  async beforeSave(saving) {
    const { ctx, tx, old, values } = saving;
    if (old === undefined) values.taskNo = await nextTaskNo(tx);
    await checkFirmware(saving);
    checkNamed(saving);
    checkStages(saving);
    checkEnd(saving);
    await checkCities(ctx, tx, values.cityCodes);
  },
  async afterSave({ tx, id, old, values }) {
    if (old !== undefined && values.stages !== undefined && !isEarly.includes(Number(old.status)))
      await layOut(tx, id, values.stages);
    if (old !== undefined) await notifyProgress(tx, 'otaTask', id);
  },
  afterSaveOf: ['stages', 'endTime', 'ratePerMinute'],
  // A paused task whose strategy nobody has loosened.
  wrongState: async (_tx, { status }, action) =>
    action === 'approveChange' && Number(status) === taskStates.paused ? new AppError(1022) : undefined,
  actions,
  refuses,
};
