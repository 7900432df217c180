import { useEffect, type ReactNode } from 'react';
import { messageOf } from '../api/errors.ts';
import { pick, useTexts } from '../i18n/lang.ts';
import { signIn } from '../session/login.ts';
import { notify } from '../lib/notify.ts';
import { endSession, localPath, readToken } from '../api/token.ts';
import { texts } from './texts.ts';
import './public.css';

let exchange: Promise<void> | undefined;

/** Turns the portal's one-time ticket into a session. Only a ticket is read from the address, never a token. */
export function AuthRedirect({ onSignedIn }: { readonly onSignedIn: (path: string) => void }): ReactNode {
  const t = useTexts(texts);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const ticket = query.get('ticket');
    const refused = (reason: string): void => {
      if (readToken() === null) return endSession(reason, '/login');
      // Anybody can send such a link: it ends no session.
      notify.warning(reason);
      onSignedIn('/');
    };
    if (ticket === null || ticket === '') return refused(pick(texts.noTicket));
    // Once per page load: a ticket is good for one exchange, and development runs effects twice.
    exchange ??= signIn({ ticket });
    exchange.then(
      () => onSignedIn(localPath(query.get('redirect'))),
      (error: unknown) => refused(messageOf(error)),
    );
  }, [onSignedIn]);
  return (
    <main className="wl-status" aria-live="polite">
      <span className="wh-spinner" aria-hidden="true" />
      <p>{t('redirecting')}</p>
    </main>
  );
}
