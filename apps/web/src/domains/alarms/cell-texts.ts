import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  overdue: { zh: '超时', en: 'Overdue' },
  escalated: { zh: '已升级', en: 'Escalated' },
  suppressed: { zh: '抑制', en: 'Suppressed' },
  alarms: { zh: '报警', en: 'Alarms' },
  faults: { zh: '故障上报', en: 'Fault reports' },
  faultHistory: { zh: '故障历史', en: 'Fault history' },
  faultTimes: { zh: '共{n}次，累计{d}', en: '{n} {n|time|times}, {d} in total' },
  active: { zh: '未恢复', en: 'Active' },
  toAlarm: { zh: '查看报警', en: 'View alarm' },
} as const satisfies Texts;

export const useAlarmCellTexts = () => useTexts(texts);
