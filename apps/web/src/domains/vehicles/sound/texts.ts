import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  play: { zh: '播放「{name}」', en: 'Play “{name}”' },
  stop: { zh: '停止', en: 'Stop' },
  unreadable: { zh: '无法播放', en: 'Playback failed' },
  sound: { zh: '音频', en: 'Audio' },
} as const satisfies Texts;

export const useSoundTexts = (): Translate<typeof texts> => useTexts(texts);
