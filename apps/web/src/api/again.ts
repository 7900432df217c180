import { createStore } from '../lib/store.ts';

/** The session has ended over a page with unsaved input: its user signs in again in place. */
export interface SignInWanted {
  /** Why the session ended, in the user's language. */
  readonly reason: string;
  /** The same user is signed in again. */
  readonly done: () => void;
}

/** Request for a sign-in over the page; null while the session is valid. */
export const signInStore = createStore<SignInWanted | null>(null);

let waiting: Promise<void> | undefined;
let hasUnsaved = (): boolean => false;
const listeners = new Set<() => void>();

/** The shell says whether leaving the page would lose input. */
export function watchUnsaved(check: () => boolean): void {
  hasUnsaved = check;
}

/** Runs after every sign-in in place. */
export const onSignedInAgain = (listener: () => void): void => void listeners.add(listener);

/** True when the end of the session is no reason to leave the page. */
export const maySignInAgain = (): boolean => waiting !== undefined || hasUnsaved();

/** Asks for a sign-in over the page, once for all calls that wait for it. Resolves when the same user is signed in. */
export function signInAgain(reason: string): Promise<void> {
  waiting ??= new Promise((resolve) => {
    signInStore.set({
      reason,
      done() {
        waiting = undefined;
        signInStore.set(null);
        resolve();
        for (const listener of listeners) listener();
      },
    });
  });
  return waiting;
}
