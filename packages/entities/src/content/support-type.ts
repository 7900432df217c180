import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const button = 'commonProblemManage.category';

/** Type of support 支持类型: a category of questions and feedback as the app shows it, with its icon and the hours in which somebody answers. */
export const supportType = defineEntity({
  name: 'supportType',
  table: 'cnt_support_type',
  domain: 'content',
  label: { zh: '支持类型', en: 'Support type' },
  base: '/ps/crm/supportType',
  page: 'commonProblemManage',
  buttons: { add: button, update: button, batchDelete: button, enable: button },
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 20, unique: true }),
    categoryCode: f.dict('LargeProblemClassification', {
      required: true,
      level: 1,
      index: true,
      help: {
        zh: 'APP在该类型下展示此大类的常见问题',
        en: 'The app shows the questions of this category below the type',
      },
    }),
    icon: f.image({
      required: true,
      pixels: { width: 120, height: 120 },
      maxMb: 0.2,
      help: { zh: '120×120，不超过200KB', en: '120×120, up to 200 KB' },
    }),
    serviceHours: f.json({
      required: true,
      shape: 'weeklyHours',
      default: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '09:00', to: '18:00' }],
      label: { zh: '服务时间', en: 'Service hours' },
    }),
    faqCount: f.computed(f.int(), {
      label: { zh: '常见问题数', en: 'Questions' },
      help: { zh: '该大类下已上架的常见问题', en: 'Of its category, on the shelf' },
    }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', {
      required: true,
      default: 1,
      help: { zh: '停用后APP不再展示', en: 'The app hides a disabled type' },
    }),
  },
  list: {
    columns: ['name', 'icon', 'categoryCode', 'serviceHours', 'faqCount', 'sort', 'enabled', 'updateTime'],
    filters: { name: 'like', categoryCode: 'eq', enabled: 'eq' },
    order: 'sort asc',
  },
  machines: { enabled: 'SM-Enable' },
  questions: {
    disable: {
      zh: '确定停用「{name}」吗？APP将不再展示该支持类型。',
      en: 'Disable “{name}”? The app no longer shows this type of support.',
    },
  },
});
