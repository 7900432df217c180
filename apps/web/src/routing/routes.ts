import { aliases, routes, type ConsoleRoute, type RouteName } from '@wheelhouse/entities/routes';
import { loaderOf } from './pages.ts';

export type { ConsoleRoute, RouteName } from '@wheelhouse/entities/routes';

const byPath = new Map(routes.filter((route) => route.path !== '*').map((route) => [route.path, route]));
const byName = new Map<string, ConsoleRoute>(routes.map((route) => [route.name, route]));
const aliasOf = new Map(aliases.map((alias) => [alias.from, alias.to]));

export const routeByName = (name: string): ConsoleRoute | undefined => byName.get(name);
export const routeByPath = (path: string): ConsoleRoute | undefined => byPath.get(path);
export const pathOf = (name: RouteName): string => byName.get(name)?.path ?? '/404';

/** Pages outside the tabs: the dashboard has none. */
export const homePath = '/dashboard';
export const profilePath = '/userCenter/profile';

/** Where an address leads: a page, or another address. */
export type Destination = { readonly page: ConsoleRoute } | { readonly redirect: string };

/**
 * The guard. Known and granted → the page; known, not granted → /401; unknown, or not yet built → /404;
 * aliases and menu groups → the page they stand for.
 */
export function resolve(pathname: string, search: string, allowed: (code: string) => boolean): Destination {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const alias = aliasOf.get(path);
  if (alias !== undefined) return { redirect: alias + search };
  const route = byPath.get(path);
  if (route === undefined || route.permission === 'public') return { redirect: '/404' };
  if (route.kind === 'group') return groupDestination(route, allowed);
  if (!allowed(route.permission)) return { redirect: '/401' };
  if (loaderOf(route) === undefined) return { redirect: '/404' };
  return path === pathname ? { page: route } : { redirect: path + search };
}

function groupDestination(group: ConsoleRoute, allowed: (code: string) => boolean): Destination {
  const pages = routes.filter((route) => route.group === group.path && route.kind !== 'group');
  const granted = pages.filter((route) => allowed(route.permission) && loaderOf(route) !== undefined);
  const first = granted.find((route) => !route.hidden) ?? granted[0];
  if (first !== undefined) return { redirect: first.path };
  return { redirect: pages.some((route) => allowed(route.permission)) ? '/404' : '/401' };
}

/** The list page a hidden add, edit or detail page hangs under. */
export function parentOf(route: ConsoleRoute): ConsoleRoute | undefined {
  const owner = route.via?.split('.')[0];
  const parent = owner === undefined ? undefined : byName.get(owner);
  return parent === route ? undefined : parent;
}

export const groupOf = (route: ConsoleRoute): ConsoleRoute | undefined => byPath.get(route.group);
