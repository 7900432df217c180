import { listOf } from '@wheelhouse/contract/object';
import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { reviewFields, reviewNames } from '../review.ts';
import { messageActions } from './actions.ts';
import { conditionFault, reminderTypes } from './reminder-condition.ts';
import { includesInbox } from './shared.ts';

const { once, rule } = codes.ReminderMode;
const channelCodes = [codes.PushChannel.inbox, codes.PushChannel.push, codes.PushChannel.sms].map(String);

const isMode =
  (mode: number) =>
  (row: Row): boolean =>
    Number(row['mode']) === mode;

/** Nobody is called about a service. */
function knownChannels(row: Row): Issue | undefined {
  const given = listOf(row['channels']);
  if (given.length === 0) return undefined;
  if (given.some((code) => !channelCodes.includes(code)))
    return {
      field: 'channels',
      text: { zh: '服务提醒只能用站内信、APP推送和短信', en: 'Reminders go by inbox, app push and SMS only' },
    };
  return includesInbox(row);
}

/** Types without a date or value of the vehicle to go by. */
function knownType({ reminderType }: Row): Issue | undefined {
  if (typeof reminderType !== 'string' || reminderTypes.includes(reminderType)) return undefined;
  return {
    field: 'reminderType',
    text: { zh: '该类型没有可设置的条件', en: 'There is no condition for this type' },
  };
}

const ofRule = { required: true, visible: isMode(rule) } as const;

/** Reminder to owners of vehicles that meet a condition 服务提醒: once, or every day by a rule. */
export const serviceMessage = defineEntity({
  name: 'serviceMessage',
  table: 'msg_service',
  domain: 'messages',
  label: { zh: '服务提醒', en: 'Service reminder' },
  base: '/msg/crm/serviceMessage',
  page: 'serviceReminderManage',
  title: ['name', 'msgNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'export'],
  fields: {
    msgNo: f.text({ required: true, readonly: true, max: 20, unique: 'ever' }),
    name: f.text({ required: true, min: 2, max: 40, unique: true }),
    reminderType: f.dict('ReminderType', { required: true, index: true }),
    mode: f.dict('ReminderMode', { required: true, fixed: true, default: rule, index: true }),
    templateId: f.ref('serviceTemplate', {
      required: true,
      index: true,
      help: { zh: '变量须适用于提醒类型', en: 'Only variables of this type can be used' },
    }),
    condition: f.json({ required: true }),
    vehicleTypeIds: f.refMany('vehicleType', {
      max: 100,
      empty: everything,
      help: { zh: '空为全部车型', en: 'Empty: all models' },
    }),
    cityCodes: f.tags({
      max: 100,
      empty: everything,
      help: { zh: '经销商所在城市，空为全部', en: 'Of the dealer. Empty: all' },
    }),
    dealerIds: f.refMany('dealer', {
      max: 100,
      empty: everything,
      help: { zh: '空为全部经销商', en: 'Empty: all dealers' },
    }),
    channels: f.dictMany('PushChannel', { required: true, min: 1, default: ['1', '2'] }),
    includeDealerContact: f.flag({
      required: true,
      default: 1,
      help: {
        zh: '站内信末尾附上，模板中已有电话时不重复',
        en: 'At the end of the inbox message, unless the template names it',
      },
    }),
    repeatDays: f.int({
      ...ofRule,
      min: 1,
      max: 365,
      default: 30,
      help: {
        zh: '同一车辆在此期间不再提醒；同一到期日的各次提醒除外',
        en: 'The same vehicle is not reminded again sooner, unless of the same date',
      },
    }),
    sendHour: f.int({
      ...ofRule,
      min: 8,
      max: 21,
      default: 9,
      help: { zh: '每天几点执行；今天已过则在下一整点', en: 'Hour of the day. When it has passed: the next full hour' },
    }),
    sendTime: f.instant({
      ahead: 5,
      step: 5,
      index: true,
      visible: isMode(once),
      help: { zh: '空为审核通过后立即发送', en: 'Empty: sent on approval' },
    }),
    // A rule begins when somebody who has seen whom it reaches enables it.
    enabled: f.dict('EnableStatus', { ...ofRule, default: 0, readonly: true, index: true }),
    // Only what is sent once is reviewed and sent.
    status: f.dict('MessageStatus', {
      required: true,
      visible: isMode(once),
      default: 0,
      readonly: true,
      index: true,
      label: { zh: '发送状态', en: 'Sending' },
    }),
    targetCount: f.int({
      required: true,
      default: 0,
      readonly: true,
      visible: isMode(once),
      label: { zh: '目标车辆', en: 'Vehicles' },
    }),
    lastRunTime: f.computed({ kind: 'instant' }),
    lastHitCount: f.computed({ kind: 'int' }),
    totalSent: f.computed({ kind: 'int' }),
    ...reviewFields(isMode(once)),
  },
  list: {
    columns: [
      'name',
      'msgNo',
      'enabled',
      'status',
      'lastRunTime',
      'lastHitCount',
      'reminderType',
      'mode',
      'templateId',
      'condition',
      'channels',
      'totalSent',
      'createTime',
    ],
    decides: ['lastRunTime'],
    identity: ['name', 'msgNo'],
    filters: { keyword: 'like', name: 'like', reminderType: 'eq', mode: 'eq', status: 'eq', enabled: 'eq' },
    keyword: { eq: ['msgNo'], like: ['name'], label: { zh: '名称 / 消息编号', en: 'Name / message no.' } },
    order: 'createTime desc',
    also: ['submitterId'],
  },
  form: [
    {
      title: { zh: '提醒', en: 'Reminder' },
      fields: ['name', 'reminderType', 'mode', 'templateId', 'channels', 'includeDealerContact'],
    },
    { title: { zh: '时间', en: 'Times' }, fields: ['repeatDays', 'sendHour', 'sendTime'] },
    // The condition stands last: the dry run comes right below it.
    { title: { zh: '车辆', en: 'Vehicles' }, fields: ['vehicleTypeIds', 'cityCodes', 'dealerIds', 'condition'] },
  ],
  detail: [
    {
      title: { zh: '提醒', en: 'Reminder' },
      fields: [
        'msgNo',
        'reminderType',
        'mode',
        'templateId',
        'channels',
        'includeDealerContact',
        'createBy',
        'createTime',
      ],
    },
    {
      title: { zh: '车辆', en: 'Vehicles' },
      fields: ['condition', 'vehicleTypeIds', 'cityCodes', 'dealerIds', 'targetCount'],
    },
    {
      title: { zh: '执行', en: 'Runs' },
      fields: ['repeatDays', 'sendHour', 'sendTime', 'lastRunTime', 'lastHitCount', 'totalSent'],
    },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames] },
  ],
  machines: { status: 'SM-Message', enabled: 'SM-Enable' },
  publishable: true,
  questions: {
    enable: {
      zh: '预计每日提醒{count}辆车，确定启用「{name}」吗？',
      en: 'About {count} {count|vehicle|vehicles} per day. Enable “{name}”?',
    },
  },
  rules: [knownType, knownChannels, conditionFault],
  actions: messageActions('serviceReminderManage', {
    // The page has no button of its own to stop or withdraw.
    buttons: { revoke: 'publish' },
  }),
  exportLimit: 10_000,
});
