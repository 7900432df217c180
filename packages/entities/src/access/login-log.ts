import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { ip, page, scope, time, userAgent, userId } from './log-fields.ts';

const readonly = true;

/** Every attempt to sign in. */
export const loginLog = defineEntity({
  name: 'loginLog',
  table: 'v_login_log',
  domain: 'access',
  label: { zh: '登录日志', en: 'Login log' },
  base: '/system/crm/loginLog',
  page,
  title: ['username'],
  calls: ['list', 'export'],
  external: true,
  fields: {
    time,
    userId,
    username: f.text({ required: true, readonly }),
    result: f.int({
      required: true,
      readonly,
      help: { zh: '0为成功，否则为错误码', en: '0 for success, otherwise the error code' },
    }),
    ip,
    userAgent,
    channel: f.text({
      required: true,
      readonly,
      help: { zh: 'password：密码，ticket：单点登录', en: 'password, ticket (SSO)' },
    }),
  },
  list: {
    linesAbove: 1,
    columns: ['time', 'username', 'userId', 'result', 'channel', 'ip', 'userAgent'],
    filters: {
      keyword: 'eq',
      username: 'like',
      result: ['eq', 'range'],
      time: 'range',
      ip: 'eq',
      channel: 'eq',
      userId: 'eq',
    },
    keyword: { eq: [], like: ['username'], label: { zh: '姓名 / 用户名 / IP', en: 'Name / username / IP' } },
    hiddenFilters: { result: 'ne' },
    order: 'time desc',
  },
  scope,
  exportLimit: 100_000,
});
