import { useEffect, useState, type ReactNode } from 'react';
import { useT } from '../i18n/common.ts';
import { useTexts } from '../i18n/lang.ts';
import { takeSignOutReason } from '../api/token.ts';
import { Logo } from '../ui/Logo.tsx';
import { dialogPart } from '../ui/part.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { LoginForm } from './LoginForm.tsx';
import { texts } from './texts.ts';
import { WheelDrawing } from './WheelDrawing.tsx';
import './public.css';

/** Most people know their password. */
const ForgotPassword = dialogPart(() => import('./ForgotPassword.tsx'));

export interface LoginPageProps {
  readonly onSignedIn: () => void;
  readonly onTyping: () => void;
}

interface Notice {
  readonly kind: 'error' | 'success';
  readonly text: string;
}

/** The reason of the last sign-out, taken once per page load (development mounts components twice). */
let signOutReason: string | null | undefined;
const reasonOnce = (): string | null => (signOutReason ??= takeSignOutReason());

export function LoginPage({ onSignedIn, onTyping }: LoginPageProps): ReactNode {
  const t = useTexts(texts);
  const common = useT();
  const [notice, setNotice] = useState<Notice | null>(() => {
    const reason = reasonOnce();
    return reason === null ? null : { kind: 'error', text: reason };
  });
  const [forgot, setForgot] = useState(false);
  const product = common('productName');
  useEffect(() => {
    document.title = `${t('title')} - ${product}`;
  }, [t, product]);
  return (
    <div className="wl-login">
      <aside className="wl-brand" aria-hidden="true">
        <WheelDrawing />
        <p>{t('tagline')}</p>
      </aside>
      <main className="wl-main">
        <LanguageSwitch />
        <div className="wl-card">
          <h1>
            <Logo size={30} />
            {product}
          </h1>
          {notice === null ? null : (
            <div className={`wl-notice wl-notice-${notice.kind}`} role="alert">
              {notice.text}
            </div>
          )}
          <LoginForm
            onMessage={(message) => setNotice(message === null ? null : { kind: 'error', text: message })}
            onSignedIn={onSignedIn}
            onTyping={onTyping}
            onForgot={() => setForgot(true)}
          />
        </div>
      </main>
      {forgot ? (
        <ForgotPassword
          onClose={(done) => {
            setForgot(false);
            if (done) setNotice({ kind: 'success', text: t('resetDone') });
          }}
        />
      ) : null}
    </div>
  );
}
