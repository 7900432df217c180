import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { part } from '../../ui/part.tsx';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';

const HoursInput = part(() => import('./hours.tsx'));

/** What is structured and has no shape of its own: as text, taken over while it parses. */
function JsonText({ id, value, onChange, disabled }: InputProps<'json'>): ReactNode {
  const texts = useEntityTexts();
  const [text, setText] = useState(value === undefined || value === null ? '' : JSON.stringify(value, null, 2));
  const [wrong, setWrong] = useState(false);
  const take = (next: string): void => {
    setText(next);
    try {
      onChange(next.trim() === '' ? null : (JSON.parse(next) as unknown));
      setWrong(false);
    } catch {
      setWrong(true);
    }
  };
  return (
    <>
      <Input.TextArea
        id={id}
        className="eu-code"
        value={text}
        disabled={disabled}
        autoSize={{ minRows: 4, maxRows: 16 }}
        spellCheck={false}
        {...(wrong ? { status: 'error' as const } : {})}
        onChange={(event) => take(event.target.value)}
      />
      {wrong ? (
        <span role="alert" className="eu-error">
          {texts('jsonInvalid')}
        </span>
      ) : null}
    </>
  );
}

export const JsonInput = (props: InputProps<'json'>): ReactNode =>
  props.field.shape === 'weeklyHours' ? <HoursInput {...props} /> : <JsonText {...props} />;
