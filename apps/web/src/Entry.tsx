import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { useT } from './i18n/common.ts';
import { AuthRedirect } from './public-pages/AuthRedirect.tsx';
import { LoginPage } from './public-pages/LoginPage.tsx';
import { StatusPage } from './public-pages/StatusPage.tsx';
import { boot } from './session/boot.ts';
import { signOut } from './session/sign-out.ts';
import { ConnectionPill } from './ui/ConnectionPill.tsx';
import { localPath, loginPath, readToken } from './api/token.ts';
import { keep, part, warm } from './ui/part.tsx';

/** The console behind the login: its own chunk, with router, antd and queries. */
const loadConsole = keep(async (): Promise<{ readonly ConsoleRoot: () => ReactNode }> => import('./ConsoleRoot.tsx'));
const Console = part(
  async () => ({ default: (await loadConsole()).ConsoleRoot }),
  (retry) => <Away onRetry={retry} />,
);

/** A link without a session, with a map. */
const SharedPosition = part(
  () => import('./public-pages/SharedPosition.tsx'),
  (retry) => <Away onRetry={retry} />,
);

type ScreenName = 'login' | 'auth-redirect' | 'shared' | '401' | '404' | 'console';

/** The guard in front of everything: which screen an address shows, and the address it should have. */
function screenOf(path: string): { readonly screen: ScreenName; readonly path: string } {
  const { pathname, search } = new URL(path, location.origin);
  const signedIn = readToken() !== null;
  if (pathname === '/auth-redirect') return { screen: 'auth-redirect', path };
  if (pathname === '/shared/stolen') return { screen: 'shared', path };
  if (pathname === '/login') return signedIn ? screenOf('/') : { screen: 'login', path };
  if (!signedIn) return { screen: 'login', path: loginPath(pathname + search) };
  if (pathname === '/401' || pathname === '/404') return { screen: pathname === '/401' ? '401' : '404', path };
  return { screen: 'console', path };
}

const hereNow = (): string => location.pathname + location.search + location.hash;

/** The screen of the address, below the state of the connection. */
export function Entry(): ReactNode {
  return (
    <>
      <Screen />
      <ConnectionPill />
    </>
  );
}

function Screen(): ReactNode {
  // An object, so that coming back to the same address counts as a move.
  const [wanted, setWanted] = useState(() => ({ path: hereNow() }));
  const { screen, path } = screenOf(wanted.path);
  if (path !== hereNow() && screen !== 'console') history.replaceState(null, '', path);
  const enter = useCallback((to: string) => {
    history.replaceState(null, '', to);
    setWanted({ path: to });
  }, []);
  useEffect(() => {
    // Inside the console its router listens.
    if (screen === 'console') return undefined;
    const follow = (): void => setWanted({ path: hereNow() });
    window.addEventListener('popstate', follow);
    return () => window.removeEventListener('popstate', follow);
  }, [screen]);

  if (screen === 'login')
    return (
      <LoginPage
        onTyping={() => warm(loadConsole)}
        onSignedIn={() => enter(localPath(new URLSearchParams(location.search).get('redirect')))}
      />
    );
  if (screen === 'auth-redirect') return <AuthRedirect onSignedIn={enter} />;
  if (screen === 'shared')
    return (
      <Suspense fallback={<Starting />}>
        <SharedPosition />
      </Suspense>
    );
  if (screen === '401' || screen === '404')
    return (
      <StatusPage status={screen === '401' ? 401 : 404} onHome={() => enter('/')} onLogout={() => void signOut()} />
    );
  // Data and code travel at the same time.
  void boot();
  return (
    <Suspense fallback={<Starting />}>
      <Console />
    </Suspense>
  );
}

/** The console's code could not be fetched: it comes by itself when the connection is back. */
function Away({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const t = useT();
  return (
    <div className="wh-starting" role="alert">
      <p>{t('requestFailed')}</p>
      <button type="button" className="wl-button" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  );
}

const Starting = (): ReactNode => (
  <div className="wh-starting">
    <span className="wh-spinner" aria-hidden="true" />
  </div>
);
