import type { Text } from '@wheelhouse/contract';
import { keysOf } from '@wheelhouse/contract/object';
import { codes } from '../codes.ts';
import { f, type Row } from '../fields.ts';

const { appSkin, bundle, meterSkin, voicePack } = codes.ThemeType;

const ofType =
  (...types: readonly number[]) =>
  (row: Row): boolean =>
    types.includes(Number(row['themeType']));

/** Colours and pictures belong to skins of the app. */
export const isSkin = ofType(appSkin);
export const hasPackage = ofType(meterSkin, bundle);
export const hasVoices = ofType(voicePack, bundle);
/** What vehicles show or play, which only those of the new platform can. */
export const isForVehicles = ofType(meterSkin, voicePack, bundle);

interface Size {
  readonly width: number;
  readonly height: number;
}
const icon: Size = { width: 132, height: 132 };
const tab: Size = { width: 81, height: 81 };

const isFixed = (row: Row): boolean => Number(row['status']) !== 0;

const picture = (label: Text, pixels: Size, optional = false) =>
  f.image({
    label,
    pixels,
    visible: isSkin,
    fixed: isFixed,
    help: {
      zh: `${pixels.width}×${pixels.height}${optional ? '，选填' : ''}`,
      en: `${pixels.width}×${pixels.height}${optional ? ', optional' : ''}`,
    },
  });

/** Pictures of a skin by D:ThemeSlot; a tab has a second one for when it is chosen. A draft may lack some, a theme under review none (5221). */
export const themeSlots = {
  homeBg: picture({ zh: '首页背景', en: 'Home background' }, { width: 1125, height: 2436 }),
  tabHome: picture({ zh: '首页标签', en: 'Home tab' }, tab),
  tabHomeSelected: picture({ zh: '首页标签（选中）', en: 'Home tab, selected' }, tab),
  tabService: picture({ zh: '服务标签', en: 'Service tab' }, tab),
  tabServiceSelected: picture({ zh: '服务标签（选中）', en: 'Service tab, selected' }, tab),
  tabMine: picture({ zh: '我的标签', en: 'Profile tab' }, tab),
  tabMineSelected: picture({ zh: '我的标签（选中）', en: 'Profile tab, selected' }, tab),
  lockIcon: picture({ zh: '设防图标', en: 'Lock icon' }, icon),
  unlockIcon: picture({ zh: '撤防图标', en: 'Unlock icon' }, icon),
  findIcon: picture({ zh: '寻车图标', en: 'Find icon' }, icon),
  powerIcon: picture({ zh: '电源图标', en: 'Power icon' }, icon),
  startupAnim: f.file({
    label: { zh: '启动动画', en: 'Start animation' },
    biz: 'animation',
    maxMb: 1,
    visible: isSkin,
    fixed: isFixed,
    help: { zh: 'gif或Lottie json，不超过1MB，选填', en: 'GIF or Lottie JSON, up to 1 MB, optional' },
  }),
  cardBg: picture({ zh: '卡片背景', en: 'Card background' }, { width: 1035, height: 560 }, true),
} as const;

export type ThemeSlot = keyof typeof themeSlots;
export const slotNames = keysOf(themeSlots);
const optional: readonly ThemeSlot[] = ['startupAnim', 'cardBg'];
export const requiredSlots: readonly ThemeSlot[] = slotNames.filter((name) => !optional.includes(name));

const { armed, disarmed, powerOff, powerOn } = codes.VoiceScene;
/** D:VoiceScene of the voices that a voice pack must have. */
export const requiredScenes: readonly number[] = [powerOn, powerOff, armed, disarmed];
