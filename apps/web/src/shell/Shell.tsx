import { Activity, useEffect, useLayoutEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { StatusPage } from '../public-pages/StatusPage.tsx';
import { can, type Session } from '../session/session.ts';
import { isLeaving } from '../api/token.ts';
import { signOut } from '../session/sign-out.ts';
import { ForcedProfile } from './ForcedProfile.tsx';
import { Frame } from './Frame.tsx';
import { profilePath, resolve } from '../routing/routes.ts';
import { SignInHost } from './SignInHost.tsx';
import { keepTabs, keptTabs, tabKey, tabStore, visit } from '../routing/tabs.ts';
import './shell.css';

const statusOf: Readonly<Record<string, 401 | 404>> = { '/401': 401, '/404': 404 };

/** Decides what an address shows and opens its tab; everything visible is in `Frame`. */
export function Shell({ session }: { readonly session: Session }): ReactNode {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname, search } = location;
  const status = statusOf[pathname];
  const forced = session.user.mustChangePwd === 1;
  const destination =
    status !== undefined
      ? null
      : forced && pathname !== profilePath
        ? { redirect: profilePath }
        : resolve(pathname === '/login' ? '/' : pathname, search, can);
  const page = destination !== null && 'page' in destination ? destination.page : null;

  useMissedMove();

  // Before the first visit below: the tabs of before a reload come first, in their order.
  useLayoutEffect(() => {
    const known = new Set(tabStore.get().map((tab) => tab.key));
    tabStore.set([...keptTabs(session.user.id).filter((tab) => !known.has(tab.key)), ...tabStore.get()]);
    const keep = (): void => {
      if (!isLeaving()) keepTabs(session.user.id, tabStore.get());
    };
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [session.user.id]);

  useLayoutEffect(() => {
    if (page !== null) tabStore.set(visit(tabStore.get(), page, location));
  }, [page, location]);

  // Pages that are no longer granted leave the tab bar.
  useEffect(() => {
    const tabs = tabStore.get();
    const granted = tabs.filter((tab) => can(tab.route.permission));
    if (granted.length < tabs.length) tabStore.set(granted);
  }, [session]);

  // While an address is being redirected, and behind 401 and 404, the last page stays mounted.
  const [lastKey, setLastKey] = useState<string | null>(null);
  const key = page === null ? lastKey : tabKey(pathname, search);
  if (key !== lastKey) setLastKey(key);

  return (
    <>
      <SignInHost user={session.user} />
      {destination !== null && 'redirect' in destination ? <Navigate to={destination.redirect} replace /> : null}
      {status === undefined ? null : (
        <StatusPage status={status} onHome={() => void navigate('/')} onLogout={() => void signOut()} />
      )}
      <Activity mode={status === undefined ? 'visible' : 'hidden'}>
        {forced ? <ForcedProfile page={page} /> : <Frame session={session} activeKey={key} />}
      </Activity>
    </>
  );
}

/** The router listens when its first page is in place; where somebody has gone back or forward before that, it hears it now. */
function useMissedMove(): void {
  const { pathname, search, hash } = useLocation();
  const [first] = useState(pathname + search + hash);
  useLayoutEffect(() => {
    const { location } = window;
    if (location.pathname + location.search + location.hash === first) return;
    // When the router's own effect has run.
    queueMicrotask(() => dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown })));
  }, [first]);
}
