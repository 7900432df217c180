import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { paramsIssue } from './rule-params.ts';
import { callRefusal, criticalLevel } from '../templates/alarm-texts.ts';
import { alwaysOn } from './types.ts';

function staysOn(row: Row): Issue | undefined {
  if (!alwaysOn.has(String(row['alarmType']))) return undefined;
  if (String(row['enabled']) !== '1') return { field: 'enabled', code: 3007 };
  const models = row['vehicleTypeIds'];
  return Array.isArray(models) && models.length > 0 ? { field: 'vehicleTypeIds', code: 3007 } : undefined;
}

function templateNeeded(row: Row): Issue | undefined {
  if (Number(row['pushOwner']) !== 1) return undefined;
  if (String(row['templateId'] ?? '') === '')
    return { field: 'templateId', text: { zh: '请选择消息模板', en: 'Choose a message template' } };
  const channels = row['channels'];
  return Array.isArray(channels) && channels.length > 0
    ? undefined
    : { field: 'channels', text: { zh: '请选择渠道', en: 'Choose a channel' } };
}

function callsForCritical({ channels, level }: Row): Issue | undefined {
  const calls = Array.isArray(channels) && channels.map(String).includes(String(codes.PushChannel.call));
  return calls && Number(level) < criticalLevel ? { field: 'channels', text: callRefusal } : undefined;
}

/** How alarms of a type are judged and notified 报警规则: one row a type; every change keeps the version before. */
export const alarmRule = defineEntity({
  name: 'alarmRule',
  table: 'alm_rule',
  domain: 'alarms',
  label: { zh: '报警规则', en: 'Alarm rule' },
  base: '/veh/crm/alarmRule',
  page: 'alarmManage',
  title: ['alarmType'],
  calls: ['list', 'update'],
  buttons: { list: 'alarmManage.rule', update: 'alarmManage.rule' },
  fields: {
    alarmType: f.dict('AlarmType', { required: true, unique: true, fixed: true }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    level: f.dict('AlarmLevel', { required: true }),
    params: f.json({}),
    dedupeMinutes: f.int({ required: true, min: 1, max: 1440, default: 10 }),
    pushOwner: f.flag({ required: true, default: 0 }),
    templateId: f.text({ max: 40, pattern: /^[A-Z0-9_]{1,40}$/ }),
    channels: f.dictMany('PushChannel', { max: 4 }),
    notifyRoles: f.refMany('sysRole', { max: 20 }),
    quietHours: f.text({
      max: 11,
      pattern: /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
      help: { zh: '如22:00-07:00；紧急报警不受限', en: 'E.g. 22:00-07:00. Does not apply to critical alarms' },
    }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 200,
      label: { zh: '适用车型', en: 'Models' },
      empty: everything,
      help: { zh: '不选为全部车型', en: 'Leave empty for all models' },
    }),
    ruleVersion: f.int({ required: true, readonly: true, default: 1, label: { zh: '版本', en: 'Version' } }),
  },
  list: {
    columns: [
      'alarmType',
      'enabled',
      'level',
      'params',
      'dedupeMinutes',
      'pushOwner',
      'templateId',
      'channels',
      'notifyRoles',
      'quietHours',
      'vehicleTypeIds',
      'ruleVersion',
      'updateTime',
    ],
    filters: { alarmType: 'eq', enabled: 'eq', level: 'eq' },
    order: 'id asc',
  },
  form: [
    {
      title: { zh: '判定', en: 'Criteria' },
      fields: ['alarmType', 'enabled', 'level', 'params', 'dedupeMinutes', 'vehicleTypeIds'],
    },
    {
      title: { zh: '通知', en: 'Notification' },
      fields: ['pushOwner', 'templateId', 'channels', 'quietHours', 'notifyRoles'],
    },
  ],
  rules: [staysOn, paramsIssue, templateNeeded, callsForCritical],
});
