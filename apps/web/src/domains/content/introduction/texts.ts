import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  preview: { zh: '预览', en: 'Preview' },
  screen: { zh: 'APP介绍', en: 'Introduction' },
  previous: { zh: '上一页', en: 'Previous page' },
  next: { zh: '下一页', en: 'Next page' },
  pageOf: { zh: '第{n}页，共{count}页', en: 'Page {n} of {count}' },
  noPages: { zh: '还没有页面', en: 'No pages yet' },
  noContent: { zh: '还没有正文', en: 'No text yet' },
} as const satisfies Texts;

export const useIntroductionTexts = (): Translate<typeof texts> => useTexts(texts);
