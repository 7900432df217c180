import { DeleteOutlined, VideoCameraOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import type { StoredFile } from '@wheelhouse/contract/calls/files';
import { uploadFault, type UploadFacts } from '@wheelhouse/entities/media';
import { useLang } from '../../../i18n/lang.ts';
import { Button } from '../../../ui/Button.tsx';
import { fileUrls } from '../../cells/files.tsx';
import { endingsText, limitsOf, refusedBy } from '../../files/limits.ts';
import { rememberCover, rememberUrl } from '../../files/fresh.ts';
import { useResumable } from '../../files/useResumable.ts';
import { isEmpty } from '../../model.ts';
import { useEntityTexts } from '../../texts.ts';
import type { InputProps } from '../types.ts';
import { DropZone } from '../large/DropZone.tsx';
import { megabytes, SendPanel } from '../large/SendPanel.tsx';
import { localFacts } from './local.ts';
import { useVideoTexts } from './texts.ts';
import './video.css';

function Facts({ durationMs, width, height, size }: UploadFacts): ReactNode {
  const texts = useVideoTexts();
  if (!durationMs || !width || !height) return null;
  const seconds = Math.round(durationMs / 100) / 10;
  return (
    <span className="eu-hint wh-num">
      {texts('facts', { seconds, size: `${width}×${height}`, mb: megabytes(size) })}
    </span>
  );
}

/** The video that the field has: to be played, and removed. */
function Chosen({
  url,
  poster,
  fresh,
  disabled,
  onRemove,
}: {
  readonly url: string | undefined;
  readonly poster: string | undefined;
  readonly fresh: StoredFile | undefined;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}): ReactNode {
  const texts = useVideoTexts();
  return (
    <div className="eu-video-chosen">
      <video className="eu-video" src={url} poster={poster} controls preload="metadata" />
      <div className="eu-video-foot">
        {fresh === undefined ? null : <Facts {...fresh} />}
        {disabled ? null : (
          <Button size="small" icon={<DeleteOutlined />} onClick={onRemove}>
            {texts('remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A video: chosen or dropped, checked, sent in parts that survive a break, then played. The value is its id. */
export default function VideoInput({
  id,
  name,
  field,
  label,
  value,
  onChange,
  disabled,
  stored,
}: InputProps<'video'>): ReactNode {
  const lang = useLang();
  const texts = useEntityTexts();
  const videoTexts = useVideoTexts();
  const limits = limitsOf(field);
  const [fresh, setFresh] = useState<StoredFile>();
  const [fault, setFault] = useState<string>();
  const check = (facts: UploadFacts): boolean => {
    const found = uploadFault(field, label, facts, lang);
    setFault(found);
    return found === undefined;
  };
  const upload = useResumable('video', (file) => {
    if (!check(file)) return false;
    setFresh(file);
    rememberUrl(file.fileId, file.url);
    if (file.cover !== undefined) rememberCover(file.fileId, file.cover);
    onChange(file.fileId);
    return true;
  });
  const start = async (file: File): Promise<void> => {
    if (refusedBy(limits, file) === 'type') setFault(texts('fileType', { types: endingsText(limits.endings) }));
    else if (check(await localFacts(file))) upload.start(file);
  };
  const isStored = stored !== undefined && stored[name] === value;
  const url = fresh?.fileId === value ? fresh?.url : isStored ? fileUrls(stored, name)[0] : undefined;
  const poster = isStored && field.poster !== undefined ? fileUrls(stored, field.poster)[0] : undefined;
  return (
    <div className="eu-upload">
      {upload.sending !== undefined ? (
        <SendPanel sending={upload.sending} upload={upload} />
      ) : isEmpty(value) ? (
        <DropZone
          id={id}
          icon={<VideoCameraOutlined />}
          label={videoTexts('choose')}
          accept={limits.endings.map((ending) => `.${ending}`).join()}
          disabled={disabled}
          onFile={(file) => void start(file)}
        />
      ) : (
        <Chosen url={url} poster={poster} fresh={fresh} disabled={disabled} onRemove={() => onChange(null)} />
      )}
      {fault === undefined ? null : (
        <p className="eu-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
