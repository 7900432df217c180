import { f } from '../fields.ts';
import { defineLog } from '../log.ts';
import { stolenCase } from './stolen-case.ts';

const place = { readonly: true, decimals: 6, right: 'privacy.viewLocation' } as const;

/** One line of a stolen case's evidence 案件记录. Without an operator the system wrote it. */
export const stolenNote = defineLog({
  name: 'stolenNote',
  table: 'veh_stolen_note',
  domain: 'theft',
  label: { zh: '案件记录', en: 'Case note' },
  base: '/veh/crm/stolenNote',
  record: stolenCase,
  of: 'stolenCaseId',
  calls: ['list'],
  shown: { what: 'kind', text: 'content', actor: 'operatorId', time: 'createTime', files: 'images' },
  fields: {
    kind: f.dict('StolenNoteKind', { required: true, readonly: true, label: { zh: '类型', en: 'Type' } }),
    ...f.bilingual('content', 'text', { required: true, readonly: true, max: 500 }, { readonly: true }),
    images: f.images({ readonly: true, max: 9 }),
    lng: f.decimal({ ...place, label: { zh: '经度', en: 'Longitude' } }),
    lat: f.decimal({ ...place, label: { zh: '纬度', en: 'Latitude' } }),
    operatorId: f.ref('sysUser', { readonly: true, label: { zh: '操作人', en: 'Operator' } }),
    commandId: f.text({ readonly: true, max: 40, label: { zh: '指令编号', en: 'Command no.' } }),
  },
});
