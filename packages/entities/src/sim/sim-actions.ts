import { codes } from '../codes.ts';
import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { simMachines } from '../machines/sim.ts';

const { stock, test, silent, active, suspended, preCancelled } = simMachines['SM-Sim'].states;
const { suspend, resume, activate, cancel } = codes.SimOpType;
const { unexpected, unknownCard } = codes.SimSyncIssue;
/** Cards of one call. */
const many = 500;
const unusable = { fromRefusal: 4005 } as const;

/** What is asked of the carrier: it is offered where the machine of cards leads, and an operation is written; the card's state is the carrier's. */
const request = {
  path: 'operate',
  many,
  ...unusable,
  input: {
    reasonCode: f.dict('SimStopReason', { logged: true, required: true, label: { zh: '原因', en: 'Reason' } }),
    remark: f.longText({ logged: true, required: true, min: 2, max: 200 }),
  },
} as const;

/** Label and states of a move of the machine. */
function along(name: 'suspend' | 'resume' | 'activate' | 'cancel') {
  const moves = simMachines['SM-Sim'].transitions.filter(({ action }) => action === name);
  const [first] = moves;
  if (first === undefined) throw new Error(`SM-Sim has no transition ${name}`);
  return { label: { zh: first.zh, en: first.en }, from: { simStatus: moves.flatMap(({ from }) => from.map(Number)) } };
}

/** Actions on SIM cards besides add, edit and delete. */
export const simCardActions = {
  suspend: {
    ...request,
    ...along('suspend'),
    button: 'simIndex.stop',
    where: ['row', 'bulk', 'detail'],
    danger: true,
    fixedInput: { opType: suspend },
    confirm: {
      zh: '停机后车辆将无法联网（{name}）。超过100张需他人审批。',
      en: 'A suspended card takes its vehicle off the network ({name}). More than 100 need another person’s approval.',
    },
  },
  resume: {
    ...request,
    ...along('resume'),
    button: 'simIndex.resume',
    where: ['row', 'bulk', 'detail'],
    fixedInput: { opType: resume },
  },
  activate: {
    ...request,
    ...along('activate'),
    button: 'simIndex.resume',
    where: ['bulk', 'detail'],
    fixedInput: { opType: activate },
  },
  sync: {
    label: { zh: '同步状态', en: 'Sync status' },
    path: 'sync',
    button: 'simIndex.sync',
    where: ['row', 'bulk', 'detail'],
    next: false,
    many: true,
  },
  renew: {
    label: { zh: '续期', en: 'Renew' },
    path: 'renew',
    button: 'simIndex.renew',
    where: ['row', 'bulk', 'detail'],
    next: false,
    many,
    from: { simStatus: [stock, test, silent, active, suspended, preCancelled] },
    ...unusable,
    input: {
      packageCode: f.dict('SimPackage', { required: true }),
      expireTime: f.date({ required: true }),
      feeFen: f.money({ min: 0, label: { zh: '费用', en: 'Fee' } }),
    },
    confirm: {
      zh: '到期日与费用立即生效；套餐与现有不同的卡将提交运营商变更，运营商确认后生效。',
      en: 'Expiry and fee count at once. Where the package is another one, the carrier is asked to change it, and it counts once the carrier confirms.',
    },
    effect: 'irreversible',
  },
  reconcile: {
    label: { zh: '核对完成', en: 'Mark as checked' },
    path: 'reconcile',
    button: 'simIndex.sync',
    where: ['row', 'bulk', 'detail'],
    many,
    from: { syncIssue: [unexpected, unknownCard] },
    input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
  },
  bind: {
    label: { zh: '绑定车辆', en: 'Put into a vehicle' },
    path: 'bindVehicle',
    button: 'simIndex.bind',
    where: ['row', 'detail'],
    next: false,
    from: { simStatus: [stock, test, silent, active, suspended], installed: [0] },
    ...unusable,
    input: { vin: f.text({ required: true, max: 17, label: { zh: 'VIN / 车架号', en: 'VIN or frame no.' } }) },
  },
  unbind: {
    label: { zh: '解绑车辆', en: 'Take out of its vehicle' },
    path: 'unbindVehicle',
    button: 'simIndex.unbind',
    where: ['row', 'detail'],
    danger: true,
    from: { installed: [1] },
    ...unusable,
    input: {
      reason: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
    },
  },
  cancel: {
    ...request,
    ...along('cancel'),
    button: 'simIndex.cancel',
    where: ['row', 'detail'],
    danger: true,
    fixedInput: { opType: cancel },
    confirm: {
      zh: '销户后「{name}」不能恢复，须由他人审批。',
      en: 'The account of “{name}” cannot be restored once it is cancelled. Another person has to approve it.',
    },
    input: {
      ...request.input,
      iccidEnd: f.text({ required: true, max: 6, label: { zh: 'ICCID后6位', en: 'Last 6 of the ICCID' } }),
    },
    effect: 'irreversible',
  },
} as const satisfies ActionDefs;
