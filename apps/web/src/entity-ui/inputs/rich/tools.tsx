import {
  BoldOutlined,
  ClearOutlined,
  CodeOutlined,
  ItalicOutlined,
  LineOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  TableOutlined,
  UnderlineOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import type { ChainedCommands, Editor } from '@tiptap/react';
import type { ReactNode } from 'react';
import type { RichTextKey } from './texts.ts';

interface Tool {
  readonly name: RichTextKey;
  readonly icon: ReactNode;
  readonly run: (chain: ChainedCommands) => ChainedCommands;
  /** A tool that is on or off where the cursor is. */
  readonly isOn?: (editor: Editor) => boolean;
  /** Keys that do the same, as `aria-keyshortcuts` and people read them. */
  readonly keys?: string;
}

const sign = (text: string): ReactNode => (
  <span aria-hidden="true" className="eu-tool-sign">
    {text}
  </span>
);
const heading = (level: 2 | 3 | 4): Tool => ({
  name: `heading${level}`,
  icon: sign(`H${level - 1}`),
  run: (chain) => chain.toggleHeading({ level }),
  isOn: (editor) => editor.isActive('heading', { level }),
  keys: `Control+Alt+${level}`,
});

/** Tools in groups, as the toolbar shows them. Those that ask for something more are the toolbar's own. */
export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      name: 'bold',
      icon: <BoldOutlined />,
      run: (c) => c.toggleBold(),
      isOn: (e) => e.isActive('bold'),
      keys: 'Control+B',
    },
    {
      name: 'italic',
      icon: <ItalicOutlined />,
      run: (c) => c.toggleItalic(),
      isOn: (e) => e.isActive('italic'),
      keys: 'Control+I',
    },
    {
      name: 'underline',
      icon: <UnderlineOutlined />,
      run: (c) => c.toggleUnderline(),
      isOn: (e) => e.isActive('underline'),
      keys: 'Control+U',
    },
    {
      name: 'strike',
      icon: <StrikethroughOutlined />,
      run: (c) => c.toggleStrike(),
      isOn: (e) => e.isActive('strike'),
    },
  ],
  [heading(2), heading(3), heading(4)],
  [
    {
      name: 'bulletList',
      icon: <UnorderedListOutlined />,
      run: (c) => c.toggleBulletList(),
      isOn: (e) => e.isActive('bulletList'),
    },
    {
      name: 'orderedList',
      icon: <OrderedListOutlined />,
      run: (c) => c.toggleOrderedList(),
      isOn: (e) => e.isActive('orderedList'),
    },
    { name: 'blockquote', icon: sign('❞'), run: (c) => c.toggleBlockquote(), isOn: (e) => e.isActive('blockquote') },
    {
      name: 'codeBlock',
      icon: <CodeOutlined />,
      run: (c) => c.toggleCodeBlock(),
      isOn: (e) => e.isActive('codeBlock'),
    },
    { name: 'rule', icon: <LineOutlined />, run: (c) => c.setHorizontalRule() },
    { name: 'table', icon: <TableOutlined />, run: (c) => c.insertTable({ rows: 3, cols: 3, withHeaderRow: true }) },
  ],
];

export const lastTools: readonly Tool[] = [
  { name: 'clear', icon: <ClearOutlined />, run: (c) => c.unsetAllMarks().clearNodes() },
  { name: 'undo', icon: <UndoOutlined />, run: (c) => c.undo(), keys: 'Control+Z' },
  { name: 'redo', icon: <RedoOutlined />, run: (c) => c.redo(), keys: 'Control+Shift+Z' },
];

/** What can be done to a table while the cursor is in it. */
export const tableTools: readonly Pick<Tool, 'name' | 'run'>[] = [
  { name: 'rowAbove', run: (c) => c.addRowBefore() },
  { name: 'rowBelow', run: (c) => c.addRowAfter() },
  { name: 'columnBefore', run: (c) => c.addColumnBefore() },
  { name: 'columnAfter', run: (c) => c.addColumnAfter() },
  { name: 'mergeOrSplit', run: (c) => c.mergeOrSplit() },
  { name: 'headerRow', run: (c) => c.toggleHeaderRow() },
  { name: 'deleteRow', run: (c) => c.deleteRow() },
  { name: 'deleteColumn', run: (c) => c.deleteColumn() },
  { name: 'deleteTable', run: (c) => c.deleteTable() },
];
