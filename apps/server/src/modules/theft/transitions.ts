import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract';
import type { Text } from '@wheelhouse/contract/lang';
import { type ActionHandlers, type ActionOf, only, type RefusesOf } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { notifyStaff } from '../messages/service.ts';
import { desireConfig } from '../binding/service.ts';
import { victimOf } from './case-rules.ts';
import { addNote } from './notes.ts';
import { sendPower } from './power.ts';
import { casePath, note, notifyCaseOwner, text, type CaseRow } from './steps.ts';

type Case<Action extends keyof ActionHandlers<'stolenCase'>> = ActionOf<'stolenCase', Action>;

/** Settings of a device while its vehicle is monitored, and otherwise. */
const alertSec = 10;
const normal = { reportMovingS: 10, reportParkedS: 300, guardRadiusM: 50 } as const;

async function monitor(action: Case<'verify' | 'reopen'>, said: Text): Promise<void> {
  const { tx, ctx, input } = action;
  const row = only(action);
  const { vehicleId } = row;
  const place = await victimOf(tx, vehicleId);
  const at = place && place.lng !== null && place.lat !== null ? { lng: place.lng, lat: place.lat } : undefined;
  const guardRadiusM = ('guardRadiusM' in input ? input.guardRadiusM : undefined) ?? row.guardRadiusM ?? 200;
  action.store({
    verifyTime: new Date(),
    handlerId: ctx.user.id,
    guardRadiusM,
    guardLng: at?.lng ?? null,
    guardLat: at?.lat ?? null,
    guardLeft: 0,
    recoverTime: null,
    recoverPlace: null,
  });
  await desireConfig(tx, vehicleId, {
    settings: { reportMovingS: alertSec, reportParkedS: alertSec, guardRadiusM },
  });
  await note(action, row, said, { at });
}

async function verify(action: Case<'verify'>): Promise<void> {
  const row = only(action);
  await monitor(action, { zh: '核实立案，开始监控', en: 'Verified, monitoring started' });
  await notifyCaseOwner(action.tx, row, 'STOLEN_OPENED', { caseNo: text(row, 'caseNo') });
}

async function dismiss(action: Case<'dismiss'>): Promise<void> {
  const row = only(action);
  const reason = action.input.remark;
  action.store({ closeTime: new Date(), closeReason: reason });
  await note(action, row, { zh: '不予立案', en: 'Dismissed' });
  await notifyCaseOwner(action.tx, row, 'STOLEN_DISMISSED', { caseNo: text(row, 'caseNo'), reason });
}

async function requestLock(action: Case<'lock'>): Promise<void> {
  const row = only(action);
  const { ctx, tx, input } = action;
  action.store({
    lockStatus: codes.StolenLockStatus.requested,
    lockRequestBy: ctx.user.id,
    lockRequestTime: new Date(),
    lockReason: input.remark,
    lockApproveBy: null,
    lockCommandId: null,
  });
  await note(action, row, { zh: '申请远程锁车', en: 'Power cut requested' }, { kind: codes.StolenNoteKind.power });
  await notifyStaff(tx, {
    functionCode: 'stolenMonitorManage.lock',
    level: 4,
    title: { zh: '远程锁车待复核', en: 'Power cut to approve' },
    body: {
      zh: `${ctx.user.realName}申请对案件${text(row, 'caseNo')}远程锁车。`,
      en: `${ctx.user.realName} requests a remote power cut in case ${text(row, 'caseNo')}.`,
    },
    path: casePath(row.id),
  });
}

async function approveLock(action: Case<'approveLock'>): Promise<{ commandId: string }> {
  const row = only(action);
  const { tx, ctx } = action;
  const commandId = await sendPower(tx, {
    vehicleId: text(row, 'vehicleId'),
    command: 'CUT_POWER',
    caseNo: text(row, 'caseNo'),
    operatorId: ctx.user.id,
    remark: text(row, 'lockReason'),
  });
  action.store({ lockStatus: codes.StolenLockStatus.cutting, lockApproveBy: ctx.user.id, lockCommandId: commandId });
  await note(
    action,
    row,
    { zh: '复核通过，已下发锁车指令', en: 'Approved, power cut command sent' },
    { kind: codes.StolenNoteKind.power, commandId },
  );
  return { commandId };
}

async function rejectLock(action: Case<'rejectLock'>): Promise<void> {
  const row = only(action);
  action.store({ lockStatus: codes.StolenLockStatus.none });
  await note(action, row, { zh: '驳回锁车申请', en: 'Power cut rejected' }, { kind: codes.StolenNoteKind.power });
}

async function restore(action: Case<'unlock' | 'recover' | 'giveUp' | 'close'>, row: CaseRow): Promise<string> {
  const commandId = await sendPower(action.tx, {
    vehicleId: text(row, 'vehicleId'),
    command: 'RESTORE_POWER',
    caseNo: text(row, 'caseNo'),
    operatorId: action.ctx.user.id,
    remark: String(action.input.remark ?? ''),
  });
  action.store({ lockStatus: codes.StolenLockStatus.restoring, lockCommandId: commandId });
  await note(
    action,
    row,
    { zh: '已下发解除锁车指令', en: 'Restore power command sent' },
    { kind: codes.StolenNoteKind.power, commandId },
  );
  return commandId;
}

/** The end of monitoring, found or not: power back, the device at its usual pace. */
async function calm(action: Case<'recover' | 'giveUp' | 'close'>, row: CaseRow): Promise<void> {
  const status = Number(row.lockStatus);
  if (status === codes.StolenLockStatus.requested) action.store({ lockStatus: codes.StolenLockStatus.none });
  if (status === codes.StolenLockStatus.cutting || status === codes.StolenLockStatus.cut) {
    try {
      await restore(action, row);
    } catch (error) {
      // Another command is running: the transition goes on, and power must be restored by hand.
      if (!(error instanceof AppError)) throw error;
      const said = {
        zh: `解除锁车未下发（${error.textIn('zh')}）`,
        en: `Restore power command not sent (${error.textIn('en')})`,
      };
      await note(action, row, said, { kind: codes.StolenNoteKind.power });
    }
  }
  await desireConfig(action.tx, text(row, 'vehicleId'), { settings: normal });
}

async function recover(action: Case<'recover'>): Promise<void> {
  const row = only(action);
  const time = parseInstant(action.input.recoverTime);
  if (!time || time.getTime() > Date.now()) throw refuseField(action.ctx, 'recoverTime', 'past');
  const place = action.input.recoverPlace;
  await calm(action, row);
  action.store({ recoverTime: time, recoverPlace: place });
  await note(action, row, { zh: `车辆已找回（${place}）`, en: `Recovered (${place})` });
  await notifyCaseOwner(action.tx, row, 'STOLEN_RECOVERED', { address: place });
}

async function close(action: Case<'close'>): Promise<void> {
  const row = only(action);
  if (Number(row.lockStatus) === codes.StolenLockStatus.cut) await calm(action, row);
  else await desireConfig(action.tx, text(row, 'vehicleId'), { settings: normal });
  action.store({ closeTime: new Date(), closeReason: action.input.remark ?? null });
  await note(action, row, { zh: '结案', en: 'Closed' });
}

async function handOver(action: Case<'handOver'>): Promise<void> {
  const row = only(action);
  const { tx, ctx } = action;
  const handlerId = String(action.input.handlerId);
  const to = await tx.selectFrom('sys_user').select('realName').where('id', '=', handlerId).executeTakeFirst();
  action.store({ handlerId });
  await note(
    action,
    row,
    { zh: `移交给${to?.realName ?? ''}`, en: `Handed over to ${to?.realName ?? ''}` },
    { kind: codes.StolenNoteKind.handOver },
  );
  await notifyStaff(tx, {
    userIds: [handlerId],
    level: 3,
    title: { zh: '被盗案件移交给您', en: 'A stolen case was handed over to you' },
    body: {
      zh: `${ctx.user.realName}将案件${text(row, 'caseNo')}移交给您。`,
      en: `${ctx.user.realName} handed case ${text(row, 'caseNo')} over to you.`,
    },
    path: casePath(row.id),
  });
}

/** A vehicle is cut off in a case that the police know (2501), by two people (2304). */
export const stolenRefusals: RefusesOf<'stolenCase'> = {
  lock: each((row) => (text(row, 'policeReportNo') === '' ? new AppError(2501) : undefined)),
  approveLock: each((row, { ctx }) => {
    if (row.lockRequestBy === ctx.user.id) throw new AppError(2304);
    if (text(row, 'policeReportNo') === '') throw new AppError(2501);
  }),
};

/** Handlers of the actions of `entities/vehicles/stolen-actions.ts`. */
export const stolenHandlers: ActionHandlers<'stolenCase'> = {
  verify,
  dismiss,
  lock: requestLock,
  approveLock,
  rejectLock,
  async unlock(action) {
    return { commandId: await restore(action, only(action)) };
  },
  recover,
  async giveUp(action) {
    const row = only(action);
    await calm(action, row);
    await note(action, row, { zh: '未找回', en: 'Not found' });
  },
  async reopen(action) {
    await monitor(action, { zh: '重新监控', en: 'Monitored again' });
  },
  close,
  handOver,
  async note(action) {
    const { content: said } = action.input;
    const images = [...(action.input.images ?? [])];
    await addNote(action.tx, {
      caseId: only(action).id,
      kind: codes.StolenNoteKind.note,
      text: { zh: said, en: said },
      images,
      operatorId: action.ctx.user.id,
    });
  },
};
