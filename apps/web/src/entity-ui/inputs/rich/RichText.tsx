import { Input } from 'antd';
import { EditorContent } from '@tiptap/react';
import { useRef, useState, type ReactNode } from 'react';
import { unsigned } from '@wheelhouse/entities/rich-text';
import { UploadProgress } from '../../files/UploadProgress.tsx';
import { textOf } from '../../model.ts';
import type { InputProps } from '../types.ts';
import { imageLimits, useArrivals, videoLimits } from './arrivals.ts';
import { LinkRow } from './LinkRow.tsx';
import { Toolbar } from './Toolbar.tsx';
import { tableTools } from './tools.tsx';
import { useRichTexts } from './texts.ts';
import { useRichEditor } from './useRichEditor.ts';
import './rich.css';
import { FilePicker } from '../../../ui/FilePicker.tsx';

/** Formatted text: what it can hold is `richTextTags`. Pictures and videos are uploads that belong to the record. */
export default function RichTextInput(props: InputProps<'richText'>): ReactNode {
  const { field, label, value, disabled } = props;
  const texts = useRichTexts();
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const [picked, setPicked] = useState<'image' | 'video'>('image');
  const arrivals = useArrivals();
  const { editor, state, hosts } = useRichEditor(props, arrivals, () =>
    bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
  );
  const pick = (media: 'image' | 'video'): void => {
    setPicked(media);
    if (picker.current === null) return;
    picker.current.accept = (media === 'image' ? imageLimits : videoLimits).endings.map((one) => `.${one}`).join();
    picker.current.click();
  };
  const size = unsigned(textOf(value)).length;
  return (
    <div className={disabled ? 'eu-editor eu-editor-off' : 'eu-editor'}>
      <Toolbar
        editor={editor}
        label={label}
        disabled={disabled}
        on={state.on}
        bar={bar}
        onLink={() => setLinking(true)}
        onPick={pick}
      />
      {linking && editor !== null ? <LinkRow editor={editor} hosts={hosts} onClose={() => setLinking(false)} /> : null}
      {state.inTable && !disabled ? (
        <div role="group" aria-label={texts('tableTools')} className="eu-editor-row">
          {tableTools.map(({ name, run }) => (
            <button
              key={name}
              type="button"
              className="wh-link-button"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => editor !== null && run(editor.chain().focus()).run()}
            >
              {texts(name)}
            </button>
          ))}
        </div>
      ) : null}
      {state.alt === undefined || disabled ? null : (
        <label className="eu-editor-row">
          <span>{texts('imageText')}</span>
          <Input
            value={state.alt}
            maxLength={200}
            placeholder={texts('imageTextHint')}
            onChange={(event) => editor?.commands.updateAttributes('image', { alt: event.target.value })}
            onPressEnter={(event) => event.preventDefault()}
          />
        </label>
      )}
      <EditorContent editor={editor} />
      <UploadProgress uploads={arrivals.uploads} onDismiss={arrivals.dismiss} />
      <p className="eu-editor-foot">
        <span className="wh-num">{texts('characters', { n: state.characters })}</span>
        {field.max === undefined ? null : (
          <span className={size > field.max ? 'wh-num eu-error' : 'wh-num'}>
            {texts('size', { n: size, max: field.max })}
          </span>
        )}
        <span className="eu-editor-keys">{texts('keys')}</span>
      </p>
      <FilePicker
        ref={picker}
        multiple={picked === 'image'}
        onFiles={(files) => editor !== null && arrivals.take(editor, files)}
      />
    </div>
  );
}
