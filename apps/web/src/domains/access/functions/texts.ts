import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  functions: { zh: '功能权限', en: 'Functions' },
  search: { zh: '搜索功能名称或编码', en: 'Search functions' },
  expandAll: { zh: '全部展开', en: 'Expand all' },
  collapseAll: { zh: '全部收起', en: 'Collapse all' },
  checkAll: { zh: '全选', en: 'Select all' },
  checkNone: { zh: '清空', en: 'Clear' },
  ofTotal: { zh: '已选{n} / {total}', en: '{n} of {total} selected' },
  dataRights: { zh: '数据权限', en: 'Data rights' },
  staffOnly: { zh: '仅内部', en: 'Staff only' },
  notYours: { zh: '您自己没有该权限，不能授予', en: 'You do not have this right and cannot grant it' },
  alsoOpens: { zh: '含页面：{pages}', en: 'Includes: {pages}' },
  nothing: { zh: '没有匹配的功能', en: 'No matching functions' },
  none: { zh: '没有任何功能权限', en: 'No functions' },
} as const satisfies Texts;

export const useFunctionTexts = (): Translate<typeof texts> => useTexts(texts);
