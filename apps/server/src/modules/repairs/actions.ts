import type { Text } from '@wheelhouse/contract/lang';
import { fieldRefusal } from '../../entity/check.ts';
import { type ActionHandlers, type ActionOf, type EntityHooks, only, type RefusesOf } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { acceptBy, answerBy, confirmBy, repairBy } from './clock.ts';
import { refuseForeignTechnician, repairDealer } from './dealers.ts';
import { accountsOf, addLine, byUser, repairPath, repairStatus, notifyOfProgress } from './records.ts';
import { keepAudit, keepRequest, refuseOwnAudit } from './review.ts';
import { questionOdometer } from './odometer.ts';
import { announce } from './saving.ts';
import { checkSheet, recordParts, refuseUnaudited, sheetOf, storedPartsFen, writeParts } from './sheet.ts';

const { unhandled, dispatched, accepted, inRepair, toConfirm, done, cancelled, closed } = repairStatus;
type Name = keyof ActionHandlers<'repairOrder'>;
type Action<N extends Name = Name> = ActionOf<'repairOrder', N>;

/** From the start of the repair on nobody cancels (5151). */
export const repairWrongState: NonNullable<EntityHooks['wrongState']> = async (_tx, { status }, action) =>
  action === 'cancel' && [inRepair, toConfirm, done].some((state) => state === Number(status))
    ? new AppError(5151)
    : undefined;

interface Said {
  readonly to?: number;
  readonly content?: string | null | undefined;
  readonly images?: readonly string[] | null | undefined;
  /** Text of the notice to the owner; the line of the log is then shown in the app. */
  readonly owner?: Text;
}

/** Logs a step and notifies the owner. */
async function log(action: Pick<Action, 'tx' | 'ctx' | 'rows'>, name: string, said: Said): Promise<void> {
  const { tx, ctx } = action;
  const row = only(action);
  const { to, content, images, owner } = said;
  await addLine(tx, {
    ...byUser(ctx.user),
    orderId: row.id,
    action: name,
    from: Number(row.status),
    ...(to !== undefined && { to }),
    content,
    images,
    shown: owner !== undefined,
  });
  if (owner) await notifyOfProgress(tx, row, owner);
}

/** The order goes to a dealer, whose accounts are notified. @throws AppError 5152, 1001 */
async function dispatch(action: Action<'dispatch' | 'redispatch'>, name: 'dispatch' | 'redispatch'): Promise<void> {
  const { tx, ctx, input, store } = action;
  const row = only(action);
  const dealer = await repairDealer(tx, ctx, input.dealerId);
  await refuseForeignTechnician(tx, ctx, input.technicianId, dealer.id);
  const now = new Date();
  store({
    dealerId: dealer.id,
    technicianId: input.technicianId ?? null,
    cityId: row.cityId ?? dealer.cityId,
    dispatchTime: now,
    acceptTime: null,
    dueTime: answerBy(now, row.serviceType),
    escalated: 0,
  });
  await log(action, name, {
    to: dispatched,
    content: input.remark ? `${dealer.name}：${input.remark}` : dealer.name,
    owner: { zh: `已派给${dealer.name}，等待网点接单。`, en: `Handed to ${dealer.name}, which will accept it.` },
  });
  const userIds = await accountsOf(tx, dealer.id);
  if (userIds.length === 0) return;
  await notifyStaff(tx, {
    userIds,
    level: 3,
    title: { zh: '有新的派单', en: 'A repair order for you' },
    body: { zh: `报修单${row.orderNo}请尽快接单。`, en: `Please accept repair order ${row.orderNo}.` },
    path: repairPath(row.id),
  });
}

/** A warranty review is asked for by one person and given by another. */
export const repairRefusals: RefusesOf<'repairOrder'> = {
  warrantyAudit: each(async (row, { ctx, tx }) => {
    if (Number(row.auditRequested) !== 1)
      throw new AppError(1004, { state: { zh: '未提交质保审核', en: 'No review requested' }[ctx.lang] });
    await refuseOwnAudit(tx, row, ctx.user.id);
  }),
};

/** Effects of the actions of `entities/repairs/repair-actions.ts`. */
export const repairHandlers: ActionHandlers<'repairOrder'> = {
  dispatch: (action) => dispatch(action, 'dispatch'),
  redispatch: (action) => dispatch(action, 'redispatch'),
  async accept(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    await refuseForeignTechnician(tx, ctx, input.technicianId, row.dealerId);
    const now = new Date();
    store({ acceptTime: now, dueTime: repairBy(now), technicianId: input.technicianId ?? row.technicianId });
    await log(action, 'accept', {
      to: accepted,
      owner: { zh: '网点已接单，将按预约时间为您服务。', en: 'The dealer has accepted your order.' },
    });
  },
  async decline(action) {
    const row = only(action);
    action.store({ dealerId: null, technicianId: null, dispatchTime: null, dueTime: acceptBy(new Date()) });
    await log(action, 'decline', { to: unhandled, content: action.input.reason });
    await announce(action.tx, row.id, row.orderNo, true);
  },
  async start(action) {
    const { ctx, tx, input, store } = action;
    const row = only(action);
    if (input.odometerKm < Number(row.odometerKm ?? 0)) throw fieldRefusal(ctx, 'odometerKm', 5113);
    await questionOdometer(tx, ctx, row.vehicleId, input);
    store({ startTime: new Date(), odometerKm: input.odometerKm, checkInImages: input.images });
    await log(action, 'start', {
      to: inRepair,
      content: input.remark,
      images: input.images,
      owner: { zh: '车辆已开始维修。', en: 'The repair has started.' },
    });
  },
  async requestAudit(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    checkSheet(ctx, input);
    await writeParts(tx, row.id, ctx.user.id, input);
    await keepRequest(tx, { ...row, ...sheetOf(input) }, ctx.user.id);
    store({
      ...sheetOf(input),
      auditRequested: 1,
      auditResult: null,
      auditFen: null,
      auditRemark: null,
      auditorId: null,
    });
    await log(action, 'requestAudit', { content: input.diagnosis });
    await notifyStaff(tx, {
      functionCode: 'repairListsManage.warranty',
      level: 2,
      title: { zh: '报修单待质保审核', en: 'A warranty review is due' },
      body: { zh: `报修单${row.orderNo}待质保审核。`, en: `Repair order ${row.orderNo} waits for its review.` },
      path: repairPath(row.id),
    });
  },
  async warrantyAudit(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    const auditFen = await storedPartsFen(tx, row.id);
    await keepAudit(tx, row, ctx.user.id);
    store({
      auditRequested: 0,
      auditResult: input.result,
      auditFen,
      auditRemark: input.remark ?? null,
      auditorId: ctx.user.id,
      warrantyResult: input.result,
    });
    await log(action, 'warrantyAudit', { content: input.remark });
    if (row.dealerId === null) return;
    const userIds = await accountsOf(tx, row.dealerId);
    if (userIds.length === 0) return;
    await notifyStaff(tx, {
      userIds,
      level: 2,
      title: { zh: '质保审核已完成', en: 'The warranty review is done' },
      body: { zh: `报修单${row.orderNo}已审核。`, en: `Repair order ${row.orderNo} has been reviewed.` },
      path: repairPath(row.id),
    });
  },
  async complete(action) {
    const { tx, ctx, input, store } = action;
    const row = only(action);
    checkSheet(ctx, input);
    await refuseUnaudited(tx, row, input);
    await recordParts(tx, ctx, row, input);
    const now = new Date();
    store({
      ...sheetOf(input),
      beforeImages: input.beforeImages,
      afterImages: input.afterImages,
      auditRequested: 0,
      completeTime: now,
      dueTime: confirmBy(now),
    });
    await log(action, 'complete', {
      to: toConfirm,
      content: input.diagnosis,
      images: input.afterImages,
      owner: {
        zh: '维修已完工，请确认。7天未确认将自动完成。',
        en: 'The repair is done. Please confirm it within 7 days.',
      },
    });
  },
  async confirm(action) {
    action.store({ finishTime: new Date(), dueTime: null });
    await log(action, 'confirm', {
      to: done,
      content: action.input.remark,
      owner: { zh: '报修单已完成，欢迎评价。', en: 'The order is done. Please rate it.' },
    });
  },
  async solveRemote(action) {
    const { solution } = action.input;
    action.store({ solution, finishTime: new Date(), dueTime: null });
    await log(action, 'solveRemote', { to: done, content: solution, owner: { zh: solution, en: solution } });
  },
  async close(action) {
    const { reason } = action.input;
    action.store({ endReason: reason, finishTime: new Date(), dueTime: null });
    await log(action, 'close', { to: closed, content: reason, owner: { zh: reason, en: reason } });
  },
  async cancel(action) {
    const { reason } = action.input;
    action.store({ endReason: reason, finishTime: new Date(), dueTime: null });
    await log(action, 'cancel', {
      to: cancelled,
      content: reason,
      owner: { zh: `已取消：${reason}`, en: `Cancelled: ${reason}` },
    });
  },
  async note(action) {
    const { content, visibleToOwner } = action.input;
    await log(action, 'note', { content, ...(visibleToOwner === 1 && { owner: { zh: content, en: content } }) });
  },
};
