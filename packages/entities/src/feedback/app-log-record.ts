import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { feedbackMachines } from '../machines/feedback.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';

const { requested } = feedbackMachines['SM-AppLog'].states;
/** Hours from the beginning to the end of a log, and days that it may lie back. */
export const appLogLongest = 72;
export const appLogBack = 7;
/** Hours in which a request is answered, and then the log is sent. */
export const appLogHours = 48;
const readonly = true;

/**
 * Log of an app user's client APP日志: asked for in the console and sent with the user's consent, or sent by the user or after a crash. The
 * record stays when its content is removed.
 */
export const appLogRecord = defineEntity({
  name: 'appLogRecord',
  table: 'usr_app_log',
  domain: 'feedback',
  label: { zh: 'APP日志', en: 'App log' },
  base: '/user/crm/appLog',
  page: 'appLogRecord',
  title: ['logNo'],
  calls: ['list', 'detail', 'add'],
  callPaths: { add: 'request' },
  buttons: { add: 'appLogRecord.request' },
  fields: {
    logNo: f.text({ required: true, readonly, max: 16, pattern: /^LG\d{14}$/, unique: 'ever' }),
    userId: f.ref('appUser', { required: true, index: true, label: { zh: '用户', en: 'User' } }),
    mobile: f.lookup('userId', 'mobile'),
    logType: f.dict('AppLogType', { required: true, default: 1, index: true }),
    fromTime: f.instant({ required: true }),
    toTime: f.instant({
      required: true,
      help: { zh: '最多72小时，最早7天前', en: '72 hours at most, from 7 days ago on' },
    }),
    reason: f.longText({
      required: true,
      min: 2,
      max: 100,
      label: { zh: '原因', en: 'Reason' },
      help: { zh: '用户同意前会看到', en: 'The user reads it before they agree' },
    }),
    source: f.dict('AppLogSource', { required: true, default: codes.AppLogSource.requested, readonly, index: true }),
    status: f.dict('AppLogStatus', { required: true, default: requested, readonly, index: true }),
    vehicleId: f.ref('vehicle', { readonly }),
    vin: f.lookup('vehicleId', 'vin'),
    clientOs: f.dict('ClientOs', { readonly, index: true }),
    osVersion: f.text({ readonly, max: 20 }),
    phoneModel: f.text({ readonly, max: 40 }),
    appVersion: f.text({ readonly, max: 20, index: true }),
    sizeKb: f.int({ readonly, min: 0 }),
    consentTime: f.instant({ readonly, label: { zh: '用户答复时间', en: 'Answered by the user' } }),
    uploadTime: f.instant({ readonly, index: true }),
    feedbackId: f.ref('feedback', { readonly, label: { zh: '反馈', en: 'Feedback' } }),
    feedbackNo: f.lookup('feedbackId', 'feedbackNo'),
  },
  list: {
    columns: [
      'logNo',
      'status',
      'userId',
      'vehicleId',
      'logType',
      'uploadTime',
      'source',
      'mobile',
      'clientOs',
      'osVersion',
      'phoneModel',
      'appVersion',
      'fromTime',
      'toTime',
      'sizeKb',
      'feedbackNo',
      'createTime',
    ],
    decides: ['vehicleId', 'uploadTime'],
    filters: {
      mobile: 'eq',
      vin: 'eq',
      clientOs: 'eq',
      appVersion: 'eq',
      logType: 'eq',
      status: 'eq',
      uploadTime: 'range',
    },
    hiddenFilters: { userId: 'eq', feedbackId: 'eq', logNo: 'eq' },
    keyword: { eq: ['logNo'], like: [], label: { zh: '日志编号', en: 'Log no.' } },
    order: 'createTime desc',
    also: ['vin'],
  },
  aliases: { from: 'fromTime', to: 'toTime' },
  form: [
    {
      title: { zh: '日志范围', en: 'What to ask for' },
      fields: ['userId', 'logType', 'fromTime', 'toTime', 'reason'],
    },
  ],
  detail: [
    {
      title: { zh: '日志', en: 'Log' },
      fields: ['logNo', 'logType', 'source', 'fromTime', 'toTime', 'reason', 'sizeKb', 'feedbackId'],
    },
    {
      title: { zh: '用户与设备', en: 'User and phone' },
      fields: ['userId', 'mobile', 'vehicleId', 'clientOs', 'osVersion', 'phoneModel', 'appVersion'],
    },
    {
      title: { zh: '进展', en: 'Progress' },
      fields: ['createBy', 'createTime', 'consentTime', 'uploadTime', 'updateTime'],
    },
  ],
  scope: { city: 'userId.cityId' },
  machines: { status: 'SM-AppLog' },
  rules: [period('fromTime', 'toTime', { hours: appLogLongest })],
  // What is deleted is the content: the record of who asked for it, and who agreed, stays.
  actions: transitions(feedbackMachines, 'SM-AppLog', {
    clean: {
      label: { zh: '删除', en: 'Delete' },
      path: 'batchDelete',
      many: true,
      danger: true,
      confirm: {
        zh: '确定删除「{name}」的日志内容吗？删除后不可恢复，记录保留。',
        en: 'Delete the content of “{name}”? This cannot be undone; the record stays.',
      },
    },
  }),
});
