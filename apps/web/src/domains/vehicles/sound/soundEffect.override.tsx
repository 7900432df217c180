import { useState, type ReactNode } from 'react';
import { fileUrls } from '../../../entity-ui/cells/files.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { UploadInput } from '../../../entity-ui/inputs/upload.tsx';
import { isEmpty, textOf } from '../../../entity-ui/model.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { Player } from './Player.tsx';
import { useSoundTexts } from './texts.ts';

function SoundCell({ row, name }: CellPropsOf<'soundEffect'>): ReactNode {
  const url = fileUrls(row, name)[0];
  return url === undefined ? null : <Player url={url} name={textOf(row.name)} />;
}

/** The upload, with what was uploaded to listen to. */
function SoundInput(props: InputProps): ReactNode {
  const texts = useSoundTexts();
  const [fresh, setFresh] = useState<{ readonly fileId: string; readonly url: string }>();
  const { value, stored, name } = props;
  const kept = stored?.[name] === value && stored !== undefined ? fileUrls(stored, name)[0] : undefined;
  const url = fresh !== undefined && fresh.fileId === value ? fresh.url : kept;
  return (
    <div className="ov-sound-input">
      <UploadInput {...(props as InputProps<'audio'>)} onStored={setFresh} />
      {isEmpty(value) || url === undefined ? null : <Player key={url} url={url} name={texts('sound')} />}
    </div>
  );
}

const soundOverride = defineOverride('soundEffect', {
  cell: { audioFile: SoundCell },
  input: { audioFile: SoundInput },
});

export { soundOverride as default };
