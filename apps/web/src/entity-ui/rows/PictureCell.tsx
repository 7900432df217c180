import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { useEffect, useRef, type AllHTMLAttributes, type KeyboardEvent, type ReactNode } from 'react';
import type { FieldOf } from '@wheelhouse/entities';
import { FilePicker } from '../../ui/FilePicker.tsx';
import { rememberUrl } from '../files/fresh.ts';
import { limitsOf } from '../files/limits.ts';
import { UploadProgress } from '../files/UploadProgress.tsx';
import { useUploads } from '../files/useUploads.ts';
import { useRowTexts } from './texts.ts';

interface Props {
  readonly cell: Pick<AllHTMLAttributes<HTMLElement>, 'id' | 'aria-label' | 'aria-invalid' | 'title' | 'disabled'> & {
    readonly 'data-cell': string;
  };
  readonly column: FieldOf<'image'>;
  /** Address of the picture; undefined without one. */
  readonly url: string | undefined;
  readonly onChange: (fileId: string) => void;
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A picture of a row: chosen or dropped, shown small, replaced or removed. */
export function PictureCell({ cell, column, url, onChange, onKey }: Props): ReactNode {
  const texts = useRowTexts();
  const picker = useRef<HTMLInputElement>(null);
  const limits = limitsOf(column);
  const label = cell['aria-label'] ?? '';
  // Rows change while a picture is on its way.
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  }, [onChange]);
  const { uploads, start, dismiss } = useUploads(limits, (file) => {
    rememberUrl(file.fileId, file.url);
    latest.current(file.fileId);
  });
  return (
    <span
      className="eu-rows-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        // Without files it is a row that is dragged.
        if (files.length === 0 || cell.disabled) return;
        event.preventDefault();
        start(files.slice(0, 1));
      }}
    >
      <button
        {...cell}
        type="button"
        className="eu-rows-pick"
        aria-label={texts('picture', { cell: label })}
        onClick={() => picker.current?.click()}
        // Enter and Space choose.
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ') onKey(event);
        }}
      >
        {url === undefined ? <PlusOutlined aria-hidden="true" /> : <img className="eu-rows-picture" src={url} alt="" />}
      </button>
      {url === undefined || cell.disabled ? null : (
        <button
          type="button"
          className="wh-icon-button"
          aria-label={texts('removePicture', { cell: label })}
          onClick={() => onChange('')}
        >
          <CloseOutlined aria-hidden="true" />
        </button>
      )}
      <UploadProgress uploads={uploads} onDismiss={dismiss} />
      <FilePicker
        ref={picker}
        accept={limits.endings.map((ending) => `.${ending}`).join()}
        onFiles={(files) => start(files.slice(0, 1))}
      />
    </span>
  );
}
