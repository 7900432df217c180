import { loaderOf, type PageLoader } from '../pages/registry.ts';
import { homePath, routeByPath, type ConsoleRoute } from './routes.ts';

type Loaded = ReturnType<PageLoader>;
const loading = new Map<string, Loaded>();

/** The page's code, fetched once. A failed fetch is tried again the next time it is wanted. */
export function pageOf(route: ConsoleRoute): Loaded {
  const known = loading.get(route.name);
  if (known !== undefined) return known;
  const loader = loaderOf(route);
  const page: Loaded = loader === undefined ? Promise.reject(new Error(`no page for ${route.name}`)) : loader();
  loading.set(route.name, page);
  page.catch(() => loading.delete(route.name));
  return page;
}

/** Fetches a page's code before it is opened (pointer or focus on its link). */
export const prefetch = (route: ConsoleRoute): void => void pageOf(route).catch(() => undefined);

/** The same for an address; unknown ones are none of its business. */
export function prefetchPath(pathname: string): void {
  const route = routeByPath(pathname === '/' || pathname === '/login' ? homePath : pathname);
  if (route !== undefined && loaderOf(route) !== undefined) prefetch(route);
}
