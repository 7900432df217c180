import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { alarm } from './alarm.ts';

/** Log of an alarm: actions and results 报警处理日志. Read as part of the alarm. */
export const alarmLog = defineLog({
  name: 'alarmLog',
  table: 'alm_alarm_log',
  domain: 'alarms',
  label: { zh: '报警处理日志', en: 'Alarm log' },
  base: '/veh/crm/alarmLog',
  record: alarm,
  of: 'alarmId',
  calls: [],
  shown: { what: 'action', text: 'remark', actor: 'operatorId', time: 'time' },
  fields: {
    action: f.text({ required: true, readonly: true, max: 20, label: { zh: '动作', en: 'Action' } }),
    fromStatus: f.dict('AlarmHandleStatus', { readonly: true, label: { zh: '原状态', en: 'From' } }),
    toStatus: f.dict('AlarmHandleStatus', { readonly: true, label: { zh: '新状态', en: 'To' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    handlerId: f.ref('sysUser', { readonly: true, label: { zh: '处理人', en: 'Handler' } }),
    remark: f.longText({ readonly: true, max: 500 }),
    time: f.instant({ required: true, readonly: true, label: { zh: '时间', en: 'Time' } }),
  },
});
