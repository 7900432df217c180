import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import type { PageLoader } from './routing/pages.ts';
import { pageByKind, pageOfStatistic } from './domains/by-kind.ts';
import { loadDomain } from './domains/definitions.ts';
import { byName } from './domains/found.ts';

type PageModule = Awaited<ReturnType<PageLoader>>;

/** Pages with code of their own, by the name of their route: `<route>.page.tsx`. The others are there by their kind. */
export const ownPages = byName(import.meta.glob<PageModule>('./**/*.page.tsx'));

/** The loader of a route's page, which comes with the definitions of its domain; undefined while nothing implements it. */
export function findPage(route: ConsoleRoute): PageLoader | undefined {
  const own = ownPages.get(route.name);
  if (own === undefined) return pageByKind(route) ?? pageOfStatistic(route);
  return async () => {
    const [page] = await Promise.all([own.load(), own.domain && loadDomain(own.domain)]);
    return page;
  };
}
