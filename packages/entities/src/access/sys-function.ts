import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { plainKey as pattern } from '../patterns.ts';

const readonly = true;

/** Node of the function tree: a page, a button or a data right. */
export const sysFunction = defineEntity({
  name: 'sysFunction',
  table: 'v_function',
  domain: 'access',
  label: { zh: '菜单与功能', en: 'Menus & functions' },
  base: '/system/crm/sysFunction',
  page: 'menu',
  title: ['name'],
  calls: [],
  external: true,
  fields: {
    code: f.text({ readonly, pattern, unique: 'ever', label: { zh: '编码', en: 'Code' } }),
    parentCode: f.text({ readonly, pattern, index: true, label: { zh: '上级', en: 'Parent' } }),
    name: f.text({ readonly, label: { zh: '名称', en: 'Name' } }),
    nameEn: f.text({ readonly, label: { zh: '英文名称', en: 'English name' } }),
    functionType: f.int({
      readonly,
      help: { zh: '1页面，2按钮，3数据权限', en: '1 page, 2 button, 3 data right' },
      label: { zh: '类型', en: 'Type' },
    }),
    functionUrl: f.text({ readonly, label: { zh: '路径或接口', en: 'URL' } }),
    icon: f.text({ readonly, label: { zh: '图标', en: 'Icon' } }),
    sort: f.int({ readonly, index: true, label: { zh: '排序', en: 'Order' } }),
    hidden: f.flag({ readonly, label: { zh: '隐藏', en: 'Hidden' } }),
    cached: f.flag({ readonly, label: { zh: '缓存', en: 'Keep alive' } }),
    enabled: f.flag({ readonly, label: { zh: '状态', en: 'Status' } }),
    staffOnly: f.flag({ readonly, label: { zh: '仅内部', en: 'Staff only' } }),
    builtIn: f.flag({ readonly, label: { zh: '内置', en: 'Built-in' } }),
  },
  list: {
    columns: [
      'code',
      'parentCode',
      'name',
      'nameEn',
      'functionType',
      'functionUrl',
      'icon',
      'sort',
      'hidden',
      'cached',
      'enabled',
      'staffOnly',
      'builtIn',
    ],
    filters: { code: ['eq', 'in'], parentCode: 'eq', functionType: 'eq', enabled: 'eq' },
    order: 'sort asc',
  },
});
