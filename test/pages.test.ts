import { type ConsoleRoute, routes } from '@wheelhouse/entities/routes';
import { expect, test } from 'vitest';
import { pages } from '../e2e/pages.ts';

test('browser tests walk every route that the console has a page for', async () => {
  // By a computed name: the console has types of its own.
  const web: { findPage(route: ConsoleRoute): unknown } = await import(
    new URL('../apps/web/src/pages.ts', import.meta.url).pathname
  );
  expect(pages).toEqual(routes.filter((route) => web.findPage(route) !== undefined));
});
