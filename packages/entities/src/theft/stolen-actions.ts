import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { noteAction } from '../log.ts';
import { theftMachines } from '../machines/theft.ts';
import { transitions } from '../transitions.ts';

const { toVerify, monitoring, recovered, notFound } = theftMachines['SM-Stolen'].states;
const remark = f.longText({ logged: true, max: 200 });
const why = f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '原因', en: 'Reason' } });
const transition = { path: 'transition', where: ['detail'] } as const;

/** The life of a case. All but the first look is decided on its detail page. */
const life = transitions(theftMachines, 'SM-Stolen', {
  verify: {
    confirm: {
      zh: '核实「{name}」并开始监控？车辆将每10秒上报，禁止解绑、过户与停运。',
      en: 'Verify “{name}” and start monitoring? The vehicle reports every 10 s; unbinding, transfer and stopping operation are blocked.',
    },
    input: {
      guardRadiusM: f.int({
        min: 50,
        max: 5000,
        unit: 'm',
        default: 200,
        label: { zh: '看护半径(m)', en: 'Geofence radius (m)' },
      }),
      remark,
    },
  },
  dismiss: {
    where: ['detail'],
    danger: true,
    next: true,
    input: { remark: why },
  },
  recover: {
    where: ['detail'],
    input: {
      recoverTime: f.instant({ required: true, notFuture: true, label: { zh: '找回时间', en: 'Recovered at' } }),
      recoverPlace: f.text({ required: true, min: 2, max: 100, label: { zh: '找回地点', en: 'Recovery place' } }),
      remark,
    },
  },
  giveUp: {
    where: ['detail'],
    danger: true,
    input: { remark: why },
  },
  reopen: {
    where: ['detail'],
    next: false,
    input: { remark },
  },
  close: {
    where: ['detail'],
    confirm: {
      zh: '结案「{name}」？解绑、过户与停运的限制将解除。',
      en: 'Close “{name}”? Unbinding, transfer and stopping operation are allowed again.',
    },
    input: { remark },
  },
});

/** What is done while a case is worked on: its power, and who works on it. */
const work = {
  lock: {
    ...transition,
    label: { zh: '申请锁车', en: 'Request power cut' },
    button: 'stolenMonitorManage.lock',
    from: { status: [monitoring], lockStatus: [0] },
    fixedInput: { action: 'lock' },
    danger: true,
    next: true,
    confirm: {
      zh: '申请远程锁车「{name}」？须由另一位同事复核后下发，车辆静止时才会断电。',
      en: 'Request a remote power cut for “{name}”? Another colleague must approve it. The power is cut only at standstill.',
    },
    input: { remark: why },
  },
  approveLock: {
    ...transition,
    label: { zh: '复核锁车', en: 'Approve power cut' },
    button: 'stolenMonitorManage.lock',
    from: { status: [monitoring], lockStatus: [1] },
    fixedInput: { action: 'approveLock' },
    danger: true,
    next: true,
    confirm: { zh: '批准并立即下发「{name}」的锁车指令？', en: 'Approve and send the power cut for “{name}” now?' },
    input: { remark },
    effect: 'irreversible',
  },
  rejectLock: {
    ...transition,
    label: { zh: '驳回锁车', en: 'Reject power cut' },
    button: 'stolenMonitorManage.lock',
    from: { status: [monitoring], lockStatus: [1] },
    fixedInput: { action: 'rejectLock' },
    next: false,
    input: { remark: why },
  },
  unlock: {
    ...transition,
    label: { zh: '解除锁车', en: 'Restore power' },
    button: 'stolenMonitorManage.lock',
    from: { status: [monitoring, recovered, notFound], lockStatus: [2, 3] },
    fixedInput: { action: 'unlock' },
    confirm: { zh: '解除「{name}」的锁车？', en: 'Restore the power for “{name}”?' },
    input: { remark },
  },
  handOver: {
    ...transition,
    label: { zh: '移交', en: 'Hand over' },
    button: 'stolenMonitorManage.edit',
    from: { status: [toVerify, monitoring, recovered, notFound] },
    fixedInput: { action: 'handOver' },
    next: false,
    input: {
      handlerId: f.ref('sysUser', { required: true, label: { zh: '新处理人', en: 'New handler' } }),
      remark,
    },
  },
  note: noteAction('stolenMonitorManage.note', { biz: 'evidence' }),
} as const satisfies ActionDefs;

/** Buttons in this order: the power comes first while a case is worked on. */
export const stolenActions = { ...work, ...life };
