import { useEffect, type ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { pick, useTexts } from '../i18n/lang.ts';
import { signIn } from '../session/login.ts';
import { endSession, localPath } from '../session/token.ts';
import { texts } from './texts.ts';
import './public.css';

let exchange: Promise<void> | undefined;

/** Turns the portal's one-time ticket into a session. Only a ticket is read from the address, never a token. */
export function AuthRedirect({ onSignedIn }: { readonly onSignedIn: (path: string) => void }): ReactNode {
  const t = useTexts(texts);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const ticket = query.get('ticket');
    if (ticket === null || ticket === '') return endSession(pick(texts.noTicket), '/login');
    // Once per page load: a ticket is good for one exchange, and development runs effects twice.
    exchange ??= signIn({ ticket });
    exchange.then(
      () => onSignedIn(localPath(query.get('redirect'))),
      (error: unknown) => endSession(messageOf(error), '/login'),
    );
  }, [onSignedIn]);
  return (
    <main className="wl-status" aria-live="polite">
      <span className="wh-spinner" aria-hidden="true" />
      <p>{t('redirecting')}</p>
    </main>
  );
}
