import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Classification of function introductions 功能分类; kept in a drawer of their list. A disabled one is hidden in the app with its functions. */
export const functionClassification = defineEntity({
  name: 'functionClassification',
  table: 'ps_function_classification',
  domain: 'content',
  label: { zh: '功能分类', en: 'Function classification' },
  base: '/ps/crm/functionClassification',
  page: 'functionIntroduce',
  buttons: {
    add: 'functionIntroduce.classification',
    update: 'functionIntroduce.classification',
    batchDelete: 'functionIntroduce.classification',
    enable: 'functionIntroduce.classification',
  },
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    name: f.text({ required: true, min: 2, max: 20, unique: true }),
    icon: f.image({
      pixels: { width: 120, height: 120 },
      maxMb: 1,
      help: { zh: '120×120', en: '120×120' },
    }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', {
      required: true,
      default: 1,
      help: {
        zh: '停用后，APP不展示该分类及其功能介绍',
        en: 'The app hides a disabled classification and its functions',
      },
    }),
    functionCount: f.count('functionIntroduce', 'classificationId', {
      label: { zh: '功能介绍数', en: 'Functions' },
    }),
  },
  list: {
    columns: ['name', 'icon', 'functionCount', 'sort', 'enabled', 'updateTime'],
    filters: { name: 'like', enabled: 'eq' },
    order: 'sort asc',
  },
  choosable: { enabled: [1] },
  machines: { enabled: 'SM-Enable' },
});
