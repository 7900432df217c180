import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { useEffect, useState, type ReactNode } from 'react';
import { adoptSession, call } from '../api/client.ts';
import { useTexts } from '../i18n/lang.ts';
import { LoginForm } from '../public-pages/LoginForm.tsx';
import type { SignInWanted } from '../api/again.ts';
import { requestToken, type Credentials } from '../session/login.ts';
import { beginLeaving, isForeignSession, leaveSession, rememberIdentity, saveToken } from '../api/token.ts';
import { Modal } from './Modal.tsx';
import { signInTexts } from './sign-in-texts.ts';
import '../public-pages/public.css';

interface Other {
  readonly token: string;
  readonly name: string;
}

export interface SignInDialogProps {
  readonly wanted: SignInWanted;
  readonly user: CurrentUser;
}

/** The session has ended over unsaved input: the same user goes on in place, another one leaves after a warning. */
export default function SignInDialog({ wanted, user }: SignInDialogProps): ReactNode {
  const t = useTexts(signInTexts);
  const [message, setMessage] = useState<string | null>(wanted.reason);
  const [other, setOther] = useState<Other | null>(null);
  const name = user.realName || user.userName;

  const signIn = async (credentials: Credentials): Promise<void> => {
    const token = await requestToken(credentials);
    const { id, userName, realName } = await call('/system/crm/sysUser/myInfo', {}, { token });
    if (id !== user.id) return setOther({ token, name: realName || userName });
    saveToken(token);
    rememberIdentity(token, id);
    wanted.done();
  };
  // Signed in meanwhile in another tab of the browser.
  useEffect(() => {
    const adopt = (): void => {
      if (isForeignSession()) void adoptSession().then((same) => same && wanted.done());
    };
    window.addEventListener('focus', adopt);
    return () => window.removeEventListener('focus', adopt);
  }, [wanted]);
  const leaveAs = ({ token }: Other): void => {
    saveToken(token);
    beginLeaving();
    location.assign('/');
  };
  const goBack = ({ token }: Other): void => {
    void call('/system/crm/sysUser/ssoLogout', {}, { token }).catch(() => undefined);
    setOther(null);
  };
  return (
    // A decision is required, so neither Escape nor a click outside closes it.
    <Modal label={t('title')} className="sh-sign-in" onClose={() => undefined}>
      <h2>{t('title')}</h2>
      {other === null ? (
        <>
          <p>{t('hint', { name })}</p>
          {message === null ? null : (
            <div className="wl-notice wl-notice-error" role="alert">
              {message}
            </div>
          )}
          <LoginForm
            inPlace={{ username: user.userName, signIn }}
            onMessage={setMessage}
            onSignedIn={() => undefined}
            onForgot={() => undefined}
            onTyping={() => undefined}
          />
          <button type="button" className="wl-link sh-sign-in-leave" onClick={() => leaveSession(wanted.reason)}>
            {t('leave')}
          </button>
        </>
      ) : (
        <>
          <div className="wl-notice wl-notice-error" role="alert">
            {t('other', { name, other: other.name })}
          </div>
          <div className="sh-sign-in-choice">
            <button type="button" className="wl-button" onClick={() => goBack(other)}>
              {t('goBack')}
            </button>
            <button type="button" className="wl-button wl-primary" onClick={() => leaveAs(other)}>
              {t('leaveAs', { other: other.name })}
            </button>
          </div>
        </>
      )}
    </Modal>
  );
}
