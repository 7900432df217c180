import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** One line of a stolen case's evidence 案件记录; append only. Without an operator the system wrote it. */
export const stolenNote = defineEntity({
  name: 'stolenNote',
  table: 'veh_stolen_note',
  domain: 'vehicles',
  label: { zh: '案件记录', en: 'Case note' },
  base: '/veh/crm/stolenNote',
  page: 'stolenMonitorManage',
  title: ['content'],
  calls: ['list'],
  fields: {
    stolenCaseId: f.ref('stolenCase', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '案件', en: 'Case' },
    }),
    kind: f.dict('StolenNoteKind', { required: true, readonly: true, label: { zh: '类型', en: 'Type' } }),
    content: f.text({ required: true, readonly: true, max: 500 }),
    contentEn: f.text({ readonly: true, max: 500 }),
    images: f.images({ readonly: true, max: 9 }),
    lng: f.decimal({
      readonly: true,
      decimals: 6,
      right: 'privacy.viewLocation',
      label: { zh: '经度', en: 'Longitude' },
    }),
    lat: f.decimal({
      readonly: true,
      decimals: 6,
      right: 'privacy.viewLocation',
      label: { zh: '纬度', en: 'Latitude' },
    }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    commandId: f.text({ readonly: true, max: 40, label: { zh: '指令编号', en: 'Command no.' } }),
  },
  list: {
    columns: ['createTime', 'kind', 'content', 'contentEn', 'images', 'lng', 'lat', 'operatorId'],
    filters: { stolenCaseId: 'eq', kind: 'eq', createTime: 'range' },
    order: 'createTime desc',
    also: ['stolenCaseId'],
  },
  scope: {
    dealer: 'stolenCaseId.vehicleId.dealerId',
    city: 'stolenCaseId.vehicleId.dealerId.cityId',
    organization: 'stolenCaseId.vehicleId.dealerId.organizationCode',
  },
});
