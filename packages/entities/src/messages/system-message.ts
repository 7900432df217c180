import { listOf } from '@wheelhouse/contract/object';
import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { reviewNames } from '../review.ts';
import { period } from '../schedule.ts';
import { oneLine } from '../patterns.ts';
import { confirmedMessageActions } from './actions.ts';
import {
  anyClient,
  includesInbox,
  progressFields,
  timeFields,
  version as versionOptions,
  versionHelp,
  versionsInOrder,
} from './shared.ts';

/** D:NoticeType and D:PushChannel. */
const maintenanceType = '1';
const channelCodes = ['1', '2'];

const isMaintenance = (row: Row): boolean => String(row['noticeType']) === maintenanceType;
/** Of the receivers, only users of the app have a client and a phone. */
const toApp = (row: Row): boolean => listOf(row['receivers']).includes(String(codes.NoticeReceiver.app));

function knownChannels(row: Row): Issue | undefined {
  const given = listOf(row['channels']);
  if (!toApp(row) || given.length === 0) return undefined;
  if (given.some((code) => !channelCodes.includes(code)))
    return {
      field: 'channels',
      text: { zh: '公告只能用站内信和APP推送', en: 'Notices go by inbox and app push only' },
    };
  return includesInbox(row);
}

const version = { ...versionOptions, visible: toApp } as const;
const maintenance = { required: true, visible: isMaintenance } as const;

/** To users of the app, of whom no platform and no version leaves some out. */
export const isForAllUsers = (notice: Row): boolean =>
  toApp(notice) && listOf(notice['clientOs']).length === 0 && !notice['minVersion'] && !notice['maxVersion'];

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
    clientOs: f.dictMany('ClientOs', { visible: toApp, empty: everything, help: anyClient }),
    minVersion: f.text({ ...version, help: versionHelp }),
    maxVersion: f.text(version),
    ...f.bilingual('content', 'richText', { required: true, max: 50_000 }),
    attachments: f.files({ biz: 'pdf', maxMb: 10, max: 3, help: { zh: 'PDF，最多3个', en: 'PDF, up to 3' } }),
    pinned: f.flag({ required: true, default: 0 }),
    popup: f.flag({
      required: true,
      default: 0,
      help: { zh: '每位用户弹出一次，同一接收端同时只能有一条', en: 'Once per user. One at a time per receiver.' },
    }),
    maintenanceStart: f.instant(maintenance),
    maintenanceEnd: f.instant(maintenance),
    ...timeFields(),
    ...progressFields(),
  },
  list: {
    columns: [
      'title',
      'msgNo',
      'status',
      'sendTime',
      'noticeType',
      'receivers',
      'pinned',
      'popup',
      'endTime',
      'targetCount',
      'readCount',
      'createBy',
      'createTime',
    ],
    decides: ['sendTime'],
    filters: { keyword: 'like', title: 'like', noticeType: 'eq', receivers: 'eq', status: 'eq', sendTime: 'range' },
    keyword: { eq: ['msgNo'], like: ['title'], label: { zh: '标题 / 消息编号', en: 'Title / message no.' } },
    order: 'createTime desc',
    also: ['submitterId', 'clientOs', 'minVersion', 'maxVersion'],
  },
  aliases: { receiver: 'receivers' },
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
  audience: { types: [], fields: ['receivers', 'clientOs', 'minVersion', 'maxVersion'], counted: true },
  machines: { status: 'SM-Message' },
  publishable: true,
  rules: [
    oneLine('title', 'titleEn'),
    knownChannels,
    versionsInOrder,
    period('maintenanceStart', 'maintenanceEnd', { hours: 24 }),
    period('sendTime', 'endTime', { days: 366 }),
  ],
  actions: confirmedMessageActions('noticeManage', isForAllUsers),
  exportLimit: 10_000,
});
