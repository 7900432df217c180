import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  bands: { zh: '感应区间', en: 'Proximity bands' },
  lock: { zh: '上锁', en: 'Lock' },
  unlock: { zh: '解锁', en: 'Unlock' },
  keep: { zh: '保持不变', en: 'No change' },
  unknown: { zh: '填写两个阈值后显示', en: 'Shown once both thresholds are set' },
  tooClose: { zh: '两个阈值至少相差{n}dB', en: 'The thresholds must be at least {n} dB apart' },
  progress: { zh: '已同步{done}台，待同步{left}台', en: '{done} synced, {left} pending' },
  done: { zh: '全部已同步', en: 'All synced' },
  pending: { zh: '待同步{n}', en: '{n} pending' },
  bandsText: {
    zh: '信号不低于{unlock}dBm解锁，不高于{lock}dBm上锁，其间保持不变',
    en: 'Unlocks at {unlock} dBm and above, locks at {lock} dBm and below, no change between',
  },
} as const satisfies Texts;

export const useBluetoothTexts = (): Translate<typeof texts> => useTexts(texts);
