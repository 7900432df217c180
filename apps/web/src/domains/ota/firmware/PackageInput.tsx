import type { StoredFile } from '@wheelhouse/contract/calls/files';
import { useState, type ReactNode } from 'react';
import LargeFileInput from '../../../entity-ui/inputs/large/LargeFileInput.tsx';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { useFirmwareTexts } from './texts.ts';
import './firmware.css';

/** A package. Its hash, which the release key signs, stands under it once it has arrived. */
export function PackageInput(props: InputProps): ReactNode {
  const { field, value } = props;
  const words = useFirmwareTexts();
  const [fresh, setFresh] = useState<StoredFile>();
  if (field.kind !== 'file') return null;
  return (
    <>
      <LargeFileInput {...props} field={field} onStored={setFresh} />
      {fresh === undefined || fresh.fileId !== value ? null : (
        <p className="eu-hint fw-hash">
          {words('hash')}: <code>{fresh.sha256}</code>
        </p>
      )}
    </>
  );
}
