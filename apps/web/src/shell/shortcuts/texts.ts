import type { Texts } from '../../i18n/lang.ts';

export const texts = {
  title: { zh: '键盘快捷键', en: 'Keyboard shortcuts' },
  general: { zh: '通用', en: 'General' },
  go: { zh: '前往', en: 'Go to' },
  list: { zh: '列表', en: 'Lists' },
  tabs: { zh: '标签页', en: 'Tabs' },
  search: { zh: '搜索页面和记录', en: 'Search pages and records' },
  help: { zh: '显示快捷键', en: 'Show shortcuts' },
  escape: { zh: '关闭对话框、菜单', en: 'Close a dialog or menu' },
  keyword: { zh: '关键词筛选', en: 'Keyword filter' },
  add: { zh: '新增', en: 'Add' },
  refresh: { zh: '刷新', en: 'Refresh' },
  rows: { zh: '在表格行间移动', en: 'Move between table rows' },
  previousTab: { zh: '上一个标签页', en: 'Previous tab' },
  nextTab: { zh: '下一个标签页', en: 'Next tab' },
  after: { zh: '然后', en: 'then' },
  enabled: { zh: '启用单键快捷键', en: 'Single-key shortcuts' },
  enabledHint: { zh: '关闭后仅保留带{key}的快捷键。', en: 'When off, only shortcuts with {key} remain.' },
} as const satisfies Texts;
