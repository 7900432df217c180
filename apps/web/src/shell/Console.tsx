import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router';
import { queryClient, watchQueries } from '../api/query.ts';
import { langStore } from '../i18n/lang.ts';
import { useStore } from '../lib/store.ts';
import { sessionStore } from '../session/session.ts';
import { ConfirmHost } from './ConfirmHost.tsx';
import { startErrorReports } from './error-report.ts';
import { Shell } from './Shell.tsx';
import { Toasts } from './Toasts.tsx';

// Texts in answers are in the old language.
langStore.subscribe(() => void queryClient.invalidateQueries());
startErrorReports();
watchQueries();

/** Everything behind the login: providers first, the shell once user and functions are there. */
export function Console(): ReactNode {
  const session = useStore(sessionStore);
  return (
    <>
      <QueryClientProvider client={queryClient}>
        {session === null ? (
          <div className="wh-starting">
            <span className="wh-spinner" aria-hidden="true" />
          </div>
        ) : (
          <BrowserRouter>
            <Shell session={session} />
          </BrowserRouter>
        )}
      </QueryClientProvider>
      <Toasts />
      <ConfirmHost />
    </>
  );
}
