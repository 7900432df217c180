import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Layout of the dashboard 工作台布局: the pages a user has put on it, in order. It belongs to that user. */
export const dashboardLayout = defineEntity({
  name: 'dashboardLayout',
  table: 'sys_dashboard_layout',
  domain: 'access',
  label: { zh: '工作台布局', en: 'Dashboard layout' },
  base: '/system/crm/dashboardLayout',
  page: 'dashboard',
  open: ['list', 'detail', 'add', 'update', 'batchDelete'],
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete'],
  fields: {
    ownerId: f.ref('sysUser', { readonly: true, index: true, cascade: true, label: { zh: '所有者', en: 'Owner' } }),
    name: f.text({ required: true, min: 1, max: 30, default: 'default', label: { zh: '名称', en: 'Name' } }),
    items: f.tags({ max: 20, label: { zh: '快捷入口', en: 'Shortcuts' } }),
  },
  list: {
    columns: ['name', 'ownerId', 'items', 'updateTime'],
    filters: {},
    order: 'createTime asc',
  },
  uniqueTogether: [['name', 'ownerId']],
});
