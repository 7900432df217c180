import { createStore, useStore } from '../lib/store.ts';

/** Answer of `GET /system/crm/sysUser/myInfo`. */
export interface SessionUser {
  readonly id: string;
  readonly userName: string;
  readonly realName: string;
  readonly organizationCode: string | null;
  readonly organizationName?: string | null;
  /** Address of the picture; null without one. */
  readonly avatarUrl: string | null;
  readonly roleCodes: readonly string[];
  readonly userFunctions: readonly string[];
  /** 1 operator, 2 dealer account. */
  readonly userType: number;
  readonly dealerId: string | null;
  /** 1: every page redirects to the profile until the password is changed. */
  readonly mustChangePwd: number;
  readonly dataScope: number;
}

/** Node of the own menu, `GET /system/crm/sysFunction/tree`: a page or a group. */
export interface FunctionNode {
  readonly code: string;
  readonly name: string;
  readonly nameEn?: string | null;
  readonly functionType: number;
  readonly icon?: string | null;
  readonly hidden?: number | boolean;
  readonly subSysFunction?: readonly FunctionNode[] | null;
}

export interface Session {
  readonly user: SessionUser;
  readonly functions: readonly FunctionNode[];
  /** Every granted code: pages, buttons and data rights. */
  readonly codes: ReadonlySet<string>;
}

/** Null until the boot has loaded user and functions. */
export const sessionStore = createStore<Session | null>(null);

export function makeSession(user: SessionUser, functions: readonly FunctionNode[]): Session {
  // Groups stand above the pages somebody holds. Before the password is changed nothing is open.
  const held = user.mustChangePwd === 1 ? [] : user.userFunctions;
  return { user, functions, codes: new Set([...held, ...flatten(functions).map((node) => node.code)]) };
}

/** Every node of a tree, parents first. */
export const flatten = (nodes: readonly FunctionNode[]): FunctionNode[] =>
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
export function useUser(): SessionUser {
  const session = useStore(sessionStore);
  if (session === null) throw new Error('No session: useUser belongs inside the shell');
  return session.user;
}
