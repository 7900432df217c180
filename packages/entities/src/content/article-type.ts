import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Category of the app's articles 文章分类: a tree of two levels. A disabled one is hidden in the app with its articles. */
export const articleType = defineEntity({
  name: 'articleType',
  table: 'cnt_article_type',
  domain: 'content',
  label: { zh: '文章分类', en: 'Article category' },
  base: '/ps/crm/articleType',
  page: 'articleCategory',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'sort'],
  fields: {
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 20 }),
    parentId: f.parent('articleType', {
      levels: 2,
      index: true,
      help: { zh: '不选则为一级分类，最多两级', en: 'Leave empty for the first level; there are two' },
    }),
    icon: f.image({
      pixels: { width: 120, height: 120 },
      maxMb: 0.2,
      help: { zh: '120×120，png，不超过200KB', en: '120×120, png, up to 200 KB' },
    }),
    articleCount: f.computed(f.int(), {
      help: { zh: '含下级分类', en: 'With the categories below' },
    }),
    showInApp: f.flag({ required: true, default: 1 }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', {
      required: true,
      default: 1,
      help: {
        zh: '停用后，APP不展示该分类、其下级分类及其中的文章',
        en: 'The app hides a disabled category, those below it, and their articles',
      },
    }),
  },
  list: {
    columns: ['name', 'parentId', 'icon', 'articleCount', 'sort', 'showInApp', 'enabled', 'updateTime'],
    filters: { name: 'like', enabled: 'eq' },
    hiddenFilters: { parentId: ['eq', 'null'] },
    order: 'sort asc',
  },
  form: [
    {
      title: { zh: '分类', en: 'Category' },
      fields: ['name', 'nameEn', 'parentId', 'icon', 'showInApp', 'sort', 'enabled'],
    },
  ],
  choosable: { enabled: [1] },
  uniqueTogether: [['name', 'parentId']],
  machines: { enabled: 'SM-Enable' },
  questions: {
    disable: {
      zh: '确定停用「{name}」吗？APP将不再展示该分类、其下级分类及其中的文章。',
      en: 'Disable “{name}”? The app no longer shows the category, those below it, and their articles.',
    },
  },
});
