import { Input } from 'antd';
import { EditorContent, type Editor, type JSONContent } from '@tiptap/react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { unsigned } from '@wheelhouse/entities/rich-text';
import { limitsOf } from '../../files/limits.ts';
import { UploadProgress } from '../../files/UploadProgress.tsx';
import { useUploads, type StoredRef } from '../../files/useUploads.ts';
import { textOf } from '../../model.ts';
import type { InputProps } from '../types.ts';
import { LinkRow } from './LinkRow.tsx';
import { Toolbar } from './Toolbar.tsx';
import { tableTools } from './tools.tsx';
import { useRichTexts } from './texts.ts';
import { useRichEditor } from './useRichEditor.ts';
import './rich.css';
import { FilePicker } from '../../../ui/FilePicker.tsx';

const imageLimits = limitsOf({ kind: 'image' });
const videoLimits = limitsOf({ kind: 'video' });
const isVideo = (file: File): boolean => file.type.startsWith('video/');

/** Formatted text: what it can hold is `richTextTags`. Pictures and videos are uploads that belong to the record. */
export default function RichTextInput(props: InputProps<'richText'>): ReactNode {
  const { field, label, value, disabled } = props;
  const texts = useRichTexts();
  const bar = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [linking, setLinking] = useState(false);
  const [picked, setPicked] = useState<'image' | 'video'>('image');
  const inserter = useRef<Editor>(null);
  /** What arrived while the page was hidden, which leaves no editor. */
  const arrived = useRef<JSONContent[]>([]);
  const insert = (type: 'image' | 'video', { url, name }: StoredRef): void => {
    const alt = type === 'image' ? { alt: name.replace(/\.\w+$/, '') } : {};
    const node = { type, attrs: { src: url, ...alt } };
    const current = inserter.current;
    if (current?.isDestroyed === false) current.chain().focus().insertContent(node).run();
    else arrived.current.push(node);
  };
  const images = useUploads(imageLimits, (file) => insert('image', file));
  const videos = useUploads(videoLimits, (file) => insert('video', file));
  const take = (files: readonly File[]): void => {
    images.start(files.filter((file) => !isVideo(file)));
    videos.start(files.filter(isVideo));
  };
  const { editor, state, hosts } = useRichEditor(props, take, () =>
    bar.current?.querySelector<HTMLElement>('button[tabindex="0"]')?.focus(),
  );
  useEffect(() => {
    inserter.current = editor;
    if (editor?.isDestroyed === false)
      for (const node of arrived.current.splice(0))
        editor.commands.insertContentAt(editor.state.doc.content.size, node);
  }, [editor]);
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
      <UploadProgress uploads={images.uploads} onDismiss={images.dismiss} />
      <UploadProgress uploads={videos.uploads} onDismiss={videos.dismiss} />
      <p className="eu-editor-foot">
        <span className="wh-num">{texts('characters', { n: state.characters })}</span>
        {field.max === undefined ? null : (
          <span className={size > field.max ? 'wh-num eu-error' : 'wh-num'}>
            {texts('size', { n: size, max: field.max })}
          </span>
        )}
        <span className="eu-editor-keys">{texts('keys')}</span>
      </p>
      <FilePicker ref={picker} multiple={picked === 'image'} onFiles={take} />
    </div>
  );
}
