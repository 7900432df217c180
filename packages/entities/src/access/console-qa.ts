import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Question and answer on how to use the console 使用问答. */
export const consoleQa = defineEntity({
  name: 'consoleQa',
  table: 'sys_qa',
  domain: 'access',
  label: { zh: '使用问答', en: 'Console Q&A' },
  base: '/system/crm/qa',
  page: 'qa',
  open: ['list', 'detail'],
  title: ['question'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    ...f.bilingual(
      'question',
      'text',
      { required: true, min: 2, max: 100, label: { zh: '问题', en: 'Question' } },
      { min: 0, max: 200, label: { zh: '英文问题', en: 'English question' } },
    ),
    ...f.bilingual('answer', 'richText', { required: true, max: 20_000 }),
    category: f.dict('QaCategory', { required: true, index: true }),
    routeName: f.text({ max: 64, label: { zh: '关联页面', en: 'Related page' } }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  },
  list: {
    columns: ['question', 'answer', 'category', 'routeName', 'sort', 'enabled', 'updateTime'],
    filters: { keyword: 'like', category: 'eq', enabled: 'eq' },
    keyword: { eq: [], like: ['question', 'answer'], label: { zh: '问题或答案', en: 'Question or answer' } },
    order: 'sort asc',
  },
  uniqueTogether: [['question', 'category']],
  machines: { enabled: 'SM-Enable' },
});
