import { tokenCookie } from '@wheelhouse/contract/envelope';
import { dropCookie, readCookie, writeCookie } from '../lib/cookies.ts';
import { maySignInAgain, signInAgain } from './again.ts';
import { leaveNote, takeNote } from '../lib/storage.ts';

/** Who this page works for. Set once by the boot; a changed cookie means that somebody else signed in beside it. */
interface Identity {
  readonly token: string;
  readonly userId: string;
}

const reasonNote = 'sign-out-reason';
let identity: Identity | null = null;
let leaving = false;

export const readToken = (): string | null => readCookie(tokenCookie);
export const saveToken = (token: string): void => writeCookie(tokenCookie, token);
export const clearToken = (): void => dropCookie(tokenCookie);

export function rememberIdentity(token: string, userId: string): void {
  identity = { token, userId };
}

/** Value of the `Custom-ID` header: known once the user is. */
export const currentUserId = (): string | undefined => identity?.userId;

/** True when the cookie belongs to another sign-in than the one this page was started with. */
export const isForeignSession = (): boolean => {
  const token = readToken();
  return identity !== null && token !== null && token !== identity.token;
};

/** A path inside this console: one slash first, no scheme, no host, no backslash. */
export function localPath(path: string | null): string {
  if (path === null || !path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return '/';
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || url.pathname === '/login' || url.pathname === '/auth-redirect') return '/';
  return url.pathname + url.search + url.hash;
}

/** Address of the login page that comes back to `path` afterwards. */
export const loginPath = (path: string): string =>
  path === '/' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;

/**
 * Ends the session in this browser and opens the login page with the reason shown there; over a page with unsaved input the
 * same user may sign in again in place.
 * A real page load on purpose: nothing of the old session stays in memory.
 */
export function endSession(reason?: string, to?: string): void {
  if (leaving) return;
  if (to === undefined && identity !== null && maySignInAgain()) void signInAgain(reason ?? '');
  else leaveSession(reason, to);
}

/** Leaves for the login page, which comes back here unless `to` says otherwise. */
export function leaveSession(
  reason?: string,
  to: string = loginPath(localPath(location.pathname + location.search)),
): void {
  if (leaving) return;
  leaving = true;
  if (!isForeignSession()) clearToken();
  if (reason) leaveNote(reasonNote, reason);
  location.assign(to);
}

export const takeSignOutReason = (): string | null => takeNote(reasonNote);

/** The user signs out: what the server then says about the ended session is no news. */
export const beginLeaving = (): void => void (leaving = true);

/** True once this page is on its way to the login. */
export const isLeaving = (): boolean => leaving;
