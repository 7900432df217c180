import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';

/** Texts of the pages of dealers that go beyond their definitions. */
export const dealerTexts = {
  noFix: { zh: '没有定位', en: 'No position fix' },
  map: { zh: '地图', en: 'Map' },
  staff: { zh: '员工', en: 'Staff' },
  stock: { zh: '库存车辆', en: 'Stock vehicles' },
  sold: { zh: '已售车辆', en: 'Sold vehicles' },
  unlocatedDealers: { zh: '{n}家没有坐标', en: '{n} without coordinates' },
  firstN: { zh: '仅显示前{n}条', en: 'First {n} shown' },
} as const satisfies Texts;

export const useDealerTexts = (): Translate<typeof dealerTexts> => useTexts(dealerTexts);
