import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** Categories whose entries stand for codes that devices report. */
export const deviceCodeCategories: ReadonlySet<string> = new Set(['AlarmType', 'FaultCode']);

/** What a code means to devices and to the program belongs to the release. */
const byRelease = (row: Row) => Number(row['builtIn']) === 1;

function deviceCodesOnly(row: Row): Issue | undefined {
  const isGiven = typeof row['alarmErrCode'] === 'string';
  return isGiven && !deviceCodeCategories.has(String(row['category']))
    ? { field: 'alarmErrCode', text: { zh: '仅报警类型和故障码可填写', en: 'For alarm types and fault codes only' } }
    : undefined;
}

/** Dictionary entry 字典项. */
export const itemCode = defineEntity({
  name: 'itemCode',
  table: 'sys_item_code',
  domain: 'reference',
  label: { zh: '字典项', en: 'Dictionary entry' },
  base: '/data/crm/itemCode',
  page: 'dictionary',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'export'],
  fields: {
    category: f.text({ required: true, max: 40, pattern: /^[A-Z][A-Za-z0-9]{2,39}$/, fixed: true }),
    categoryDesc: f.text({ required: true, max: 40 }),
    categoryDescEn: f.text({ max: 60, label: { zh: '类别英文名', en: 'Category name (English)' } }),
    code: f.text({ required: true, max: 40, pattern: /^[A-Za-z0-9_-]+$/, fixed: byRelease }),
    name: f.text({ required: true, max: 200 }),
    nameEn: f.text({ required: true, max: 200 }),
    parentCategory: f.text({ max: 40, fixed: byRelease, label: { zh: '上级类别', en: 'Parent category' } }),
    parentCode: f.text({ max: 40, fixed: byRelease }),
    alarmErrCode: f.text({ max: 4, pattern: /^[0-9A-F]{4}$/, fixed: byRelease }),
    deviceType: f.text({ max: 4, fixed: byRelease }),
    color: f.text({ max: 10, pattern: /^(default|primary|success|warning|danger)$/ }),
    sort: f.sort(),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    builtIn: f.flag({ required: true, default: 0, readonly: true }),
  },
  list: {
    columns: [
      'category',
      'categoryDesc',
      'categoryDescEn',
      'code',
      'name',
      'nameEn',
      'parentCategory',
      'parentCode',
      'alarmErrCode',
      'deviceType',
      'color',
      'sort',
      'enabled',
      'builtIn',
      'updateTime',
    ],
    filters: { category: 'eq', code: 'eq', name: 'like', enabled: 'eq', builtIn: 'eq' },
    order: 'sort asc',
  },
  form: [
    { title: { zh: '类别', en: 'Category' }, fields: ['category', 'categoryDesc', 'categoryDescEn'] },
    {
      title: { zh: '字典项', en: 'Entry' },
      fields: ['code', 'name', 'nameEn', 'parentCode', 'alarmErrCode', 'deviceType', 'color', 'sort', 'enabled'],
    },
  ],
  uniqueTogether: [['category', 'code']],
  machines: { enabled: 'SM-Enable' },
  rules: [deviceCodesOnly],
});
