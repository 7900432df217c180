/** What is wrong with a day of usage. */
export const simAbnormalRules = {
  1: { zh: '超过车型中位数10倍', en: 'Ten times its model' },
  2: { zh: '车辆静默时超过50MB', en: 'Above 50 MB, vehicle silent' },
  3: { zh: '未装车的卡', en: 'Card in no vehicle' },
} as const;
