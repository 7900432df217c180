import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract/time';
import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import type { Tx } from '../../db/pool.ts';
import { unchanged } from '../../entity/audit.ts';
import {
  type ActionHandlers,
  type ActionOf,
  type HooksOf,
  type Judged,
  only,
  type RefusesOf,
} from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { holds } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';
import { holdsFunction } from '../access/service.ts';
import { careful } from './handle-rules.ts';
import { notifyAlarm } from './live.ts';
import { openCaseFor } from './stolen.ts';
import { handling, logAlarms } from './tables.ts';

const reopenMs = 7 * 86_400_000;

type Alarm = ActionOf<'alarm'>['rows'][number];
type Name = keyof ActionHandlers<'alarm'>;

/** Writes an action into the log of an alarm and notifies open pages. */
async function record(
  { ctx, tx }: Pick<ActionOf<'alarm'>, 'ctx' | 'tx'>,
  row: Alarm,
  action: Name,
  toStatus: number,
  more: { readonly remark?: string; readonly handlerId?: string } = {},
): Promise<void> {
  const operatorId = ctx.user.id;
  await logAlarms(tx, [
    { alarmId: row.id, action, fromStatus: Number(row.handleStatus), toStatus, operatorId, ...more },
  ]);
  await notifyAlarm(tx, row.id, 'changed');
}

async function nameOf(tx: Tx, userId: string): Promise<string> {
  const row = await tx.selectFrom('sys_user').select('realName').where('id', '=', userId).executeTakeFirst();
  return row?.realName ?? '';
}

/** Refuses an alarm that another user has claimed, naming the user (3001). */
export const alarmWrongState: NonNullable<HooksOf<'alarm'>['wrongState']> = async (tx, row, action) =>
  action === 'claim' && row.handleStatus === handling.inProgress && row.handlerId !== null
    ? new AppError(3001, { user: await nameOf(tx, row.handlerId) })
    : undefined;

/** An alarm of another user needs the right to assign (3002). */
function othersAlarm(row: Alarm, { ctx }: Pick<Judged, 'ctx'>): AppError | undefined {
  const isOthers =
    Number(row.handleStatus) === handling.inProgress && row.handlerId !== null && row.handlerId !== ctx.user.id;
  return isOthers && !holds(ctx.user, 'alarmManage.assign') ? new AppError(3002) : undefined;
}

/** Alarm types that do not recover by themselves recover when they are handled. */
const recoveredBy = (row: Alarm) =>
  alarmTypeSeed(String(row.alarmType))?.clears === 'handled' &&
  Number(row.recoverStatus) === codes.AlarmRecoverStatus.active
    ? { recoverStatus: codes.AlarmRecoverStatus.recovered, recoverTime: new Date() }
    : {};

/** D:AlarmNextAction 2 opens a theft case; a repair order has a call of its own. */
async function followUp({ ctx, tx, input }: ActionOf<'alarm', 'handle'>, row: Alarm): Promise<void> {
  if (Number(input.nextAction) !== 2) return;
  const caseNo = await openCaseFor(ctx, tx, row);
  await logAlarms(tx, [{ alarmId: row.id, action: 'stolen', operatorId: ctx.user.id, remark: caseNo }]);
}

/** What the actions refuse whatever is asked: only its handler releases an alarm, only within seven days it is reopened (3006). */
export const alarmRefusals: RefusesOf<'alarm'> = {
  handle: each(othersAlarm),
  ignore: each(othersAlarm),
  release: each(({ handlerId }, { ctx }) => (handlerId === ctx.user.id ? undefined : new AppError(3002))),
  reopen: each(({ handleTime }) => {
    const handled = handleTime === null ? undefined : parseInstant(handleTime);
    return handled && handled.getTime() < Date.now() - reopenMs ? new AppError(3006) : undefined;
  }),
};

/** Effects of the actions of `entities/alarms/alarm-actions.ts`. */
export const alarmHandlers: ActionHandlers<'alarm'> = {
  async claim(action) {
    action.store({ handlerId: action.ctx.user.id, claimTime: new Date() });
    for (const row of action.rows) await record(action, row, 'claim', handling.inProgress);
  },
  // The assignee must hold `alarmManage.handle`.
  async assign(action) {
    const { userId } = action.input;
    if (!(await holdsFunction(action.tx, userId, 'alarmManage.handle'))) throw new AppError(1003);
    action.store({ handlerId: userId, claimTime: new Date() });
    for (const row of action.rows) {
      const hasIt = Number(row.handleStatus) === handling.inProgress && row.handlerId === userId;
      if (hasIt) action.leaveOut(row.id, new AppError(unchanged));
      else await record(action, row, 'assign', handling.inProgress, { handlerId: userId });
    }
  },
  async handle(action) {
    const row = only(action);
    const { ctx, input } = action;
    const isDangerous =
      Number(row.level) === 4 &&
      Number(row.alarmClass) === 2 &&
      Number(row.recoverStatus) === codes.AlarmRecoverStatus.active;
    if (isDangerous) careful(ctx, input);
    await followUp(action, row);
    action.store({
      ...input,
      ...recoveredBy(row),
      handlerId: row.handlerId ?? ctx.user.id,
      handleTime: new Date(),
    });
    await record(action, row, 'handle', handling.handled, { remark: input.handleRemark });
    return { id: row.id };
  },
  // A critical alarm can only be ignored on its own, not in a batch (3003).
  async ignore(action) {
    const { ctx, input, rows } = action;
    for (const row of rows) {
      if (action.several && Number(row.level) === 4) {
        action.leaveOut(row.id, new AppError(3003));
        continue;
      }
      const handled = { ...recoveredBy(row), handlerId: row.handlerId ?? ctx.user.id, handleTime: new Date() };
      action.store({ ignoreReason: input.reasonCode, handleRemark: input.remark ?? null, ...handled }, row.id);
      await record(action, row, 'ignore', handling.ignored, { remark: input.remark ?? '' });
    }
  },
  async release(action) {
    const row = only(action);
    action.store({ handlerId: null, claimTime: null });
    await record(action, row, 'release', handling.unhandled);
    return { id: row.id };
  },
  async reopen(action) {
    const row = only(action);
    action.store({ handlerId: action.ctx.user.id, claimTime: new Date(), handleTime: null });
    await record(action, row, 'reopen', handling.inProgress, { remark: action.input.reason });
    return { id: row.id };
  },
};
