import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';

/** Texts of the pages of app users that go beyond their definitions. */
export const userTexts = {
  bindingLog: { zh: '绑定日志', en: 'Binding log' },
  ownerKind: { zh: '车主', en: 'Owner' },
  shareKind: { zh: '共享', en: 'Shared' },
  vehicles: { zh: '车辆', en: 'Vehicles' },
  noVehicles: { zh: '没有绑定过车辆', en: 'No vehicles have been bound' },
} as const satisfies Texts;

export const useUserTexts = (): Translate<typeof userTexts> => useTexts(userTexts);
