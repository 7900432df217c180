import { useTexts, type Texts, type Translate } from '../../i18n/lang.ts';

const texts = {
  count: { zh: '{n}行', en: '{n} {n|row|rows}' },
  countOf: { zh: '{n} / {max}行', en: '{n} / {max} {max|row|rows}' },
  row: { zh: '第{n}行', en: 'Row {n}' },
  cell: { zh: '{column}，第{n}行', en: '{column}, row {n}' },
  add: { zh: '添加一行', en: 'Add row' },
  remove: { zh: '删除第{n}行', en: 'Remove row {n}' },
  drag: { zh: '拖动第{n}行', en: 'Drag row {n}' },
  actions: { zh: '操作', en: 'Actions' },
  empty: {
    zh: '还没有内容。添加一行后可逐格填写，或粘贴表格区域。',
    en: 'No rows yet. Add one, then type or paste a block from a spreadsheet.',
  },
  sheet: { zh: '从xlsx导入', en: 'Import xlsx' },
  paste: { zh: '粘贴', en: 'Paste' },
  picture: { zh: '{cell}：选择图片', en: '{cell}: choose a picture' },
  removePicture: { zh: '{cell}：移除图片', en: '{cell}: remove the picture' },
  hint: {
    zh: '回车到下一行，Alt+Delete删除行，可粘贴表格区域',
    en: 'Enter: next row. Alt+Delete: remove row. Blocks from a spreadsheet can be pasted',
  },
  hintSort: {
    zh: '回车到下一行，Alt+↑↓移动行，Alt+Delete删除行，可粘贴表格区域',
    en: 'Enter: next row. Alt+↑↓: move row. Alt+Delete: remove row. Blocks from a spreadsheet can be pasted',
  },
  codeFirst: { zh: '先选择种类', en: 'Choose a kind first' },
  moved: { zh: '已移到第{n}行', en: 'Moved to row {n}' },
  faults: { zh: '{n}处有误。{first}', en: '{n} to correct. {first}' },
  reordered: { zh: '调整了顺序', en: 'Order changed' },
  more: { zh: '另有{n}行变化', en: '{n} more {n|row|rows} changed' },
  added: { zh: '新增', en: 'Added' },
  removed: { zh: '删除', en: 'Removed' },
} as const satisfies Texts;

export const useRowTexts = (): Translate<typeof texts> => useTexts(texts);
