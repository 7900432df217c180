import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  choose: { zh: '选择视频', en: 'Choose a video' },
  remove: { zh: '移除视频', en: 'Remove video' },
  facts: { zh: '{seconds}秒 · {size} · {mb} MB', en: '{seconds} s · {size} · {mb} MB' },
} as const satisfies Texts;

export const useVideoTexts = (): Translate<typeof texts> => useTexts(texts);
