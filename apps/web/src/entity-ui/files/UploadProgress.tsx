import { CloseOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/common.ts';
import { useEntityTexts } from '../texts.ts';
import type { Upload } from './useUploads.ts';

function Row({ upload, onDismiss }: { readonly upload: Upload; readonly onDismiss: () => void }): ReactNode {
  const t = useT();
  const texts = useEntityTexts();
  return (
    <div
      className={upload.error === undefined ? 'eu-upload-row' : 'eu-upload-row eu-error'}
      role={upload.error === undefined ? 'status' : 'alert'}
    >
      <span className="eu-upload-name">{upload.name}</span>
      <span className="wh-num">{upload.error ?? texts('uploading', { n: upload.percent })}</span>
      {upload.error === undefined ? <progress max={100} value={upload.percent} aria-label={upload.name} /> : null}
      <button
        type="button"
        className="wh-icon-button"
        aria-label={upload.error === undefined ? t('cancel') : t('close')}
        onClick={upload.error === undefined ? upload.cancel : onDismiss}
      >
        <CloseOutlined />
      </button>
    </div>
  );
}

/** Files on their way, each with its progress, to be cancelled; those that were refused, with the reason. */
export function UploadProgress({
  uploads,
  onDismiss,
}: {
  readonly uploads: readonly Upload[];
  readonly onDismiss: (key: number) => void;
}): ReactNode {
  if (uploads.length === 0) return null;
  return (
    <div>
      {uploads.map((upload) => (
        <Row key={upload.key} upload={upload} onDismiss={() => onDismiss(upload.key)} />
      ))}
    </div>
  );
}
