import { keep, surrounded, warm } from '../ui/part.tsx';
import { loaderOf, type PageLoader } from '../routing/pages.ts';
import { homePath, routeByPath, type ConsoleRoute } from '../routing/routes.ts';

const kept = new Map<string, PageLoader>();

/** The page's code, fetched once. A failed fetch (`PartError`) is tried again later. */
export function pageOf(route: ConsoleRoute): ReturnType<PageLoader> {
  let load = kept.get(route.name);
  if (load === undefined) {
    const loader = loaderOf(route);
    if (loader === undefined) throw new Error(`no page for ${route.name}`);
    load = keep(() => surrounded(loader));
    kept.set(route.name, load);
  }
  return load();
}

/** Fetches a page's code before it is opened (pointer or focus on its link). */
export const prefetch = (route: ConsoleRoute): void => warm(() => pageOf(route));

/** The same for an address; unknown addresses are ignored. */
export function prefetchPath(pathname: string): void {
  const route = routeByPath(pathname === '/' || pathname === '/login' ? homePath : pathname);
  if (route !== undefined && loaderOf(route) !== undefined) prefetch(route);
}
