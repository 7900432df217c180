import { listOf } from '@wheelhouse/contract/object';
import { FileOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { nameKey } from '@wheelhouse/entities';
import { useDialogs } from '../dialogs.tsx';
import { textOf, type EntityRow } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { CellProps } from './types.ts';
import { dialogPart } from '../../ui/part.tsx';

const ImagePreview = dialogPart(() => import('../files/ImagePreview.tsx'));

/** Addresses of a file field: the server sends signed ones beside the ids. */
export function fileUrls(row: Readonly<Record<string, unknown>>, name: string): readonly string[] {
  const urls = row[`${name}Url`];
  return Array.isArray(urls) ? listOf(urls) : typeof urls === 'string' && urls !== '' ? [urls] : [];
}

function Thumbs({ urls, large }: { readonly urls: readonly string[]; readonly large: boolean }): ReactNode {
  const dialogs = useDialogs();
  const texts = useEntityTexts();
  return (
    <span className={large ? 'eu-thumbs eu-thumbs-large' : 'eu-thumbs'}>
      {urls.map((url, at) => (
        <button
          key={url}
          type="button"
          className="eu-thumb"
          aria-label={`${texts('preview')} ${at + 1}`}
          onClick={() =>
            void dialogs.open((close) => <ImagePreview urls={urls} start={at} onClose={() => close(null)} />)
          }
        >
          <img src={url} alt="" loading="lazy" />
        </button>
      ))}
    </span>
  );
}

export const ImageCell = ({ row, name, place }: CellProps<'image' | 'images'>): ReactNode => (
  <Thumbs urls={fileUrls(row, name)} large={place === 'detail'} />
);

export function FileCell({ row, name, value }: CellProps<'file' | 'files'>): ReactNode {
  const texts = useEntityTexts();
  const urls = fileUrls(row, name);
  const names = row[nameKey(name)];
  const shownNames = Array.isArray(names) ? names.map(textOf) : [textOf(names)];
  if (urls.length === 0) return <span>{listOf(Array.isArray(value) ? value : [value]).length}</span>;
  return (
    <span className="eu-links">
      {urls.map((url, at) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <FileOutlined aria-hidden="true" /> {shownNames[at] || `${texts('file')} ${at + 1}`}
        </a>
      ))}
    </span>
  );
}

/** Address of the picture that a video shows before it plays. */
const posterOf = (row: EntityRow, field: CellProps<'video' | 'audio'>['field']): string | undefined =>
  field.kind === 'video' && field.poster !== undefined ? fileUrls(row, field.poster)[0] : undefined;

export function MediaCell({ row, name, field, place }: CellProps<'video' | 'audio'>): ReactNode {
  const texts = useEntityTexts();
  const url = fileUrls(row, name)[0];
  if (url === undefined) return null;
  if (place === 'list')
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {texts('preview')}
      </a>
    );
  return field.kind === 'video' ? (
    <video className="eu-video" src={url} poster={posterOf(row, field)} controls preload="metadata" />
  ) : (
    <audio src={url} controls preload="metadata" />
  );
}
