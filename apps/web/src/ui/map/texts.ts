import type { Lang } from '../../i18n/lang.ts';

const texts = {
  'NavigationControl.ZoomIn': { zh: '放大', en: 'Zoom in' },
  'NavigationControl.ZoomOut': { zh: '缩小', en: 'Zoom out' },
  'AttributionControl.ToggleAttribution': { zh: '地图来源', en: 'Map sources' },
  'Map.Title': { zh: '地图', en: 'Map' },
  'ScaleControl.Meters': { zh: '米', en: 'm' },
  'ScaleControl.Kilometers': { zh: '公里', en: 'km' },
} as const;

/** Texts of the map's own controls. */
export const controlTexts = (lang: Lang): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text[lang]]));
