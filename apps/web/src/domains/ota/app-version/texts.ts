import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  reading: { zh: '正在读取安装包…', en: 'Reading the package…' },
  packageName: { zh: '包名', en: 'Package name' },
  version: { zh: '版本', en: 'Version' },
  minSdk: { zh: '最低API级别', en: 'Oldest API level' },
  notApproved: {
    zh: '该版本尚未在「iOS审核开关」中通过审核，发布后用户可能在AppStore中找不到它',
    en: 'This version is not approved under “iOS review”: users may not find it in the App Store once it is published',
  },
} as const satisfies Texts;

export const useAppVersionTexts = (): Translate<typeof texts> => useTexts(texts);
