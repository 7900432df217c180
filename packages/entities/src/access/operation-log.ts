import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import {
  entityId,
  entityName,
  ip,
  page,
  pattern,
  requestId,
  scope,
  time,
  userAgent,
  userId,
  whoOrWhat,
} from './log-fields.ts';

const readonly = true;

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
