import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { plainKey as pattern } from '../patterns.ts';

const readonly = true;

/** Province, city or district of GB/T 2260; its id is its six-digit code. */
export const area = defineEntity({
  name: 'area',
  table: 'v_area',
  domain: 'reference',
  label: { zh: '地区', en: 'Region' },
  base: '/data/crm/area',
  page: 'dictionary',
  open: ['list'],
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    name: f.text({ readonly, label: { zh: '名称', en: 'Name' } }),
    nameEn: f.text({ readonly, label: { zh: '英文名称', en: 'English name' } }),
    levelType: f.int({
      readonly,
      help: { zh: '1省，2市，3区县', en: '1 province, 2 city, 3 district' },
      label: { zh: '级别', en: 'Level' },
    }),
    jianPin: f.text({ readonly, label: { zh: '简拼', en: 'Initials' } }),
    cityCode: f.text({ readonly, pattern, label: { zh: '区号', en: 'Area code' } }),
    parentId: f.text({ readonly, pattern, index: true, label: { zh: '上级', en: 'Parent' } }),
    lng: f.decimal({ readonly, decimals: 6, label: { zh: '经度', en: 'Longitude' } }),
    lat: f.decimal({ readonly, decimals: 6, label: { zh: '纬度', en: 'Latitude' } }),
  },
  list: {
    columns: ['name', 'nameEn', 'levelType', 'jianPin', 'cityCode', 'parentId', 'lng', 'lat'],
    filters: { name: 'like', levelType: 'eq', jianPin: 'eq', cityCode: 'eq', parentId: 'eq' },
    order: 'id asc',
  },
});
