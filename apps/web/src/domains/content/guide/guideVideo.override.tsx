import { Form } from 'antd';
import type { StoredFile } from '@wheelhouse/contract/calls/files';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import { coverOf, freshUrl, rememberUrl } from '../../../entity-ui/files/fresh.ts';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { UploadInput } from '../../../entity-ui/inputs/upload.tsx';
import { isEmpty, textOf } from '../../../entity-ui/model.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { FrameTaker } from './FrameTaker.tsx';
import './guide.css';

/** The field that covers are taken from. */
const film = 'videoFile';

/** The cover: a picture, or what the video of the form shows at some second; it begins with what the server made of the video. */
function CoverInput(props: InputProps): ReactNode {
  const { field, stored, disabled, value, onChange } = props;
  const video: unknown = Form.useWatch(film);
  const url = isEmpty(video)
    ? undefined
    : (freshUrl(textOf(video)) ??
      (stored !== undefined && stored[film] === video ? fileUrls(stored, film)[0] : undefined));
  const take = ({ fileId, url: address }: Pick<StoredFile, 'fileId' | 'url'>): void => {
    rememberUrl(fileId, address);
    onChange(fileId);
  };
  // The picture that the server made of the video, unless there is one.
  const begin = useEffectEvent((videoId: string) => {
    const made = coverOf(videoId);
    if (made !== undefined && isEmpty(value)) take(made);
  });
  useEffect(() => begin(textOf(video)), [video]);
  if (field.kind !== 'image') return null;
  return (
    <div className="ov-cover">
      <UploadInput {...props} field={field} />
      {url === undefined || disabled ? null : <FrameTaker key={url} url={url} onTaken={take} />}
    </div>
  );
}

const guideVideoOverride = defineOverride('guideVideo', { input: { cover: CoverInput } });

export { guideVideoOverride as default };
