import type { Texts } from '../i18n/lang.ts';

export const sharedTexts = {
  title: { zh: '被盗车辆实时位置', en: 'Live position of a stolen vehicle' },
  over: { zh: '链接已失效', en: 'This link is no longer valid' },
  overHint: {
    zh: '链接已过期、被撤销，或车辆已不在监控中。',
    en: 'The link has expired or was revoked, or the vehicle is no longer monitored.',
  },
  noFix: { zh: '还没有定位', en: 'No position yet' },
  vehicle: { zh: '车辆', en: 'Vehicle' },
  plate: { zh: '号牌', en: 'Plate' },
  place: { zh: '经纬度(WGS-84)', en: 'Longitude, latitude (WGS-84)' },
  speed: { zh: '车速', en: 'Speed' },
  reported: { zh: '最后上报', en: 'Last report' },
  online: { zh: '在线', en: 'Online' },
  offline: { zh: '离线', en: 'Offline' },
  until: { zh: '链接有效至', en: 'Link valid until' },
  note: { zh: '仅供警方办案使用，访问已记录', en: 'For police use only. Every visit is logged' },
} as const satisfies Texts;
