import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Theme that a user of the app has 用户主题: taken free, bought, won or given. A new version of the theme is theirs as well. */
export const userTheme = defineEntity({
  name: 'userTheme',
  table: 'cnt_user_theme',
  domain: 'content',
  label: { zh: '用户主题', en: "User's theme" },
  base: '/ps/crm/userTheme',
  page: 'themeManage',
  title: ['orderNo'],
  calls: [],
  fields: {
    userId: f.ref('appUser', { required: true, readonly: true, index: true }),
    themeId: f.ref('appTheme', { required: true, readonly: true, index: true }),
    source: f.dict('ThemeSource', { required: true, readonly: true }),
    orderNo: f.text({ readonly: true, max: 30 }),
    time: f.instant({ required: true, readonly: true, index: true, label: { zh: '获得时间', en: 'Received' } }),
  },
  list: {
    columns: ['userId', 'themeId', 'source', 'orderNo', 'time'],
    filters: { themeId: 'eq', userId: 'eq' },
    order: 'time desc',
  },
  uniqueTogether: [['userId', 'themeId']],
});
