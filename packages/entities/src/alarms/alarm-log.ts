import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** What was done about an alarm, and what became of it 报警处理日志. Read as part of the alarm. */
export const alarmLog = defineEntity({
  name: 'alarmLog',
  table: 'alm_alarm_log',
  domain: 'alarms',
  label: { zh: '报警处理日志', en: 'Alarm log' },
  base: '/veh/crm/alarmLog',
  page: 'alarmManage',
  title: ['action'],
  calls: [],
  fields: {
    alarmId: f.ref('alarm', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '报警', en: 'Alarm' },
    }),
    action: f.text({ required: true, readonly: true, max: 20, label: { zh: '动作', en: 'Action' } }),
    fromStatus: f.dict('AlarmHandleStatus', { readonly: true, label: { zh: '原状态', en: 'From' } }),
    toStatus: f.dict('AlarmHandleStatus', { readonly: true, label: { zh: '新状态', en: 'To' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    handlerId: f.ref('sysUser', { readonly: true, label: { zh: '处理人', en: 'Handler' } }),
    remark: f.longText({ readonly: true, max: 500 }),
    time: f.instant({ required: true, readonly: true, label: { zh: '时间', en: 'Time' } }),
  },
  list: {
    columns: ['action', 'fromStatus', 'toStatus', 'operatorId', 'handlerId', 'remark', 'time'],
    filters: {},
    order: 'id desc',
  },
  scope: {
    dealer: 'alarmId.vehicleId.dealerId',
    city: 'alarmId.vehicleId.dealerId.cityId',
    organization: 'alarmId.vehicleId.dealerId.organizationCode',
  },
});
