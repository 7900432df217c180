import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const texts = {
  movements: { zh: '库存变动', en: 'Stock changes' },
  low: { zh: '偏低', en: 'Low' },
  lowSays: { zh: '可用{n}，不高于预警库存{warn}', en: '{n} available, no more than {warn}' },
} as const satisfies Texts;

export const usePrizeTexts = () => useTexts(texts);
