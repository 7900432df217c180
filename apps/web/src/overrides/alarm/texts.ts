import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  overdue: { zh: '超时', en: 'Overdue' },
  escalated: { zh: '已升级', en: 'Escalated' },
  suppressed: { zh: '抑制', en: 'Suppressed' },
  hours: { zh: '{h}小时{m}分', en: '{h} h {m} min' },
  days: { zh: '{d}天{h}小时', en: '{d} d {h} h' },
  minutes: { zh: '{m}分{s}秒', en: '{m} min {s} s' },
  alarms: { zh: '报警', en: 'Alarms' },
  faults: { zh: '故障上报', en: 'Fault reports' },
  faultHistory: { zh: '故障历史', en: 'Fault history' },
  faultTimes: { zh: '共{n}次，累计{d}', en: '{n} times, {d} in total' },
  active: { zh: '未恢复', en: 'Active' },
  toAlarm: { zh: '查看报警', en: 'View alarm' },
} as const satisfies Texts;

export const useAlarmCellTexts = () => useTexts(texts);

/** Seconds as text: the two largest units. */
export function durationText(texts: ReturnType<typeof useAlarmCellTexts>, seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s >= 86_400) return texts('days', { d: Math.floor(s / 86_400), h: Math.floor((s % 86_400) / 3600) });
  if (s >= 3600) return texts('hours', { h: Math.floor(s / 3600), m: Math.floor((s % 3600) / 60) });
  return texts('minutes', { m: Math.floor(s / 60), s: s % 60 });
}
