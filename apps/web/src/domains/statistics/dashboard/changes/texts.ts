import { useTexts, type Texts, type Translate } from '../../../../i18n/lang.ts';

export const changesTexts = {
  title: { zh: '变更记录', en: 'What changed' },
  hint: {
    zh: '您有权查看的全部记录，谁在何时改了什么。',
    en: 'Who changed what and when, on all records that you may see.',
  },
  period: { zh: '时间', en: 'Period' },
  yesterday: { zh: '昨天以来', en: 'Since yesterday' },
  today: { zh: '今天', en: 'Today' },
  week: { zh: '近7天', en: 'Last 7 days' },
  month: { zh: '近30天', en: 'Last 30 days' },
  byDay: { zh: '按天', en: 'By day' },
  byDomain: { zh: '按领域', en: 'By domain' },
  byPerson: { zh: '按人员', en: 'By person' },
  all: { zh: '全部', en: 'All' },
  system: { zh: '系统', en: 'System' },
  list: { zh: '变更', en: 'Changes' },
  back: { zh: '返回首页', en: 'Back to the dashboard' },
} as const satisfies Texts;

export const useChangesTexts = (): Translate<typeof changesTexts> => useTexts(changesTexts);
