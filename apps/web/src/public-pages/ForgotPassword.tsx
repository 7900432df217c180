import { useEffect, useRef, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { typedMobile } from '../session/password.ts';
import { Field } from './Field.tsx';
import { PasswordField } from './PasswordField.tsx';
import { forgotTexts } from './forgot-texts.ts';
import { useForgotPassword, type ForgotForm } from './useForgotPassword.ts';

/** Sets a new password with a code sent to the account's mobile. `onClose(true)` when it was set. */
export default function ForgotPassword({ onClose }: { readonly onClose: (done: boolean) => void }): ReactNode {
  const t = useTexts(forgotTexts);
  const common = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useForgotPassword(() => onClose(true));
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="wl-dialog" aria-labelledby="forgot-title" onClose={() => onClose(false)}>
      <form noValidate onSubmit={(event) => void form.submit(event)}>
        <h2 id="forgot-title">{t('forgotTitle')}</h2>
        {form.notice === null ? null : (
          <div className={`wl-notice wl-notice-${form.notice.bad ? 'error' : 'success'}`} role="alert">
            {form.notice.text}
          </div>
        )}
        <ForgotFields form={form} />
        <div className="wl-dialog-actions">
          <button type="button" className="wl-button" onClick={() => onClose(false)}>
            {common('cancel')}
          </button>
          <button type="submit" className="wl-button wl-primary" disabled={form.busy} aria-busy={form.busy}>
            {t('reset')}
          </button>
        </div>
      </form>
    </dialog>
  );
}

function ForgotFields({ form: { values, errors, pause, set, sendCode } }: { readonly form: ForgotForm }): ReactNode {
  const t = useTexts(forgotTexts);
  return (
    <>
      <Field
        label={t('mobile')}
        name="mobile"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={24}
        value={values.mobile}
        error={errors.mobile}
        onChange={(event) => set('mobile')(typedMobile(event.target.value))}
      />
      <Field
        label={t('smsCode')}
        name="smsCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={values.smsCode}
        error={errors.smsCode}
        onChange={(event) => set('smsCode')(event.target.value.trim())}
        after={
          <button type="button" className="wl-link" disabled={pause > 0} onClick={() => void sendCode()}>
            {pause > 0 ? t('sendAgain', { n: pause }) : t('sendCode')}
          </button>
        }
      />
      <PasswordField
        label={t('newPassword')}
        name="newPassword"
        autoComplete="new-password"
        value={values.newPassword}
        error={errors.newPassword}
        hint={t('newPasswordHint')}
        onChange={set('newPassword')}
      />
      <PasswordField
        label={t('repeatPassword')}
        name="repeatPassword"
        autoComplete="new-password"
        value={values.repeat}
        error={errors.repeat}
        onChange={set('repeat')}
      />
    </>
  );
}
