import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { plainKey as pattern } from '../patterns.ts';

const readonly = true;

/** A fault of the console, once for each place and release. */
export const frontErrorLog = defineEntity({
  name: 'frontErrorLog',
  table: 'v_error_log',
  domain: 'access',
  label: { zh: '前端错误', en: 'Console error' },
  base: '/system/crm/errorLog',
  page: 'operatorManage',
  title: ['message'],
  calls: [],
  external: true,
  fields: {
    userId: f.ref('sysUser', { readonly, label: { zh: '用户', en: 'User' } }),
    message: f.text({ readonly, label: { zh: '错误', en: 'Message' } }),
    info: f.text({ readonly, label: { zh: '说明', en: 'Info' } }),
    url: f.text({ readonly, label: { zh: '页面', en: 'Page' } }),
    stack: f.longText({ readonly, label: { zh: '调用栈', en: 'Stack' } }),
    appVersion: f.text({ readonly, pattern, label: { zh: '版本', en: 'Version' } }),
    fingerprint: f.text({ readonly, pattern, unique: 'ever', label: { zh: '指纹', en: 'Fingerprint' } }),
    count: f.int({ readonly, label: { zh: '次数', en: 'Count' } }),
    firstTime: f.instant({ readonly, label: { zh: '首次时间', en: 'First seen' } }),
    lastTime: f.instant({ readonly, index: true, label: { zh: '最近时间', en: 'Last seen' } }),
  },
  list: {
    columns: [
      'lastTime',
      'message',
      'info',
      'url',
      'stack',
      'appVersion',
      'fingerprint',
      'count',
      'firstTime',
      'userId',
    ],
    filters: { message: 'like', appVersion: 'eq', userId: 'eq', lastTime: 'range' },
    order: 'lastTime desc',
  },
  scope: { organization: 'userId.organizationCode', dealer: 'userId.dealerId' },
});
