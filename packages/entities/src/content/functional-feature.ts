import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { appVersion } from '../patterns.ts';

/** What a model makes of a feature: off, on, or on from a version of its control unit. */
export const featureStates = { off: 0, on: 1, fromVersion: 2 } as const;

export const featureCodePattern = /^[A-Z][A-Z0-9_]{2,31}$/;

/** Version of a control unit's software: one to four numbers, compared part by part. */
export const ecuVersionPattern = /^\d{1,6}(?:\.\d{1,6}){0,3}$/;

/** Feature of the app 功能特性 that models offer or not; the matrix of features and models says which. */
export const functionalFeature = defineEntity({
  name: 'functionalFeature',
  table: 'ps_functional_feature',
  domain: 'content',
  label: { zh: '功能特性', en: 'Feature' },
  base: '/ps/crm/functionalFeature',
  page: 'availableModel',
  buttons: {
    add: 'availableModel.feature',
    update: 'availableModel.feature',
    batchDelete: 'availableModel.feature',
    enable: 'availableModel.feature',
  },
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    featureCode: f.text({
      required: true,
      min: 3,
      max: 32,
      pattern: featureCodePattern,
      unique: true,
      fixed: true,
      help: {
        zh: '大写字母、数字和下划线，以字母开头',
        en: 'Capital letters, digits and underscores, beginning with a letter',
      },
    }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 30 }),
    groupName: f.dict('FeatureGroup', { required: true, index: true }),
    clientOs: f.dictMany('ClientOs', { required: true, min: 1, default: ['1', '2', '3'] }),
    minAppVersion: f.text({
      max: 11,
      pattern: appVersion,
      help: { zh: '如1.2.0', en: 'E.g. 1.2.0' },
    }),
    icon: f.image({
      pixels: { width: 120, height: 120 },
      maxMb: 1,
      help: { zh: '120×120', en: '120×120' },
    }),
    defaultOn: f.flag({
      required: true,
      default: 0,
      label: { zh: '默认开启', en: 'On by default' },
      help: {
        zh: '矩阵中未设置的车型按此处理',
        en: 'Holds for models that the matrix does not decide about',
      },
    }),
    enabled: f.dict('EnableStatus', {
      required: true,
      default: 1,
      help: { zh: '停用后，所有车型在APP中都没有该功能', en: 'No model has a disabled feature in the app' },
    }),
    remark: f.longText({ max: 200 }),
  },
  list: {
    columns: ['name', 'featureCode', 'groupName', 'clientOs', 'minAppVersion', 'defaultOn', 'enabled', 'updateTime'],
    identity: ['name', 'featureCode'],
    filters: { keyword: 'like', groupName: 'eq', enabled: 'eq' },
    keyword: { eq: ['featureCode'], like: ['name'], label: { zh: '名称或编码', en: 'Name or code' } },
    order: 'featureCode asc',
  },
  aliases: { group: 'groupName' },
  choosable: { enabled: [1] },
  machines: { enabled: 'SM-Enable' },
});
