import type { ActionDef } from '../define.ts';
import { f, type Row } from '../fields.ts';

const contacted = (row: Row) => String(row['contactedOwner']) === '1';

/** Handling of alarms (SM-Alarm). The server's refusals beyond the states are in `modules/alarms`. */
export const alarmActions = {
  claim: {
    label: { zh: '领取', en: 'Claim' },
    path: 'claim',
    button: 'alarmManage.claim',
    where: ['row', 'bulk', 'detail'],
    from: { handleStatus: [0] },
    many: true,
  },
  handle: {
    label: { zh: '处理', en: 'Handle' },
    path: 'handle',
    button: 'alarmManage.handle',
    where: ['row', 'detail'],
    from: { handleStatus: [0, 1] },
    input: {
      handleResult: f.dict('AlarmHandleResult', { required: true }),
      contactedOwner: f.flag({ required: true, default: 0 }),
      contactResult: f.dict('ContactResult', { required: true, visible: contacted }),
      nextAction: f.dict('AlarmNextAction', { required: true, default: 0 }),
      handleRemark: f.longText({ required: true, min: 5, max: 500 }),
      images: f.images({ max: 9 }),
    },
  },
  assign: {
    label: { zh: '指派', en: 'Assign' },
    path: 'assign',
    button: 'alarmManage.assign',
    where: ['row', 'bulk', 'detail'],
    from: { handleStatus: [0, 1] },
    many: true,
    input: { userId: f.ref('sysUser', { required: true, label: { zh: '处理人', en: 'Handler' } }) },
  },
  release: {
    label: { zh: '退回', en: 'Release' },
    path: 'release',
    button: 'alarmManage.claim',
    where: ['row', 'detail'],
    from: { handleStatus: [1] },
    confirm: { zh: '将「{name}」退回未处理，确定吗？', en: 'Release “{name}” back to unhandled?' },
  },
  ignore: {
    label: { zh: '误报忽略', en: 'False alarm' },
    path: 'ignore',
    button: 'alarmManage.ignore',
    where: ['row', 'bulk', 'detail'],
    from: { handleStatus: [0, 1] },
    many: true,
    danger: true,
    input: {
      reasonCode: f.dict('AlarmIgnoreReason', { required: true, label: { zh: '原因', en: 'Reason' } }),
      remark: f.longText({ max: 200 }),
    },
  },
  reopen: {
    label: { zh: '重新打开', en: 'Reopen' },
    path: 'reopen',
    button: 'alarmManage.handle',
    where: ['row', 'detail'],
    from: { handleStatus: [2, 3] },
    input: { reason: f.longText({ required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }) },
  },
} as const satisfies Readonly<Record<string, ActionDef>>;
