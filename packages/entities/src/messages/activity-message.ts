import { listOf } from '@wheelhouse/contract/object';
import { audienceFields, isFor } from '../audience.ts';
import { codes } from '../codes.ts';
import { defineEntity, type Issue } from '../define.ts';
import { everything, f, type Row } from '../fields.ts';
import { webAddress, oneLine } from '../patterns.ts';
import { reviewNames } from '../review.ts';
import { period } from '../schedule.ts';
import { confirmedMessageActions } from './actions.ts';
import {
  anyClient,
  includesInbox,
  progressFields,
  timeFields,
  version,
  versionHelp,
  versionsInOrder,
} from './shared.ts';

const contents = codes.ContentType;
const audiences = codes.AudienceType;

const isContent =
  (type: number) =>
  ({ contentType }: Row): boolean =>
    Number(contentType) === type;
const bySms = ({ channels }: Row): boolean => listOf(channels).includes(String(codes.PushChannel.sms));

/** Channels of campaigns; a voice call is for alarms. */
const channelCodes = ['1', '2', '3'];

function knownChannels(row: Row): Issue | undefined {
  const { channels } = row;
  const given = listOf(channels);
  if (given.length === 0) return undefined;
  if (given.some((code) => !channelCodes.includes(code)))
    return {
      field: 'channels',
      text: { zh: '活动消息不能用语音电话', en: 'Campaign messages are not sent by voice call' },
    };
  return includesInbox(row);
}

const mostChosen = 200;
const rate = { min: 0, max: 100, decimals: 1, unit: '%' } as const;
const audienceNames = [
  'audienceType',
  'tagIds',
  'vehicleTypeIds',
  'cityCodes',
  'dealerIds',
  'userFileId',
  'activationStatus',
  'clientOs',
  'minVersion',
] as const;
const page = 'operationActivityManage';

/** Campaign message to users of the app 运营活动消息. */
export const activityMessage = defineEntity({
  name: 'activityMessage',
  table: 'msg_activity',
  domain: 'messages',
  label: { zh: '运营活动消息', en: 'Campaign message' },
  base: '/msg/crm/activityMessage',
  page,
  title: ['title', 'msgNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fields: {
    msgNo: f.text({ required: true, readonly: true, max: 20, unique: 'ever' }),
    ...f.bilingual('title', 'text', { required: true, min: 2, max: 40 }, { min: 0 }),
    activityType: f.dict('ActivityType', { required: true, index: true }),
    summary: f.text({ required: true, min: 5, max: 60, help: { zh: '推送的正文', en: 'The text of the push' } }),
    coverImage: f.image({
      required: true,
      maxMb: 1,
      pixels: { width: 702, height: 320 },
      label: { zh: '封面', en: 'Cover' },
      help: { zh: '702×320，不超过1MB', en: '702 × 320, up to 1 MB' },
    }),
    contentType: f.dict('ContentType', { required: true, default: contents.richText }),
    ...f.bilingual(
      'content',
      'richText',
      { required: true, max: 50_000, visible: isContent(contents.richText), label: { zh: '正文', en: 'Body' } },
      { visible: isContent(contents.richText), label: { zh: '英文正文', en: 'English body' } },
    ),
    linkUrl: f.text({
      required: true,
      max: 500,
      pattern: webAddress,
      visible: isContent(contents.link),
      help: { zh: 'https地址，域名须在链接域名白名单内', en: 'An https address on an allowed link host' },
    }),
    appPage: f.dict('AppPage', { required: true, visible: isContent(contents.appPage) }),
    pageParam: f.text({
      max: 200,
      visible: isContent(contents.appPage),
      help: { zh: '如articleId=123', en: 'E.g. articleId=123' },
    }),
    activityId: f.ref('raffleActivity', {
      label: { zh: '关联活动', en: 'Event' },
      help: {
        zh: '已发布且未结束的AR活动，APP消息里可直接进入',
        en: 'An AR event that is on or to come; the message leads to it',
      },
    }),
    channels: f.dictMany('PushChannel', { required: true, min: 1, default: ['1', '2'] }),
    smsContent: f.longText({ required: true, min: 2, max: 134, visible: bySms }),
    ...audienceFields(mostChosen),
    dealerIds: f.refMany('dealer', { required: true, min: 1, max: mostChosen, visible: isFor(audiences.dealer) }),
    userFileId: f.file({
      biz: 'import',
      maxMb: 20,
      required: true,
      sensitive: true,
      visible: isFor(audiences.list),
      help: {
        zh: 'xlsx或csv，首列为手机号，100至200,000个；每天最多10份',
        en: 'xlsx or csv, 100 to 200,000 mobile numbers in the first column; up to 10 lists a day',
      },
    }),
    activationStatus: f.dict('ActivationStatus', {
      help: { zh: '空为不限', en: 'Empty: both' },
      label: { zh: '车辆激活状态', en: 'Vehicle activation' },
    }),
    clientOs: f.dictMany('ClientOs', { empty: everything, help: anyClient }),
    minVersion: f.text({ ...version, help: versionHelp }),
    pinned: f.flag({ required: true, default: 0, help: { zh: '同时最多3条', en: 'At most 3 at a time' } }),
    ...timeFields(),
    ...progressFields(),
    sentCount: f.computed(f.int()),
    deliveredRate: f.computed(f.decimal(rate), {
      help: { zh: '推送和短信中送达的比例', en: 'Of pushes and texts, those delivered' },
    }),
    clickRate: f.computed(f.decimal(rate), {
      help: { zh: '收到的人中打开消息的比例', en: 'Of those who got it, who opened it' },
    }),
  },
  list: {
    columns: [
      'title',
      'msgNo',
      'coverImage',
      'status',
      'sendTime',
      'activityType',
      'channels',
      'audienceType',
      'targetCount',
      'sentCount',
      'deliveredRate',
      'clickRate',
      'endTime',
      'pinned',
      'createBy',
      'createTime',
    ],
    decides: ['sendTime'],
    filters: {
      keyword: 'like',
      title: 'like',
      activityType: 'eq',
      status: 'eq',
      channels: 'eq',
      sendTime: 'range',
      createBy: 'eq',
    },
    keyword: { eq: ['msgNo'], like: ['title'], label: { zh: '标题 / 消息编号', en: 'Title / message no.' } },
    order: 'createTime desc',
    // The column of the audience says which ones, too.
    also: [
      'submitterId',
      'tagIds',
      'vehicleTypeIds',
      'cityCodes',
      'dealerIds',
      'clientOs',
      'activationStatus',
      'minVersion',
    ],
  },
  aliases: { channel: 'channels', creator: 'createBy' },
  form: [
    {
      title: { zh: '消息', en: 'Message' },
      fields: ['title', 'titleEn', 'activityType', 'summary', 'coverImage', 'pinned'],
    },
    {
      title: { zh: '内容', en: 'Content' },
      fields: ['contentType', 'content', 'contentEn', 'linkUrl', 'appPage', 'pageParam', 'activityId'],
    },
    { title: { zh: '渠道', en: 'Channels' }, fields: ['channels', 'smsContent'] },
    {
      title: { zh: '目标人群', en: 'Audience' },
      fields: audienceNames,
    },
    { title: { zh: '时间', en: 'Times' }, fields: ['sendTime', 'endTime'] },
  ],
  detail: [
    {
      title: { zh: '消息', en: 'Message' },
      fields: [
        'msgNo',
        'activityType',
        'summary',
        'coverImage',
        'activityId',
        'pinned',
        'expired',
        'createBy',
        'createTime',
      ],
    },
    {
      title: { zh: '目标人群', en: 'Audience' },
      fields: [
        'audienceType',
        'tagIds',
        'vehicleTypeIds',
        'cityCodes',
        'dealerIds',
        'activationStatus',
        'clientOs',
        'minVersion',
        'targetCount',
        'sentCount',
        'readCount',
        'deliveredRate',
        'clickRate',
      ],
    },
    { title: { zh: '渠道', en: 'Channels' }, fields: ['channels', 'smsContent'] },
    { title: { zh: '时间', en: 'Times' }, fields: ['sendTime', 'endTime'] },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames] },
    {
      title: { zh: '内容', en: 'Content' },
      fields: ['title', 'titleEn', 'contentType', 'linkUrl', 'appPage', 'pageParam', 'content', 'contentEn'],
    },
  ],
  audience: { types: Object.values(audiences), fields: audienceNames, counted: true },
  machines: { status: 'SM-Message' },
  publishable: true,
  rules: [oneLine('title', 'titleEn'), knownChannels, versionsInOrder, period('sendTime', 'endTime', { days: 366 })],
  actions: {
    ...confirmedMessageActions(page, isFor(audiences.all)),
    test: {
      label: { zh: '发送测试', en: 'Send test' },
      path: 'test',
      button: 'operationActivityManage.test',
      where: ['row', 'detail'],
      next: false,
      input: {
        mobiles: f.tags({
          required: true,
          min: 1,
          max: 5,
          label: { zh: '测试手机号', en: 'Test mobiles' },
          help: {
            zh: '回车分隔，最多5个；须为本人手机号或测试账号，且已注册APP',
            en: 'One per line, up to 5. Your own number and test accounts, as users of the app',
          },
        }),
      },
      effect: 'irreversible',
    },
  },
  exportLimit: 10_000,
});
