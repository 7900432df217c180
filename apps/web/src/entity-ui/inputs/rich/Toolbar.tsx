import { LinkOutlined, PictureOutlined, VideoCameraOutlined } from '@ant-design/icons';
import type { Editor } from '@tiptap/react';
import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { lastTools, toolGroups } from './tools.tsx';
import { type RichTextKey, useRichTexts } from './texts.ts';

export interface ToolbarProps {
  readonly editor: Editor | null;
  readonly label: string;
  readonly disabled: boolean;
  /** Names of the tools that are on where the cursor is. */
  readonly on: readonly string[];
  readonly bar: RefObject<HTMLDivElement | null>;
  readonly onLink: () => void;
  readonly onPick: (media: 'image' | 'video') => void;
}

/** A button of the bar. */
interface Spec {
  readonly name: RichTextKey;
  readonly icon: ReactNode;
  readonly keys?: string | undefined;
  readonly pressed?: boolean | undefined;
  readonly act: () => void;
}

const stepOf: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

/** One stop of the Tab key; arrows go through the tools, Escape returns to the text. */
export function Toolbar({ editor, label, disabled, on, bar, onLink, onPick }: ToolbarProps): ReactNode {
  const texts = useRichTexts();
  const [at, setAt] = useState(0);
  const specOf = ({ name, icon, keys, run, isOn }: (typeof lastTools)[number]): Spec => ({
    name,
    icon,
    keys,
    pressed: isOn && on.includes(name),
    act: () => editor !== null && run(editor.chain().focus()).run(),
  });
  const groups: readonly (readonly Spec[])[] = [
    ...toolGroups.map((group) => group.map(specOf)),
    [
      { name: 'link', icon: <LinkOutlined />, pressed: on.includes('link'), act: onLink },
      { name: 'image', icon: <PictureOutlined />, act: () => onPick('image') },
      { name: 'video', icon: <VideoCameraOutlined />, act: () => onPick('video') },
    ],
    lastTools.map(specOf),
  ];
  const all = groups.flat();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      editor?.commands.focus();
      return;
    }
    const step = stepOf[event.key];
    if (step === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll('button')[step(at, all.length)]?.focus();
  };
  const button = (spec: Spec): ReactNode => {
    const { name, icon, keys, pressed, act } = spec;
    const index = all.indexOf(spec);
    return (
      <button
        key={name}
        type="button"
        className={pressed ? 'wh-icon-button eu-tool-on' : 'wh-icon-button'}
        aria-label={texts(name)}
        title={keys === undefined ? texts(name) : `${texts(name)} (${keys.replace('Control', 'Ctrl')})`}
        {...(keys !== undefined && { 'aria-keyshortcuts': keys })}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        disabled={disabled}
        tabIndex={index === at ? 0 : -1}
        onFocus={() => setAt(index)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={act}
      >
        {icon}
      </button>
    );
  };
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={texts('toolbar', { label })}
      className="eu-editor-bar"
      onKeyDown={onKeyDown}
    >
      {groups.map((group) => (
        <span key={group[0]?.name} className="eu-tool-group">
          {group.map(button)}
        </span>
      ))}
    </div>
  );
}
