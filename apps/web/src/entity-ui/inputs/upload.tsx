import { listOf } from '@wheelhouse/contract/object';
import { CloseOutlined, FileOutlined, PlusOutlined } from '@ant-design/icons';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fileUrls } from '../cells/files.tsx';
import { freshUrl, rememberUrl } from '../files/fresh.ts';
import { endingsText, limitsOf } from '../files/limits.ts';
import { UploadProgress } from '../files/UploadProgress.tsx';
import { useUploads, type StoredRef } from '../files/useUploads.ts';
import { isEmpty, textOf } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';
import { FilePicker } from '../../ui/FilePicker.tsx';

type UploadKind = 'image' | 'images' | 'file' | 'files' | 'video' | 'audio';

/** Files a field has: those stored with the record and those uploaded since. */
function knownFiles({ stored, name }: Pick<InputProps, 'stored' | 'name'>): StoredRef[] {
  const value = stored?.[name];
  const ids = Array.isArray(value) ? listOf(value) : isEmpty(value) ? [] : [textOf(value)];
  const urls = stored === undefined ? [] : fileUrls(stored, name);
  return ids.map((fileId, at) => ({ fileId, url: urls[at] ?? '', name: '' }));
}

function FileTile({
  file,
  isImage,
  disabled,
  onRemove,
}: {
  readonly file: StoredRef;
  readonly isImage: boolean;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  const texts = useEntityTexts();
  const shown = file.name || texts('file');
  return (
    <li className={isImage ? 'eu-tile' : 'eu-tile eu-tile-file'}>
      {isImage ? (
        <img src={file.url} alt={file.name} />
      ) : (
        <a href={file.url} target="_blank" rel="noreferrer">
          <FileOutlined aria-hidden="true" /> {shown}
        </a>
      )}
      {disabled ? null : (
        <button
          type="button"
          className="eu-tile-remove"
          aria-label={`${texts('removeFile')} ${shown}`}
          onClick={onRemove}
        >
          <CloseOutlined />
        </button>
      )}
    </li>
  );
}

/** Files of a field: dropped or chosen, checked, sent with progress, shown, removed. The value is their ids. */
export function UploadInput({
  id,
  name,
  field,
  label,
  value,
  onChange,
  disabled,
  stored,
  onStored,
}: InputProps<UploadKind> & {
  /** Called with each uploaded file, for fields that show more of it. */
  readonly onStored?: (file: StoredRef) => void;
}): ReactNode {
  const texts = useEntityTexts();
  const picker = useRef<HTMLInputElement>(null);
  const many = field.kind === 'images' || field.kind === 'files';
  const isImage = field.kind === 'image' || field.kind === 'images';
  const limits = limitsOf(field);
  const [known, setKnown] = useState<readonly StoredRef[]>(() => knownFiles({ stored, name }));
  const ids = many ? listOf(value) : isEmpty(value) ? [] : [textOf(value)];
  const latest = useRef(ids);
  const own = useRef(new WeakSet<object>());
  useEffect(() => {
    // What was put here comes back late: files that have arrived meanwhile would be lost.
    if (typeof value === 'object' && value !== null && own.current.has(value)) return;
    latest.current = many ? listOf(value) : isEmpty(value) ? [] : [textOf(value)];
  }, [value, many]);
  const put = (next: readonly string[]): void => {
    latest.current = [...next];
    own.current.add(next);
    onChange(many ? next : (next[0] ?? null));
  };
  const most = many ? (field.max ?? 20) : 1;
  const { uploads, start, dismiss } = useUploads(limits, (file) => {
    setKnown((all) => [...all, file]);
    rememberUrl(file.fileId, file.url);
    onStored?.(file);
    put(many ? [...latest.current, file.fileId] : [file.fileId]);
  });
  const take = (files: readonly File[]): void => start(files.slice(0, many ? most - ids.length : 1));
  const running = uploads.some((upload) => upload.error === undefined);
  return (
    <div
      className="eu-upload"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!disabled) take([...event.dataTransfer.files]);
      }}
    >
      <ul className="eu-tiles">
        {ids.map((fileId) => (
          <FileTile
            key={fileId}
            file={known.find((file) => file.fileId === fileId) ?? { fileId, url: freshUrl(fileId) ?? '', name: '' }}
            isImage={isImage}
            disabled={disabled}
            onRemove={() => put(ids.filter((one) => one !== fileId))}
          />
        ))}
        {disabled || (many && ids.length >= most) || (!many && ids.length > 0) || (!many && running) ? null : (
          <li>
            <button
              id={id}
              type="button"
              className={isImage ? 'eu-tile eu-tile-add' : 'eu-tile eu-tile-file eu-tile-add'}
              aria-label={texts('uploadOf', { name: label })}
              onClick={() => picker.current?.click()}
            >
              <PlusOutlined aria-hidden="true" />
              <span>{texts('upload')}</span>
            </button>
          </li>
        )}
      </ul>
      <UploadProgress uploads={uploads} onDismiss={dismiss} />
      {field.help === undefined ? (
        <p className="eu-hint">
          {limits.maxMb === undefined
            ? endingsText(limits.endings)
            : texts('fileHint', { types: endingsText(limits.endings), n: limits.maxMb })}
        </p>
      ) : null}
      <FilePicker
        ref={picker}
        multiple={many}
        accept={limits.endings.map((ending) => `.${ending}`).join()}
        onFiles={take}
      />
    </div>
  );
}
