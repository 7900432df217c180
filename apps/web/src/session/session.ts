import type { MenuNode } from '@wheelhouse/contract/calls/access/rights';
import type { CurrentUser } from '@wheelhouse/contract/calls/access/account';
import { createStore, useStore } from '../lib/store.ts';

export interface Session {
  readonly user: CurrentUser;
  readonly functions: readonly MenuNode[];
  /** Every granted code: pages, buttons and data rights. */
  readonly codes: ReadonlySet<string>;
}

/** Null until the boot has loaded user and functions. */
export const sessionStore = createStore<Session | null>(null);

export function makeSession(user: CurrentUser, functions: readonly MenuNode[]): Session {
  // Groups are the ancestors of the pages a user holds. Before the password is changed nothing is open.
  const held = user.mustChangePwd === 1 ? [] : user.userFunctions;
  return { user, functions, codes: new Set([...held, ...flatten(functions).map((node) => node.code)]) };
}

/** Every node of a tree, parents first. */
export const flatten = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.flatMap((node) => [node, ...flatten(node.subSysFunction ?? [])]);

export const isAdmin = (session: Session): boolean => session.user.roleCodes.includes('admin');

const allows = (session: Session | null, code: string): boolean =>
  session !== null && (session.codes.has(code) || isAdmin(session));

/** May the user do this at all? A code of the function tree, or `public` / `login`. The server decides again on every call. */
export const can = (code: string): boolean => code === 'public' || code === 'login' || allows(sessionStore.get(), code);

/** `can` that follows a change of rights. */
export function useCan(): (code: string) => boolean {
  const session = useStore(sessionStore);
  return (code) => code === 'public' || code === 'login' || allows(session, code);
}

/** The signed-in user. Only inside the shell, where there is one. */
export function useUser(): CurrentUser {
  const session = useStore(sessionStore);
  if (session === null) throw new Error('No session: useUser belongs inside the shell');
  return session.user;
}
