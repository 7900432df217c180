import { useTexts, type Texts, type Translate } from '../../../i18n/lang.ts';

const texts = {
  categories: { zh: '类别', en: 'Categories' },
  searchCategory: { zh: '搜索类别', en: 'Search categories' },
  searchEntry: { zh: '搜索编码或名称', en: 'Search code or name' },
  addCategory: { zh: '新增类别', en: 'Add category' },
  addEntry: { zh: '新增字典项', en: 'Add entry' },
  editEntry: { zh: '编辑字典项', en: 'Edit entry' },
  choose: { zh: '请从左侧选择类别', en: 'Choose a category on the left' },
  refreshCache: { zh: '刷新缓存', en: 'Refresh cache' },
  refreshed: {
    zh: '已刷新，各客户端下次启动时重新加载',
    en: 'Refreshed. Clients reload the dictionary at their next start',
  },
  builtIn: { zh: '内置', en: 'Built in' },
  builtInHint: { zh: '内置字典不可删除或停用', en: 'Built-in entries cannot be deleted or disabled' },
  noCategory: { zh: '没有匹配的类别', en: 'No matching categories' },
  noEntry: { zh: '没有匹配的字典项', en: 'No matching entries' },
  preview: { zh: '标签', en: 'Tag' },
  noColor: { zh: '无颜色', en: 'No colour' },
  deleteQuestion: {
    zh: '确定删除字典项「{name}」（{code}）吗？删除后不可恢复。',
    en: 'Delete the entry “{name}” ({code})? This cannot be undone.',
  },
  disableQuestion: {
    zh: '停用字典项「{name}」？各页面将不再可选，已有数据仍显示其名称。',
    en: 'Disable “{name}”? It can no longer be selected; existing data still shows its name.',
  },
  exportQuestion: {
    zh: '将导出「{name}」的{n}个字典项，操作会被记录。',
    en: '{n} {n|entry|entries} of “{name}” will be exported. The export is logged.',
  },
  guarded: { zh: '守护', en: 'Guarded' },
  guardedNote: {
    zh: '该类别用于限制或放行。变更须由另一位有「守护项变更」权限的人批准后生效。',
    en: 'This list allows or forbids something. A change takes effect when another holder of “Change guarded lists” approves it.',
  },
  toApprove: { zh: '待批准的变更', en: 'Changes to approve' },
  entries: { zh: '字典项', en: 'Entries' },
} as const satisfies Texts;

export const useDictionaryTexts = (): Translate<typeof texts> => useTexts(texts);
