import type { ReactNode } from 'react';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';

/** What every page component gets. Its address, tab and title come from `page.ts`. */
export interface PageProps {
  readonly route: ConsoleRoute;
}

export type PageLoader = () => Promise<{ readonly default: (props: PageProps) => ReactNode }>;

type FindPage = (route: ConsoleRoute) => PageLoader | undefined;

let find: FindPage = () => undefined;

/** The console's root hands the pages down before anything is shown: nothing below them imports them. */
export function providePages(findPage: FindPage): void {
  find = findPage;
}

/** The loader of a route's page; undefined while nothing implements it (it is then not in the menu and opens /404). */
export const loaderOf: FindPage = (route) => find(route);
