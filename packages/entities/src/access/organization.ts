import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Unit of the operator's organization 组织: a tree by `path`. */
export const organization = defineEntity({
  name: 'organization',
  table: 'sys_organization',
  domain: 'access',
  label: { zh: '组织', en: 'Organization' },
  base: '/system/crm/organization',
  page: 'operatorManage',
  title: ['name'],
  calls: [],
  fields: {
    code: f.text({ required: true, max: 40, unique: true, fixed: true }),
    name: f.text({ required: true, max: 40 }),
    nameEn: f.text({ max: 60 }),
    parentCode: f.text({ max: 40 }),
    path: f.text({ required: true, readonly: true, max: 200, index: true, label: { zh: '路径', en: 'Path' } }),
    sort: f.sort(),
  },
  list: { columns: ['code', 'name', 'parentCode', 'sort'], filters: { code: 'eq', name: 'like' }, order: 'sort asc' },
});
