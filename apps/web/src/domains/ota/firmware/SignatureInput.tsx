import { FileTextOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import type { InputProps } from '../../../entity-ui/inputs/types.ts';
import { textOf } from '../../../entity-ui/model.ts';
import { Button } from '../../../ui/Button.tsx';
import { FilePicker } from '../../../ui/FilePicker.tsx';
import { useFirmwareTexts } from './texts.ts';
import './firmware.css';

const signatureBytes = 64;
const mostBytes = 1024;

/** The signature that a file holds, as 64 bytes or as Base64; undefined where it holds none. */
async function signatureIn(file: File): Promise<string | undefined> {
  if (file.size > mostBytes) return undefined;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes.length === signatureBytes) return btoa(String.fromCharCode(...bytes));
  const text = new TextDecoder().decode(bytes).trim();
  return /^[A-Za-z0-9+/]{86}==$/.test(text) ? text : undefined;
}

/** A signature: pasted, or read from the file that the signing tool wrote. */
export function SignatureInput({ id, value, onChange, disabled }: InputProps): ReactNode {
  const words = useFirmwareTexts();
  const picker = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const take = async ([file]: readonly File[]): Promise<void> => {
    const found = file && (await signatureIn(file));
    setWrong(found === undefined);
    if (found !== undefined) onChange(found);
  };
  return (
    <div className="fw-signature">
      <Input
        id={id}
        value={textOf(value ?? '')}
        disabled={disabled}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim() || null)}
      />
      <Button size="small" icon={<FileTextOutlined />} disabled={disabled} onClick={() => picker.current?.click()}>
        {words('readSignature')}
      </Button>
      {isWrong ? (
        <p className="eu-error" role="alert">
          {words('notASignature')}
        </p>
      ) : null}
      <FilePicker ref={picker} accept=".sig" onFiles={(files) => void take(files)} />
    </div>
  );
}
