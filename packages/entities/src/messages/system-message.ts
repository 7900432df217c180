import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { reviewFields, reviewNames } from '../review.ts';
import { period } from '../schedule.ts';
import { messageActions } from './actions.ts';

/** D:NoticeType, D:NoticeReceiver and D:PushChannel. */
const maintenanceType = '1';
const appReceiver = '1';
const channelCodes = ['1', '2'];

const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const isMaintenance = (row: Row): boolean => String(row['noticeType']) === maintenanceType;
/** Of the receivers, only users of the app have a client and a phone. */
const toApp = (row: Row): boolean => listOf(row['receivers']).includes(appReceiver);

/** The inbox keeps what a push only announces. */
function knownChannels(row: Row): Issue | undefined {
  const given = listOf(row['channels']);
  if (!toApp(row) || given.length === 0) return undefined;
  if (given.some((code) => !channelCodes.includes(code)))
    return {
      field: 'channels',
      text: { zh: '公告只能用站内信和APP推送', en: 'Notices go by inbox and app push only' },
    };
  return given.includes('1')
    ? undefined
    : { field: 'channels', text: { zh: '须含站内信', en: 'Must include the inbox' } };
}

const numbersOf = (version: unknown): readonly number[] =>
  typeof version === 'string' ? version.split('.').map(Number) : [];

function versionsInOrder(row: Row): Issue | undefined {
  const [from, to] = [numbersOf(row['minVersion']), numbersOf(row['maxVersion'])];
  if (from.length === 0 || to.length === 0) return undefined;
  const at = from.findIndex((number, i) => number !== to[i]);
  return at >= 0 && (from[at] ?? 0) > (to[at] ?? 0)
    ? { field: 'maxVersion', text: { zh: '不能低于最低版本', en: 'Must not be below the min version' } }
    : undefined;
}

const version = { max: 11, pattern: /^\d{1,3}\.\d{1,3}\.\d{1,3}$/, visible: toApp } as const;
const maintenance = { required: true, visible: isMaintenance } as const;

/** Notice to users of the app, staff or dealers 系统公告. */
export const systemMessage = defineEntity({
  name: 'systemMessage',
  table: 'msg_system',
  domain: 'messages',
  label: { zh: '系统公告', en: 'System notice' },
  base: '/msg/crm/systemMessage',
  page: 'noticeManage',
  title: ['title', 'msgNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    msgNo: f.text({ required: true, readonly: true, max: 20, unique: 'ever' }),
    ...f.bilingual('title', 'text', { required: true, min: 2, max: 40 }, { min: 0 }),
    noticeType: f.dict('NoticeType', { required: true, index: true }),
    receivers: f.dictMany('NoticeReceiver', { required: true, min: 1 }),
    channels: f.dictMany('PushChannel', { required: true, default: ['1', '2'], visible: toApp }),
    clientOs: f.dictMany('ClientOs', { visible: toApp, help: { zh: '空为全部平台', en: 'Empty: all platforms' } }),
    minVersion: f.text({ ...version, help: { zh: '如1.2.0', en: 'E.g. 1.2.0' } }),
    maxVersion: f.text(version),
    ...f.bilingual('content', 'richText', { required: true, max: 50_000 }),
    attachments: f.files({ biz: 'pdf', maxMb: 10, max: 3, help: { zh: 'PDF，最多3个', en: 'PDF, 3 at most' } }),
    pinned: f.flag({ required: true, default: 0 }),
    popup: f.flag({
      required: true,
      default: 0,
      help: { zh: '每位用户弹出一次，同一接收端同时只能有一条', en: 'Once per user. One at a time per receiver.' },
    }),
    maintenanceStart: f.instant(maintenance),
    maintenanceEnd: f.instant(maintenance),
    sendTime: f.instant({
      ahead: 5,
      step: 5,
      index: true,
      help: { zh: '空为审核通过后立即发送', en: 'Empty: sent on approval' },
    }),
    endTime: f.instant({ required: true, step: 5, label: { zh: '失效时间', en: 'Expires' } }),
    status: f.dict('MessageStatus', { required: true, default: 0, readonly: true, index: true }),
    expired: f.computed(f.flag(), { label: { zh: '已失效', en: 'Expired' } }),
    targetCount: f.int({ required: true, default: 0, readonly: true, label: { zh: '目标人数', en: 'Targets' } }),
    readCount: f.int({ required: true, default: 0, readonly: true }),
    ...reviewFields(),
  },
  list: {
    columns: [
      'title',
      'msgNo',
      'noticeType',
      'status',
      'receivers',
      'pinned',
      'popup',
      'sendTime',
      'endTime',
      'targetCount',
      'readCount',
      'createBy',
      'createTime',
    ],
    filters: { keyword: 'like', title: 'like', noticeType: 'eq', receivers: 'eq', status: 'eq', sendTime: 'range' },
    keyword: { eq: ['msgNo'], like: ['title'], label: { zh: '标题 / 消息编号', en: 'Title / message no.' } },
    order: 'createTime desc',
    also: ['submitterId'],
  },
  form: [
    { title: { zh: '公告', en: 'Notice' }, fields: ['title', 'titleEn', 'noticeType', 'pinned', 'popup'] },
    {
      title: { zh: '接收', en: 'Receivers' },
      fields: ['receivers', 'channels', 'clientOs', 'minVersion', 'maxVersion'],
    },
    { title: { zh: '正文', en: 'Content' }, fields: ['content', 'contentEn', 'attachments'] },
    { title: { zh: '时间', en: 'Times' }, fields: ['maintenanceStart', 'maintenanceEnd', 'sendTime', 'endTime'] },
  ],
  detail: [
    {
      title: { zh: '公告', en: 'Notice' },
      fields: ['msgNo', 'noticeType', 'pinned', 'popup', 'expired', 'createBy', 'createTime'],
    },
    {
      title: { zh: '接收', en: 'Receivers' },
      fields: ['receivers', 'channels', 'clientOs', 'minVersion', 'maxVersion', 'targetCount', 'readCount'],
    },
    { title: { zh: '时间', en: 'Times' }, fields: ['sendTime', 'endTime', 'maintenanceStart', 'maintenanceEnd'] },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames] },
    { title: { zh: '正文', en: 'Content' }, fields: ['title', 'titleEn', 'content', 'contentEn', 'attachments'] },
  ],
  audience: ['receivers', 'clientOs', 'minVersion', 'maxVersion'],
  machines: { status: 'SM-Message' },
  rules: [
    knownChannels,
    versionsInOrder,
    period('maintenanceStart', 'maintenanceEnd', { hours: 24 }),
    period('sendTime', 'endTime', { days: 366 }),
  ],
  actions: messageActions('noticeManage'),
  exportLimit: 10_000,
});
