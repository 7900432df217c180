import { Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { fileUrls } from '../../entity-ui/cells/files.tsx';
import { freshUrl } from '../../entity-ui/files/fresh.ts';
import type { StoredRef } from '../../entity-ui/files/useUploads.ts';
import type { InputProps } from '../../entity-ui/inputs/types.ts';
import { UploadInput } from '../../entity-ui/inputs/upload.tsx';
import { isEmpty, textOf } from '../../entity-ui/model.ts';
import { defineOverride } from '../../entity-ui/override.ts';
import { FrameTaker } from './FrameTaker.tsx';
import './guide.css';

/** The field that covers are taken from. */
const film = 'videoFile';

/** The cover: a picture, or what the video of the form shows at some second. */
function CoverInput(props: InputProps): ReactNode {
  const { field, stored, disabled, value, onChange } = props;
  const video: unknown = Form.useWatch(film);
  const [taken, setTaken] = useState<StoredRef>();
  const url = isEmpty(video)
    ? undefined
    : (freshUrl(textOf(video)) ??
      (stored !== undefined && stored[film] === video ? fileUrls(stored, film)[0] : undefined));
  const take = (file: StoredRef): void => {
    setTaken(file);
    onChange(file.fileId);
  };
  if (field.kind !== 'image') return null;
  return (
    <div className="ov-cover">
      <UploadInput key={taken?.fileId === value ? taken?.fileId : 'own'} {...props} field={field} fresh={taken} />
      {url === undefined || disabled ? null : <FrameTaker key={url} url={url} onTaken={take} />}
    </div>
  );
}

export const guideVideoOverride = defineOverride('guideVideo', { input: { cover: CoverInput } });
