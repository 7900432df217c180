import { useRef, useState, type ReactNode } from 'react';
import { uploadFile } from '../../../api/files.ts';
import { messageOf } from '../../../api/errors.ts';
import { Button } from '../../../ui/Button.tsx';
import type { StoredRef } from '../../../entity-ui/files/useUploads.ts';
import { useGuideTexts } from './texts.ts';

/** Size of the picture that is made, 16:9. */
const frame = { width: 1280, height: 720 } as const;
const quality = 0.86;

/** The middle of what the video shows now, as large as fits the picture. */
function draw(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = frame.width;
  canvas.height = frame.height;
  const { videoWidth, videoHeight } = video;
  const scale = Math.max(frame.width / videoWidth, frame.height / videoHeight);
  const [width, height] = [frame.width / scale, frame.height / scale];
  const [left, top] = [(videoWidth - width) / 2, (videoHeight - height) / 2];
  canvas.getContext('2d')?.drawImage(video, left, top, width, height, 0, 0, frame.width, frame.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

/** Makes a cover of what a video shows at some second. */
export function FrameTaker({
  url,
  onTaken,
}: {
  readonly url: string;
  readonly onTaken: (file: StoredRef) => void;
}): ReactNode {
  const texts = useGuideTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [length, setLength] = useState(0);
  const [second, setSecond] = useState(0);
  const [state, setState] = useState<'idle' | 'busy' | 'unreadable'>('idle');
  const [error, setError] = useState<string>();
  const seek = (to: number): void => {
    const at = Math.min(Math.max(0, to), Math.max(0, length - 0.1));
    setSecond(at);
    if (video.current !== null) video.current.currentTime = at;
  };
  const take = async (): Promise<void> => {
    if (video.current === null) return;
    setState('busy');
    setError(undefined);
    try {
      const blob = await draw(video.current);
      if (blob === null) return setState('unreadable');
      const name = `cover-${Math.round(second)}s.jpg`;
      const stored = await uploadFile(new File([blob], name, { type: 'image/jpeg' }), 'image');
      onTaken({ fileId: stored.fileId, url: stored.url, name });
    } catch (failure) {
      setError(messageOf(failure));
    }
    setState('idle');
  };
  if (state === 'unreadable') return <p className="eu-hint">{texts('unreadable')}</p>;
  return (
    <div className="ov-frame">
      <video
        ref={video}
        src={url}
        muted
        playsInline
        preload="auto"
        aria-hidden="true"
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onError={() => setState('unreadable')}
      />
      <label className="ov-frame-second">
        {texts('second')}
        <input
          type="range"
          min={0}
          max={Math.max(0, length - 0.1)}
          step={0.1}
          value={second}
          onChange={(event) => seek(event.target.valueAsNumber)}
        />
        <span className="wh-num">{texts('seconds', { n: second.toFixed(1) })}</span>
      </label>
      <Button size="small" loading={state === 'busy'} disabled={length === 0} onClick={() => void take()}>
        {texts('take')}
      </Button>
      {error === undefined ? null : <span className="eu-error">{error}</span>}
    </div>
  );
}
