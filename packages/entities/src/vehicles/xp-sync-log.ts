import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** One exchange with the XP platform about a vehicle 同步日志; append only. */
export const xpSyncLog = defineEntity({
  name: 'xpSyncLog',
  table: 'veh_xp_sync_log',
  domain: 'vehicles',
  label: { zh: '同步日志', en: 'Sync log' },
  base: '/veh/crm/vehicleXp/syncLog',
  page: 'vehicleManageXp',
  title: ['message'],
  calls: ['list'],
  fields: {
    vehicleXpId: f.ref('vehicleXp', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: 'XP车辆', en: 'XP vehicle' },
    }),
    direction: f.dict('XpSyncDirection', { required: true, readonly: true, label: { zh: '方向', en: 'Direction' } }),
    success: f.dict('XpSyncResult', { required: true, readonly: true, label: { zh: '结果', en: 'Result' } }),
    message: f.text({ readonly: true, max: 200, label: { zh: '信息', en: 'Message' } }),
    costMs: f.int({ readonly: true, unit: 'ms', label: { zh: '耗时(ms)', en: 'Took (ms)' } }),
  },
  list: {
    columns: ['createTime', 'direction', 'success', 'message', 'costMs'],
    filters: { vehicleXpId: 'eq', direction: 'eq', success: 'eq' },
    order: 'createTime desc',
  },
  scope: {
    dealer: 'vehicleXpId.dealerId',
    city: 'vehicleXpId.dealerId.cityId',
    organization: 'vehicleXpId.dealerId.organizationCode',
  },
});
