import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  categories: { zh: '问题分类', en: 'Categories' },
  types: { zh: '支持类型', en: 'Support types' },
  votes: { zh: '用户评价', en: 'Votes' },
  helpful: { zh: '有用', en: 'Helpful' },
  unhelpful: { zh: '无用', en: 'Not helpful' },
  day: { zh: '日期', en: 'Day' },
  last30d: { zh: '近30天的评价', en: 'Votes in the last 30 days' },
  noVotes: { zh: '近30天没有用户评价', en: 'No votes in the last 30 days' },
  similar: { zh: '同类问题', en: 'Similar questions' },
} as const satisfies Texts;

export const useFaqTexts = (): Translate<typeof texts> => useTexts(texts);
