import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { part } from '../../ui/part.tsx';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';

const HoursInput = part(() => import('./hours.tsx'));

/** A value as text; one that is a text did not parse. */
const shown = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** What a text stands for: itself while it does not parse, which no field takes. */
function valueOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** What is structured and has no shape of its own: as text, which stays as it is typed until another value comes. */
function JsonText({ id, value, onChange, disabled }: InputProps<'json'>): ReactNode {
  const texts = useEntityTexts();
  const [typed, setTyped] = useState({ text: shown(value), value });
  const wrong = typeof value === 'string';
  const take = (text: string): void => {
    const next = valueOf(text);
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <>
      <Input.TextArea
        id={id}
        className="eu-code"
        value={Object.is(typed.value, value) ? typed.text : shown(value)}
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
