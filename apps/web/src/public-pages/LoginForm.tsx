import { useEffect, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { isApiError, messageOf, requestFailedCode } from '../api/errors.ts';
import { useTexts } from '../i18n/lang.ts';
import { readSetting, writeSetting } from '../lib/storage.ts';
import { signIn, type Credentials } from '../session/login.ts';
import { mobilePattern, typedMobile, usernamePattern } from '../session/password.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { texts } from './texts.ts';

const rememberedName = 'login-name';

/** The account has a second factor: its code is missing, or wrong. */
const codeMissing = 1123;
const codeWrong = 1124;

type Problem = 'needUsername' | 'badUsername' | 'needPassword' | 'badPassword';

function problemsOf(username: string, password: string): { username?: Problem; password?: Problem } {
  const found: { username?: Problem; password?: Problem } = {};
  if (username === '') found.username = 'needUsername';
  else if (!usernamePattern.test(username) && !mobilePattern.test(username)) found.username = 'badUsername';
  if (password === '') found.password = 'needPassword';
  else if (password.length < 6 || password.length > 20) found.password = 'badPassword';
  return found;
}

export interface LoginFormProps {
  /** Over a page: whose session goes on, and how. */
  readonly inPlace?: { readonly username: string; readonly signIn: (credentials: Credentials) => Promise<void> };
  /** Called with the server's refusal, or null when a new attempt starts. */
  readonly onMessage: (message: string | null) => void;
  readonly onSignedIn: () => void;
  readonly onForgot: () => void;
  /** The first key typed: time to fetch the console behind the login. */
  readonly onTyping: () => void;
}

export function LoginForm({ inPlace, onMessage, onSignedIn, onForgot, onTyping }: LoginFormProps): ReactNode {
  const t = useTexts(texts);
  const [username, setUsername] = useState(() => inPlace?.username ?? readSetting(rememberedName) ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(username !== '');
  const [problems, setProblems] = useState<ReturnType<typeof problemsOf>>({});
  /** Undefined until the server asks for the second factor. */
  const [otp, setOtp] = useState<string>();
  const [busy, setBusy] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const otpInput = useRef<HTMLInputElement>(null);
  // Nothing else can be done on this page, so the first empty field waits for the keyboard.
  useEffect(() => (nameInput.current?.value === '' ? nameInput : passwordInput).current?.focus(), []);

  const askForCode = (error: unknown): boolean => {
    if (!isApiError(error, codeMissing) && !isApiError(error, codeWrong)) return false;
    onMessage(messageOf(error));
    setOtp('');
    setBusy(false);
    // The field is there after the next render.
    setTimeout(() => otpInput.current?.focus());
    return true;
  };

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const name = typedMobile(username.trim());
    const found = problemsOf(name, password);
    setProblems(found);
    onMessage(null);
    if (found.username !== undefined) return nameInput.current?.focus();
    if (found.password !== undefined) return passwordInput.current?.focus();
    setBusy(true);
    try {
      const send = inPlace?.signIn ?? signIn;
      await send({ username: name, password, ...(otp !== undefined && otp !== '' && { otp }) });
      if (inPlace === undefined) writeSetting(rememberedName, remember ? name : null);
      onSignedIn();
    } catch (error) {
      if (askForCode(error)) return;
      onMessage(messageOf(error));
      setBusy(false);
      // Nobody looked at it: it is sent again when the server answers.
      if (isApiError(error, requestFailedCode)) return;
      setOtp(undefined);
      setPassword('');
      passwordInput.current?.focus();
    }
  };

  const errorText = (problem: Problem | undefined): string | undefined =>
    problem === undefined ? undefined : t(problem);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} onInput={onTyping}>
      <Field
        ref={nameInput}
        label={t('username')}
        name="username"
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={t('usernameHint')}
        maxLength={40}
        value={username}
        error={errorText(problems.username)}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        ref={passwordInput}
        label={t('password')}
        name="password"
        autoComplete="current-password"
        value={password}
        error={errorText(problems.password)}
        onChange={setPassword}
      />
      {otp === undefined ? null : (
        <Field
          ref={otpInput}
          label={t('otp')}
          name="otp"
          autoComplete="one-time-code"
          hint={t('otpHint')}
          maxLength={20}
          value={otp}
          onChange={(event) => setOtp(event.target.value)}
        />
      )}
      {inPlace !== undefined ? null : (
        <div className="wl-row">
          <label className="wl-switch">
            <input
              type="checkbox"
              role="switch"
              aria-checked={remember}
              checked={remember}
              onChange={(event) => setRemember(event.target.checked)}
            />
            <span aria-hidden="true" />
            {t('remember')}
          </label>
          <button type="button" className="wl-link" onClick={onForgot}>
            {t('forgot')}
          </button>
        </div>
      )}
      <button type="submit" className="wl-button wl-primary" disabled={busy} aria-busy={busy}>
        {t(busy ? 'submitting' : 'submit')}
      </button>
    </form>
  );
}
