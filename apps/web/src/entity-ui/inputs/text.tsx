import { Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { formats } from '@wheelhouse/entities';
import { textOf } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { InputProps } from './types.ts';

export function TextInput({ id, field, value, onChange, disabled }: InputProps<'text'>): ReactNode {
  const texts = useEntityTexts();
  const example = field.format === undefined ? undefined : texts('example', { value: formats[field.format].example });
  return (
    <Input
      id={id}
      value={textOf(value)}
      disabled={disabled}
      {...(field.max === undefined ? {} : { maxLength: field.max + 20 })}
      {...(example === undefined || disabled ? {} : { placeholder: example })}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export const LongTextInput = ({ id, field, value, onChange, disabled }: InputProps<'longText'>): ReactNode => (
  <Input.TextArea
    id={id}
    value={textOf(value)}
    disabled={disabled}
    autoSize={{ minRows: 3, maxRows: 10 }}
    {...(field.max === undefined ? {} : { showCount: { formatter: ({ count }) => `${count} / ${field.max}` } })}
    onChange={(event) => onChange(event.target.value)}
  />
);

/** A stored private value is known only masked: it is kept as it is, or typed anew. */
export function PrivateInput({
  id,
  name,
  field,
  value,
  onChange,
  disabled,
  stored,
  label,
}: InputProps<'private'>): ReactNode {
  const texts = useEntityTexts();
  const mask = textOf(stored?.[name]);
  const [replacing, setReplacing] = useState(false);
  const masked = mask !== '' && value === stored?.[name] && !replacing;
  if (masked)
    return (
      <span className="eu-private">
        <Input id={id} value={mask} readOnly disabled={disabled} />
        {disabled ? null : (
          <button
            type="button"
            className="wh-link-button"
            onClick={() => {
              setReplacing(true);
              onChange('');
            }}
          >
            {texts('change')}
          </button>
        )}
      </span>
    );
  return (
    <span className="eu-private">
      <Input
        id={id}
        value={textOf(value)}
        disabled={disabled}
        autoComplete="off"
        placeholder={
          replacing
            ? texts('newValue', { name: label })
            : field.format === undefined
              ? ''
              : texts('example', { value: formats[field.format].example })
        }
        onChange={(event) => onChange(event.target.value)}
      />
      {mask === '' ? null : (
        <button
          type="button"
          className="wh-link-button"
          onClick={() => {
            setReplacing(false);
            onChange(stored?.[name]);
          }}
        >
          {texts('keep')}
        </button>
      )}
    </span>
  );
}
