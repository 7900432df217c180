import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { entityId, entityName, ip, page, requestId, scope, time, userId, whoOrWhat } from './log-fields.ts';

const readonly = true;

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
