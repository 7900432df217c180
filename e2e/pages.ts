import { type ConsoleRoute, routes } from '@wheelhouse/entities/routes';

// By a computed name: these tests are not built as the console is.
const registry: { findPage(route: ConsoleRoute): unknown } = await import(
  new URL('../apps/web/src/pages.ts', import.meta.url).href
);

/** Routes that have a page. */
export const pages = routes.filter((route) => registry.findPage(route) !== undefined);
