import { CloudUploadOutlined, DeleteOutlined, FileOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import type { StoredFile } from '@wheelhouse/contract/calls/files';
import { Button } from '../../../ui/Button.tsx';
import { fileUrls } from '../../cells/files.tsx';
import { rememberUrl } from '../../files/fresh.ts';
import { endingsText, limitsOf, refusedBy } from '../../files/limits.ts';
import { useResumable } from '../../files/useResumable.ts';
import { isEmpty } from '../../model.ts';
import { useEntityTexts } from '../../texts.ts';
import type { InputProps } from '../types.ts';
import { DropZone } from './DropZone.tsx';
import { megabytes, SendPanel } from './SendPanel.tsx';
import { useLargeTexts } from './texts.ts';

/** A file that is there; sensitive ones have no address here. */
function KeptFile({ url, name }: { readonly url: string | undefined; readonly name: string }): ReactNode {
  const shown = (
    <>
      <FileOutlined aria-hidden="true" /> {name}
    </>
  );
  return url === undefined ? (
    <span>{shown}</span>
  ) : (
    <a href={url} target="_blank" rel="noreferrer">
      {shown}
    </a>
  );
}

/** A large file: chosen or dropped, sent in parts that survive a break. The value is its id. */
export default function LargeFileInput({
  id,
  name,
  field,
  value,
  onChange,
  disabled,
  stored,
  onStored,
}: InputProps<'file'> & {
  /** Called with the uploaded file, for fields that show more of it. */
  readonly onStored?: (file: StoredFile) => void;
}): ReactNode {
  const texts = useEntityTexts();
  const largeTexts = useLargeTexts();
  const limits = limitsOf(field);
  const [fresh, setFresh] = useState<StoredFile>();
  const [fault, setFault] = useState<string>();
  const upload = useResumable(limits.biz, (file) => {
    setFresh(file);
    rememberUrl(file.fileId, file.url);
    onChange(file.fileId);
    onStored?.(file);
    return true;
  });
  const start = (file: File): void => {
    const refused = refusedBy(limits, file);
    setFault(
      refused === undefined
        ? undefined
        : refused === 'type'
          ? texts('fileType', { types: endingsText(limits.endings) })
          : texts('fileSize', { n: limits.maxMb ?? 0 }),
    );
    if (refused === undefined) upload.start(file);
  };
  const isFresh = fresh?.fileId === value;
  const url = isFresh
    ? fresh?.url
    : stored?.[name] === value && stored !== undefined
      ? fileUrls(stored, name)[0]
      : undefined;
  return (
    <div className="eu-upload">
      {upload.sending !== undefined ? (
        <SendPanel sending={upload.sending} upload={upload} />
      ) : isEmpty(value) ? (
        <DropZone
          id={id}
          icon={<CloudUploadOutlined />}
          label={largeTexts('choose')}
          accept={limits.endings.map((ending) => `.${ending}`).join()}
          disabled={disabled}
          onFile={start}
        />
      ) : (
        <div className="eu-large">
          <KeptFile url={url} name={isFresh && fresh !== undefined ? fresh.name : texts('file')} />
          {isFresh && fresh !== undefined ? <span className="eu-hint wh-num">{megabytes(fresh.size)} MB</span> : null}
          {disabled ? null : (
            <Button size="small" icon={<DeleteOutlined />} onClick={() => onChange(null)}>
              {largeTexts('remove')}
            </Button>
          )}
        </div>
      )}
      {fault === undefined ? null : (
        <p className="eu-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
