import { aliases, routes } from '@wheelhouse/entities/routes';
import { expect, test } from 'vitest';
import { providePages } from '../src/routing/pages.ts';
import { parentOf, resolve } from '../src/routing/routes.ts';

const unbuilt = new Set<string>();
providePages((route) => (unbuilt.has(route.name) ? undefined : () => Promise.reject(new Error('not opened here'))));

const everything = (): boolean => true;
const onlySignedIn = (code: string): boolean => code === 'login' || code === 'public';
const pages = routes.filter(
  (route) => route.kind !== 'group' && route.permission !== 'public' && !['/', '*'].includes(route.path),
);

test.each(pages.map((route) => [route.path, route] as const))(
  '%s opens when granted and is /401 when not',
  (path, route) => {
    expect(resolve(path, '?id=1', everything)).toEqual({ page: route });
    const denied = resolve(path, '', onlySignedIn);
    expect(denied).toEqual(route.permission === 'login' ? { page: route } : { redirect: '/401' });
  },
);

test.each(aliases.map(({ from, to }) => [from, to] as const))('alias %s leads to %s with its query', (from, to) => {
  expect(resolve(from, '?id=1', everything)).toEqual({ redirect: `${to}?id=1` });
});

test('unknown, public and unbuilt paths lead to /404', () => {
  for (const path of ['/nope', '/equipmentManage/nope', '/login', '/..', '//equipmentManage']) {
    expect(resolve(path, '', everything)).toEqual({ redirect: '/404' });
  }
  unbuilt.add('wish');
  expect(resolve('/eventManage/wish', '', everything)).toEqual({ redirect: '/404' });
  unbuilt.clear();
});

test('a menu group leads to its first granted page', () => {
  expect(resolve('/alarmManage', '', everything)).toEqual({ redirect: '/alarmManage/alarmManage' });
  expect(resolve('/alarmManage', '', onlySignedIn)).toEqual({ redirect: '/401' });
  expect(resolve('/systemManage', '', (code) => code === 'dictionary')).toEqual({
    redirect: '/systemManage/dictionary',
  });
});

test('a trailing slash is dropped', () => {
  expect(resolve('/qa/', '?a=1', everything)).toEqual({ redirect: '/qa?a=1' });
});

test('a hidden page hangs under its list', () => {
  const detail = routes.find((route) => route.name === 'vehicleManageDetail');
  expect(detail && parentOf(detail)?.name).toBe('vehicleManage');
});
