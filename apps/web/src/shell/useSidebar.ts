import { sidebarCookie } from '@wheelhouse/contract/envelope';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from '../lib/cookies.ts';

/** Below this width the layout is in mobile mode (specification §9). */
const mobileQuery = window.matchMedia('(max-width: 63.9375rem)');
const yearSeconds = 365 * 24 * 3600;

const subscribe = (listener: () => void): (() => void) => {
  mobileQuery.addEventListener('change', listener);
  return () => mobileQuery.removeEventListener('change', listener);
};

export interface SidebarState {
  readonly open: boolean;
  readonly mobile: boolean;
  readonly set: (open: boolean) => void;
}

/** Open or closed: on a desktop kept in the cookie; on a mobile a drawer that closes on every route change. */
export function useSidebar(routeKey: string | null): SidebarState {
  const mobile = useSyncExternalStore(subscribe, () => mobileQuery.matches);
  const [desktopOpen, setDesktopOpen] = useState(() => readCookie(sidebarCookie) !== '0');
  const [drawerFor, setDrawerFor] = useState<{ key: string | null } | null>(null);
  const set = useCallback(
    (open: boolean) => {
      if (mobile) return setDrawerFor(open ? { key: routeKey } : null);
      writeCookie(sidebarCookie, open ? '1' : '0', yearSeconds);
      setDesktopOpen(open);
    },
    [mobile, routeKey],
  );
  return { mobile, open: mobile ? drawerFor !== null && drawerFor.key === routeKey : desktopOpen, set };
}
