import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  notices: { zh: '系统公告', en: 'System notices' },
  dismiss: { zh: '知道了，不再显示「{title}」', en: 'Got it, do not show “{title}” again' },
  gotIt: { zh: '知道了', en: 'Got it' },
  maintenance: { zh: '维护时间{from}至{to}', en: 'Maintenance {from} — {to}' },
  attachment: { zh: '附件{n}', en: 'Attachment {n}' },
} as const satisfies Texts;

export const useNoticeWords = () => useTexts(texts);
