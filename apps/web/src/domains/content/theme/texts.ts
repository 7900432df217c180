import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const texts = {
  preview: { zh: '预览', en: 'Preview' },
  statistics: { zh: '统计', en: 'Statistics' },
  voices: { zh: '语音', en: 'Voices' },
  home: { zh: '首页', en: 'Home' },
  riding: { zh: '骑行', en: 'Riding' },
  charging: { zh: '充电', en: 'Charging' },
  noSkin: { zh: '只有APP皮肤有手机预览', en: 'Only app skins have a phone preview' },
  last30d: { zh: '最近30天', en: 'Last 30 days' },
  day: { zh: '日期', en: 'Day' },
  owners: { zh: '新增拥有', en: 'New owners' },
  downloads: { zh: '下载', en: 'Downloads' },
  nothing: { zh: '最近30天没有数据', en: 'Nothing in the last 30 days' },
} as const satisfies Texts;

export const useThemeTexts = () => useTexts(texts);

/** What the app says on the screens of the preview, in the language chosen there. */
export const appTexts = {
  home: { zh: '已设防', en: 'Locked' },
  riding: { zh: '骑行中', en: 'Riding' },
  charging: { zh: '充电中', en: 'Charging' },
  homeFact: { zh: '续航86公里', en: 'Range 86 km' },
  ridingFact: { zh: '32公里/小时', en: '32 km/h' },
  chargingFact: { zh: '约1小时20分充满', en: 'Full in 1 h 20 min' },
  tabHome: { zh: '首页', en: 'Home' },
  tabService: { zh: '服务', en: 'Service' },
  tabMine: { zh: '我的', en: 'Mine' },
  lockIcon: { zh: '设防', en: 'Lock' },
  unlockIcon: { zh: '撤防', en: 'Unlock' },
  findIcon: { zh: '寻车', en: 'Find' },
  powerIcon: { zh: '电源', en: 'Power' },
} as const satisfies Texts;
