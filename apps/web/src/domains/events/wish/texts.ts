import { useTexts, type Texts } from '../../../i18n/lang.ts';

const texts = {
  words: { zh: '敏感词：{words}', en: 'Sensitive: {words}' },
  reply: { zh: '回复：{text}', en: 'Reply: {text}' },
  reason: { zh: '驳回原因：{text}', en: 'Rejected: {text}' },
} as const satisfies Texts;

export const useWishTexts = () => useTexts(texts);
