import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  classifications: { zh: '分类管理', en: 'Classifications' },
  second: { zh: '截取画面', en: 'Capture at' },
  seconds: { zh: '第{n}秒', en: '{n} s' },
  take: { zh: '用作封面', en: 'Use as cover' },
  unreadable: {
    zh: '此浏览器无法读取视频画面，请直接上传封面',
    en: 'This browser cannot read the video. Upload a cover.',
  },
} as const satisfies Texts;

export const useGuideTexts = (): Translate<typeof texts> => useTexts(texts);
