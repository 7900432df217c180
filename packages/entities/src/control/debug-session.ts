import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/** A stretch of time in which one person debugs one vehicle; calls of its own open and close it. */
export const debugSession = defineEntity({
  name: 'debugSession',
  table: 'v_debug_session',
  domain: 'control',
  label: { zh: '调试会话', en: 'Debug session' },
  base: '/veh/crm/debugSession',
  page: 'vehicleRemoteDebugging',
  title: ['sessionId'],
  calls: [],
  external: true,
  fields: {
    sessionId: f.text({ readonly, pattern: /^\w+$/, unique: 'ever', label: { zh: '会话编号', en: 'Session no.' } }),
    vehicleId: f.ref('vehicle', { readonly, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    userId: f.ref('sysUser', { readonly, label: { zh: '用户', en: 'User' } }),
    openTime: f.instant({ readonly, index: true, label: { zh: '开始时间', en: 'Opened at' } }),
    expireTime: f.instant({ readonly, label: { zh: '到期时间', en: 'Expires at' } }),
    closeTime: f.instant({ readonly, label: { zh: '结束时间', en: 'Closed at' } }),
    workOrderNo: f.text({ readonly, label: { zh: '工单号', en: 'Work order no.' } }),
  },
  list: {
    columns: ['openTime', 'sessionId', 'vehicleId', 'vin', 'userId', 'expireTime', 'closeTime', 'workOrderNo'],
    filters: { vin: 'eq', vehicleId: 'eq', userId: 'eq', sessionId: 'eq', openTime: 'range' },
    order: 'openTime desc',
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
