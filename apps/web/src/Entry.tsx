import { lazy, Suspense, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { AuthRedirect } from './public-pages/AuthRedirect.tsx';
import { LoginPage } from './public-pages/LoginPage.tsx';
import { StatusPage } from './public-pages/StatusPage.tsx';
import { boot } from './session/boot.ts';
import { signOut } from './session/sign-out.ts';
import { localPath, loginPath, readToken } from './session/token.ts';

/** The console behind the login: its own chunk, with router, antd and queries. */
const loadConsole = async (): Promise<{ readonly Console: ComponentType }> => import('./shell/Console.tsx');
const Console = lazy(() => loadConsole().then((module) => ({ default: module.Console })));

/** A link without a session, with a map. */
const SharedPosition = lazy(() => import('./public-pages/SharedPosition.tsx'));

type Screen = 'login' | 'auth-redirect' | 'shared' | '401' | '404' | 'console';

/** The guard in front of everything: which screen an address shows, and the address it should have. */
function screenOf(path: string): { readonly screen: Screen; readonly path: string } {
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

export function Entry(): ReactNode {
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
        onTyping={() => void loadConsole()}
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

const Starting = (): ReactNode => (
  <div className="wh-starting">
    <span className="wh-spinner" aria-hidden="true" />
  </div>
);
