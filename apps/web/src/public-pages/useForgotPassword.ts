import { useState, type SubmitEvent } from 'react';
import { call } from '../api/client.ts';
import { isApiError, messageOf } from '../api/errors.ts';
import { usePick, useTexts } from '../i18n/lang.ts';
import { md5Upper } from '../session/md5.ts';
import { mobilePattern, passwordProblem, smsCodePattern, smsScene } from '../session/password.ts';
import { useCountdown } from '../session/useCountdown.ts';
import { forgotTexts } from './forgot-texts.ts';

export interface ForgotValues {
  readonly mobile: string;
  readonly smsCode: string;
  readonly newPassword: string;
  readonly repeat: string;
}

type Errors = Partial<Record<keyof ForgotValues, string>>;

export interface ForgotForm {
  readonly values: ForgotValues;
  readonly errors: Errors;
  readonly notice: { readonly bad: boolean; readonly text: string } | null;
  readonly busy: boolean;
  /** Seconds until another code may be sent. */
  readonly pause: number;
  readonly set: (key: keyof ForgotValues) => (value: string) => void;
  readonly sendCode: () => Promise<void>;
  readonly submit: (event: SubmitEvent) => Promise<void>;
}

const empty: ForgotValues = { mobile: '', smsCode: '', newPassword: '', repeat: '' };

/** The rules and calls of the forgotten-password dialog. */
export function useForgotPassword(onDone: () => void): ForgotForm {
  const t = useTexts(forgotTexts);
  const pick = usePick();
  const [values, setValues] = useState(empty);
  const [errors, setErrors] = useState<Errors>({});
  const [notice, setNotice] = useState<ForgotForm['notice']>(null);
  const [busy, setBusy] = useState(false);
  const pause = useCountdown();

  const check = (): Errors => {
    const problem = passwordProblem(values.newPassword);
    return {
      ...(mobilePattern.test(values.mobile) ? {} : { mobile: t('badMobile') }),
      ...(smsCodePattern.test(values.smsCode) ? {} : { smsCode: t('badCode') }),
      ...(problem === null ? {} : { newPassword: pick(problem) }),
      ...(values.repeat === values.newPassword ? {} : { repeat: t('differs') }),
    };
  };
  const refused = (error: unknown): void => {
    if (isApiError(error)) setErrors(Object.fromEntries(error.errors.map(({ field, message }) => [field, message])));
    setNotice({ bad: true, text: messageOf(error) });
  };
  const sendCode = async (): Promise<void> => {
    if (!mobilePattern.test(values.mobile)) return setErrors({ mobile: t('badMobile') });
    setErrors({});
    try {
      await call('/system/crm/sendSmsCode', { mobile: values.mobile, scene: smsScene.resetPassword }, { auth: false });
      pause.start();
      setNotice({ bad: false, text: t('codeSent') });
    } catch (error) {
      refused(error);
    }
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = check();
    setErrors(found);
    if (busy || Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { mobile, smsCode, newPassword } = values;
      await call(
        '/system/crm/mobile/changePassword',
        { mobile, smsCode, newPassword: md5Upper(newPassword) },
        { auth: false },
      );
      onDone();
    } catch (error) {
      refused(error);
      setBusy(false);
    }
  };
  const set = (key: keyof ForgotValues) => (value: string) => setValues({ ...values, [key]: value });
  return { values, errors, notice, busy, pause: pause.left, set, sendCode, submit };
}
