import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { routes } from '../routes.ts';

const known: ReadonlySet<string> = new Set(routes.map((route) => route.name));

function knownPage(row: Row): Issue | undefined {
  return known.has(String(row['pageName']))
    ? undefined
    : { field: 'pageName', text: { zh: '没有这个页面', en: 'No such page' } };
}

/** Saved view of a list 列表视图: its filters, order and columns under a name. Its owner's own, or shared with those of the same dealer, of staff with staff, who have the page. */
export const savedView = defineEntity({
  name: 'savedView',
  table: 'sys_saved_view',
  domain: 'access',
  label: { zh: '列表视图', en: 'List view' },
  base: '/system/crm/savedView',
  page: 'dashboard',
  open: ['list', 'detail', 'add', 'update', 'batchDelete'],
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    ownerId: f.ref('sysUser', { readonly: true, index: true, cascade: true, label: { zh: '所有者', en: 'Owner' } }),
    pageName: f.text({
      required: true,
      max: 64,
      pattern: /^[A-Za-z]\w{1,63}$/,
      fixed: true,
      index: true,
      label: { zh: '页面', en: 'Page' },
    }),
    name: f.text({ required: true, min: 1, max: 30, label: { zh: '名称', en: 'Name' } }),
    search: f.longText({
      max: 2000,
      label: { zh: '筛选与排序', en: 'Filters and sorting' },
      help: { zh: '地址栏中的查询串', en: 'Query string of the address' },
    }),
    columnOrder: f.tags({ max: 100, label: { zh: '列顺序', en: 'Column order' } }),
    hiddenColumns: f.tags({ max: 100, label: { zh: '隐藏的列', en: 'Hidden columns' } }),
    shared: f.flag({ required: true, default: 0, label: { zh: '共享', en: 'Shared' } }),
    isDefault: f.flag({ required: true, default: 0 }),
  },
  list: {
    columns: [
      'name',
      'pageName',
      'ownerId',
      'search',
      'columnOrder',
      'hiddenColumns',
      'shared',
      'isDefault',
      'updateTime',
    ],
    filters: { pageName: 'eq', shared: 'eq' },
    order: 'createTime asc',
  },
  uniqueTogether: [['name', 'pageName', 'ownerId']],
  rules: [knownPage],
});
