import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  categories: { zh: '分类', en: 'Categories' },
  searchHint: { zh: '搜索问题或答案', en: 'Search questions and answers' },
  goTo: { zh: '打开「{name}」', en: 'Open “{name}”' },
  nothing: { zh: '没有找到相关问答', en: 'No matching questions' },
  disabled: { zh: '已停用', en: 'Disabled' },
  noPage: { zh: '不关联页面', en: 'No related page' },
  moreOf: { zh: '只显示前{n}条，请用搜索缩小范围', en: 'Only the first {n} are shown. Search to narrow down' },
} as const satisfies Texts;

export const useQaTexts = (): Translate<typeof texts> => useTexts(texts);
