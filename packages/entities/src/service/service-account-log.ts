import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/** What a customer service account did, and what was done to it 客服账号日志. Entries are added and never changed. */
export const serviceAccountLog = defineEntity({
  name: 'serviceAccountLog',
  table: 'cs_service_account_log',
  domain: 'service',
  label: { zh: '客服账号日志', en: 'Service account log' },
  base: '/cs/crm/serviceAccount',
  page: 'customerServiceAccountLog',
  title: ['sessionNo', 'detail'],
  calls: ['list', 'export'],
  callPaths: { list: 'logList', export: 'logExport' },
  fields: {
    time: f.instant({ required: true, readonly, index: true, label: { zh: '时间', en: 'Time' } }),
    // An account that has entries cannot be deleted.
    accountId: f.ref('serviceAccount', {
      required: true,
      readonly,
      index: true,
      label: { zh: '客服账号', en: 'Account' },
    }),
    accountNo: f.lookup('accountId', 'accountNo'),
    nickname: f.lookup('accountId', 'nickname'),
    event: f.dict('ServiceLogEvent', { required: true, readonly, index: true }),
    sessionNo: f.text({ readonly, max: 32, pattern: /^[A-Z0-9-]+$/, index: true }),
    userId: f.ref('appUser', { readonly, label: { zh: '用户', en: 'User' } }),
    userMobile: f.lookup('userId', 'mobile', { label: { zh: '用户手机', en: 'User mobile' } }),
    durationSec: f.int({ readonly, min: 0 }),
    firstResponseSec: f.int({ readonly, min: 0, label: { zh: '首次响应(秒)', en: 'First response (s)' } }),
    score: f.int({ readonly, min: 1, max: 5, label: { zh: '评分', en: 'Rating' } }),
    detail: f.text({ readonly, max: 200 }),
    ip: f.text({ readonly, max: 45, label: { zh: 'IP', en: 'IP' } }),
  },
  list: {
    linesAbove: 2,
    columns: [
      'time',
      'accountNo',
      'nickname',
      'event',
      'sessionNo',
      'userMobile',
      'durationSec',
      'firstResponseSec',
      'score',
      'detail',
      'ip',
    ],
    filters: { accountId: 'eq', event: 'eq', time: 'range' },
    hiddenFilters: { userId: 'eq', sessionNo: 'eq' },
    order: 'time desc',
  },
  aliases: { account: 'accountId' },
  scope: { organization: 'accountId.sysUserId.organizationCode' },
  exportLimit: 50_000,
});
