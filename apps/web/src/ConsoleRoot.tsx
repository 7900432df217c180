import { loadEntity } from './domains/definitions.ts';
import { isRegistered } from '@wheelhouse/entities/route-entity';
import type { ReactNode } from 'react';
import { warmList } from './entity-ui/list/useList.ts';
import { warmDashboard } from './domains/statistics/dashboard/first-calls.ts';
import { findPage } from './pages.ts';
import { loaderOf, providePages } from './routing/pages.ts';
import { homePath, routeByPath } from './routing/routes.ts';
import { Console } from './shell/Console.tsx';
import { prefetchPath } from './shell/lazy-pages.ts';
import { warm } from './ui/part.tsx';

providePages(findPage);
startPage(new URL(window.location.href));

/** A page's code, and its first rows or numbers, travel beside the boot's data, not after it. */
function startPage({ pathname, searchParams }: URL): void {
  prefetchPath(pathname);
  const route = routeByPath(pathname === '/' ? homePath : pathname);
  if (route?.name === 'dashboard') warmDashboard();
  if (route?.kind !== 'list' || loaderOf(route) === undefined || !isRegistered(route)) return;
  warm(async () => {
    const entity = await loadEntity(route);
    if (entity.calls.includes('list')) warmList(entity, searchParams);
  });
}

/** The console with its pages: the one place that knows both. */
export const ConsoleRoot = (): ReactNode => <Console />;
