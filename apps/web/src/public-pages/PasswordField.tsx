import { useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { useTexts } from '../i18n/lang.ts';
import { Field } from './Field.tsx';
import { texts } from './texts.ts';

export interface PasswordFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** A password with an eye to show it, and a hint while Caps Lock is on. */
export function PasswordField({ onChange, error, hint, ...rest }: PasswordFieldProps): ReactNode {
  const t = useTexts(texts);
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setCaps(event.getModifierState('CapsLock'));
  const label = t(shown ? 'hidePassword' : 'showPassword');
  return (
    <Field
      {...rest}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      maxLength={20}
      error={error}
      hint={caps ? t('capsLock') : hint}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={watchCaps}
      onKeyUp={watchCaps}
      onBlur={() => setCaps(false)}
      after={
        <button
          type="button"
          className="wl-eye"
          aria-label={label}
          aria-pressed={shown}
          title={label}
          onClick={() => setShown(!shown)}
        >
          <svg
            width="18"
            height="18"
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            aria-hidden="true"
          >
            <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
            <circle cx="12" cy="12" r="3" />
            {shown ? null : <path d="M4 20 20 4" />}
          </svg>
        </button>
      }
    />
  );
}
