import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Phone on which an app user has signed in 用户设备: each once for a user. The user's calls list them. */
export const appUserDevice = defineEntity({
  name: 'appUserDevice',
  table: 'usr_device',
  domain: 'users',
  label: { zh: '用户设备', en: 'User device' },
  base: '/user/crm/appUser',
  page: 'appuserManager',
  title: ['phoneModel'],
  calls: ['list'],
  callPaths: { list: 'devices' },
  fields: {
    userId: f.ref('appUser', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '用户', en: 'User' },
    }),
    phoneModel: f.text({ readonly: true, max: 60 }),
    clientOs: f.dict('ClientOs', { required: true, readonly: true }),
    osVersion: f.text({ readonly: true, max: 20 }),
    appVersion: f.text({ readonly: true, max: 20 }),
    lastLoginTime: f.instant({
      required: true,
      readonly: true,
      index: true,
      label: { zh: '最近登录', en: 'Last login' },
    }),
    loginCount: f.int({ required: true, default: 1, readonly: true, label: { zh: '登录次数', en: 'Logins' } }),
    revoked: f.flag({ required: true, default: 0, readonly: true, label: { zh: '已下线', en: 'Signed out' } }),
  },
  list: {
    columns: ['phoneModel', 'clientOs', 'osVersion', 'appVersion', 'lastLoginTime', 'loginCount', 'revoked'],
    filters: { clientOs: 'eq', revoked: 'eq' },
    hiddenFilters: { userId: 'eq' },
    order: 'lastLoginTime desc',
  },
  scope: { city: 'userId.cityId' },
});
