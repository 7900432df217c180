import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
/** Of codes: compared as they are, so that their index serves. */
const pattern = /^[\w.]+$/;
const time = f.instant({ required: true, readonly, index: true, label: { zh: '时间', en: 'Time' } });
const userId = f.ref('sysUser', { readonly, label: { zh: '用户', en: 'User' } });
const ip = f.text({ readonly, label: { zh: 'IP', en: 'IP' } });
const userAgent = f.text({ readonly, max: 300, label: { zh: '浏览器', en: 'Browser' } });
const requestId = f.text({ readonly, label: { zh: '请求编号', en: 'Request ID' } });
const entityName = f.text({ readonly, pattern, label: { zh: '对象类型', en: 'Object type' } });
const entityId = f.text({ readonly, pattern, label: { zh: '对象编号', en: 'Object ID' } });
/** Rows of users in scope; rows of unknown names are shown only to users who see everything. */
const scope = { organization: 'userId.organizationCode', dealer: 'userId.dealerId' } as const;
const page = 'operatorManage';
/** User or record; a condition of the server's hooks. */
const whoOrWhat = {
  eq: [],
  like: ['username'],
  label: { zh: '姓名 / 用户名 / VIN / 编号', en: 'Name / username / VIN / no.' },
} as const;

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

/**
 * Every change as it was committed, and every attempt that was refused or failed; what changed is in the
 * `changes` of its list call.
 */
export const operationLog = defineEntity({
  name: 'operationLog',
  table: 'v_operation_log',
  domain: 'access',
  label: { zh: '操作日志', en: 'Operation log' },
  base: '/system/crm/operationLog',
  page,
  title: ['action'],
  calls: ['list', 'export'],
  external: true,
  fields: {
    time,
    userId,
    username: f.text({ readonly }),
    route: f.text({ readonly, pattern, label: { zh: '页面', en: 'Page' } }),
    functionCode: f.text({ readonly, pattern, label: { zh: '功能', en: 'Function' } }),
    action: f.text({ required: true, readonly, pattern, label: { zh: '操作', en: 'Action' } }),
    entity: entityName,
    entityId,
    path: f.text({ readonly, label: { zh: '接口', en: 'API' } }),
    ip,
    userAgent,
    resultCode: f.int({ required: true, readonly, label: { zh: '结果', en: 'Result' } }),
    requestId,
  },
  list: {
    linesAbove: 1,
    columns: [
      'time',
      'username',
      'userId',
      'route',
      'functionCode',
      'action',
      'entity',
      'entityId',
      'path',
      'ip',
      'userAgent',
      'resultCode',
      'requestId',
    ],
    filters: {
      keyword: 'eq',
      username: 'like',
      route: 'eq',
      resultCode: ['eq', 'range'],
      time: 'range',
      action: 'eq',
      entity: 'eq',
      entityId: 'eq',
      userId: 'eq',
      functionCode: 'eq',
      ip: 'eq',
      requestId: 'eq',
    },
    keyword: whoOrWhat,
    order: 'time desc',
  },
  scope,
  exportLimit: 100_000,
});

/** Who saw which private value in full, and why. */
export const sensitiveAccessLog = defineEntity({
  name: 'sensitiveAccessLog',
  table: 'v_sensitive_access_log',
  domain: 'access',
  label: { zh: '敏感查看记录', en: 'Sensitive access' },
  base: '/system/crm/sensitiveAccessLog',
  page,
  title: ['reason'],
  calls: ['list', 'export'],
  external: true,
  fields: {
    time,
    userId,
    username: f.text({ required: true, readonly }),
    entity: entityName,
    entityId,
    field: f.text({ required: true, readonly, label: { zh: '字段', en: 'Field' } }),
    reason: f.text({ required: true, readonly }),
    ip,
    requestId,
  },
  list: {
    linesAbove: 1,
    columns: ['time', 'username', 'userId', 'entity', 'entityId', 'field', 'reason', 'ip', 'requestId'],
    filters: {
      keyword: 'eq',
      username: 'like',
      userId: 'eq',
      entity: 'eq',
      entityId: 'eq',
      field: 'eq',
      time: 'range',
    },
    keyword: whoOrWhat,
    order: 'time desc',
  },
  scope,
  exportLimit: 100_000,
});
