import { f, type Row } from '../fields.ts';
import { alarmsMachines } from '../machines/alarms.ts';
import { transitions } from '../transitions.ts';

const contacted = (row: Row) => String(row['contactedOwner']) === '1';

/** Handling of alarms. The server's refusals beyond the states are in `modules/alarms`. */
export const alarmActions = transitions(
  alarmsMachines,
  'SM-Alarm',
  {
    claim: { many: 50 },
    handle: {
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
      many: 100,
      input: { userId: f.ref('sysUser', { required: true, label: { zh: '处理人', en: 'Handler' } }) },
    },
    release: {
      confirm: { zh: '将「{name}」退回未处理，确定吗？', en: 'Release “{name}” back to unhandled?' },
    },
    ignore: {
      many: 100,
      danger: true,
      input: {
        reasonCode: f.dict('AlarmIgnoreReason', { logged: true, required: true, label: { zh: '原因', en: 'Reason' } }),
        remark: f.longText({ logged: true, max: 200 }),
      },
    },
    reopen: {
      next: false,
      input: {
        reason: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '原因', en: 'Reason' } }),
      },
    },
  },
  { field: 'handleStatus', calls: 'own' },
);
