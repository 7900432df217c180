import { loadEntity } from '../src/domains/definitions.ts';
import { entityOfRoute, isRegistered } from '@wheelhouse/entities/route-entity';
import { routes } from '@wheelhouse/entities/routes';
import { expect, test } from 'vitest';
import { pageByKind } from '../src/domains/by-kind.ts';
import { findPage, ownPages } from '../src/pages.ts';

const calls = { list: 'list', add: 'add', edit: 'update', detail: 'detail' } as const;
const standard = routes.flatMap((route) =>
  route.kind === 'group' || route.kind === 'custom' ? [] : [{ route, call: calls[route.kind] }],
);

test.each(standard.map((one) => [one.route.path, one] as const))(
  '%s has a page exactly when its entity is there',
  async (_, { route, call }) => {
    const entity = entityOfRoute(route);
    expect(isRegistered(route)).toBe(entity !== undefined);
    expect(pageByKind(route) !== undefined).toBe(entity !== undefined);
    if (entity === undefined) return;
    expect(findPage(route)).toBeDefined();
    expect(await loadEntity(route)).toBe(entity);
    if (!entity.calls.includes(call)) expect(ownPages.has(route.name)).toBe(true);
  },
);

test("groups and pages of their own kind are nobody's by kind", () => {
  const others = routes.filter(({ kind }) => kind === 'group' || kind === 'custom');
  expect(others.filter((route) => pageByKind(route) !== undefined)).toEqual([]);
});

test('every route of the menu but its groups has a page', () => {
  const missing = routes.filter(
    (route) =>
      route.kind !== 'group' && route.permission !== 'public' && route.path !== '/' && findPage(route) === undefined,
  );
  expect(missing.map(({ path }) => path)).toEqual([]);
});
