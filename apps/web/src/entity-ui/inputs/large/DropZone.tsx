import { useRef, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { useLargeTexts } from './texts.ts';
import './large.css';

/** Where a large file is chosen or dropped. */
export function DropZone({
  id,
  icon,
  label,
  accept,
  disabled,
  onFile,
}: {
  readonly id: string;
  readonly icon: ReactNode;
  /** Of its button. */
  readonly label: string;
  readonly accept: string;
  readonly disabled: boolean;
  readonly onFile: (file: File) => void;
}): ReactNode {
  const texts = useLargeTexts();
  const picker = useRef<HTMLInputElement>(null);
  const take = ([file]: readonly File[]): void => {
    if (file !== undefined && !disabled) onFile(file);
  };
  return (
    <div
      className="eu-dropzone"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
    >
      <Button id={id} icon={icon} disabled={disabled} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <span className="eu-hint">{texts('orDrop')}</span>
      <span className="eu-hint">{texts('resumes')}</span>
      <FilePicker ref={picker} accept={accept} onFiles={take} />
    </div>
  );
}
