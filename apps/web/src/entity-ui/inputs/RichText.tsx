import {
  BoldOutlined,
  ClearOutlined,
  ItalicOutlined,
  OrderedListOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { textOf } from '../model.ts';
import { useWords } from '../texts.ts';
import type { InputProps } from './types.ts';

const commands = [
  { name: 'bold', command: 'bold', icon: <BoldOutlined /> },
  { name: 'italic', command: 'italic', icon: <ItalicOutlined /> },
  { name: 'heading', command: 'formatBlock', argument: 'h3', icon: <span aria-hidden="true">H</span> },
  { name: 'bulletList', command: 'insertUnorderedList', icon: <UnorderedListOutlined /> },
  { name: 'numberList', command: 'insertOrderedList', icon: <OrderedListOutlined /> },
  { name: 'clearFormat', command: 'removeFormat', icon: <ClearOutlined /> },
] as const;

/** Formatted text by the browser's own editor. What is pasted comes as plain text; the server sanitises what is saved. */
export default function RichTextInput({ id, label, value, onChange, disabled }: InputProps<'richText'>): ReactNode {
  const words = useWords();
  const editor = useRef<HTMLDivElement>(null);
  const html = textOf(value);
  useEffect(() => {
    const element = editor.current;
    if (element !== null && element.innerHTML !== html) element.innerHTML = html;
  }, [html]);
  const report = (): void => {
    const element = editor.current;
    if (element !== null)
      onChange(element.textContent?.trim() === '' && element.querySelector('img') === null ? '' : element.innerHTML);
  };
  const run = (command: string, argument?: string): void => {
    editor.current?.focus();
    document.execCommand(command, false, argument);
    report();
  };
  return (
    <div className="eu-editor">
      <div role="toolbar" aria-label={label} className="eu-editor-bar">
        {commands.map((one) => (
          <button
            key={one.name}
            type="button"
            className="wh-icon-button"
            aria-label={words(one.name)}
            title={words(one.name)}
            disabled={disabled}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(one.command, 'argument' in one ? one.argument : undefined)}
          >
            {one.icon}
          </button>
        ))}
      </div>
      <div
        ref={editor}
        id={id}
        role="textbox"
        aria-multiline="true"
        aria-label={label}
        className="eu-rich eu-editor-text"
        contentEditable={!disabled}
        suppressContentEditableWarning
        onInput={report}
        onPaste={(event) => {
          event.preventDefault();
          document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
        }}
      />
    </div>
  );
}
