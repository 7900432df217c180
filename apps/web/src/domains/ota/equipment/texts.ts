import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

export const texts = {
  history: { zh: '版本历史', en: 'Version history' },
  ofVehicle: { zh: '部件与版本', en: 'Parts and versions' },
  updates: { zh: '升级记录', en: 'Updates' },
  parts: { zh: '部件OTA', en: 'OTA of its parts' },
  noVersions: { zh: '该部件还没有上报过版本', en: 'The part has not reported a version' },
  time: { zh: '时间', en: 'Since' },
  software: { zh: '软件版本', en: 'Software' },
  before: { zh: '原版本', en: 'Before' },
  hardware: { zh: '硬件版本', en: 'Hardware' },
  sn: { zh: '序列号', en: 'Serial no.' },
  source: { zh: '来源', en: 'Source' },
  upgrade: { zh: '单车升级', en: 'Update this vehicle' },
} as const satisfies Texts;

export const useOtaEquipmentTexts = (): Translate<typeof texts> => useTexts(texts);
