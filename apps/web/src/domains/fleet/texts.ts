import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';

/** How long ago something was. */
const fleetTexts = {
  secondsAgo: { zh: '{n}秒前', en: '{n} s ago' },
  minutesAgo: { zh: '{n}分钟前', en: '{n} min ago' },
  hoursAgo: { zh: '{n}小时前', en: '{n} h ago' },
  daysAgo: { zh: '{n}天前', en: '{n} d ago' },
} as const satisfies Texts;

export const useFleetTexts = (): Translate<typeof fleetTexts> => useTexts(fleetTexts);
