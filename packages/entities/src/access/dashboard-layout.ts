import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { readCards } from './dashboard-cards.ts';

const knownCards = ({ cards }: Row): Issue | undefined =>
  cards === null || cards === undefined || readCards(cards) !== undefined
    ? undefined
    : { field: 'cards', text: { zh: '卡片布局无效', en: 'Not a layout of cards' } };

/** Layout of the dashboard 工作台布局: the pages and cards a user has put on it, in order. It belongs to that user. */
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
    cards: f.json({
      label: { zh: '卡片', en: 'Cards' },
      help: { zh: '没有时为角色的默认布局', en: 'Without any, those of the role' },
    }),
  },
  list: {
    columns: ['name', 'ownerId', 'items', 'updateTime'],
    also: ['cards'],
    filters: {},
    order: 'createTime asc',
  },
  uniqueTogether: [['name', 'ownerId']],
  rules: [knownCards],
});
