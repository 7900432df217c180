import { routes, type ConsoleRoute } from '@wheelhouse/entities/routes';
import { beforeEach, expect, test } from 'vitest';
import {
  afterClosing,
  keptPages,
  markUnsaved,
  moveTab,
  rememberedPath,
  tabKey,
  tabStore,
  visit,
} from '../src/routing/tabs.ts';

const routeOf = (path: string): ConsoleRoute => {
  const route = routes.find((candidate) => candidate.path === path);
  if (route === undefined) throw new Error(path);
  return route;
};
const list = '/equipmentManage/vehicleManage';
const detail = '/equipmentManage/vehicleManageDetail';
const place = (pathname: string, search = '') => ({ pathname, search, hash: '', state: null, key: 'k' });
const open = (pathname: string, search = ''): void =>
  tabStore.set(visit(tabStore.get(), routeOf(pathname), place(pathname, search)));
const keys = (): string[] => tabStore.get().map((tab) => tab.key);

beforeEach(() => tabStore.set([]));

test('a tab is its path and record: two details are two tabs, two filters of a list are one', () => {
  open(list, '?page=2');
  open(list, '?page=3&status=1');
  open(detail, '?id=7&tab=live');
  open(detail, '?id=8');
  expect(keys()).toEqual([list, `${detail}?id=7`, `${detail}?id=8`]);
  expect(tabKey(detail, '?tab=x&id=7')).toBe(`${detail}?id=7`);
});

test('a list comes back with its filters; a page that is not open with its plain path', () => {
  open(list, '?page=2&status=1');
  expect(rememberedPath(list)).toBe(`${list}?page=2&status=1`);
  expect(rememberedPath('/qa')).toBe('/qa');
});

test('closing goes to the last remaining tab, then to the root; the dashboard does not count', () => {
  open('/dashboard');
  expect(afterClosing(tabStore.get())).toBe('/');
  open(list, '?page=2');
  open('/qa');
  expect(afterClosing(tabStore.get())).toBe('/qa');
  expect(afterClosing(tabStore.get().slice(0, 2))).toBe(`${list}?page=2`);
});

test('the longest unvisited pages leave memory, never an unsaved one, and start fresh when visited', () => {
  open(detail, '?id=first');
  markUnsaved(`${detail}?id=first`, 'form', true);
  for (let id = 0; id < keptPages + 2; id++) open(detail, `?id=${id}`);
  const alive = (id: string): boolean | undefined =>
    tabStore.get().find((tab) => tab.key === `${detail}?id=${id}`)?.alive;
  expect(alive('first')).toBe(true);
  expect(alive('0')).toBe(false);
  expect(alive('2')).toBe(true);
  const generation = (): number | undefined => tabStore.get().find((tab) => tab.key === `${detail}?id=0`)?.generation;
  const before = generation();
  open(detail, '?id=0');
  expect(alive('0')).toBe(true);
  expect(generation()).not.toBe(before);
});

test('a closed tab that is opened again is another generation', () => {
  open(list);
  const first = tabStore.get()[0]?.generation;
  tabStore.set([]);
  open(list);
  expect(tabStore.get()[0]?.generation).not.toBe(first);
});

test('two forms of a page are both asked for unsaved changes', () => {
  open(detail, '?id=1');
  const key = `${detail}?id=1`;
  const unsaved = (): number | undefined => tabStore.get()[0]?.unsaved.length;
  markUnsaved(key, 'a', true);
  markUnsaved(key, 'b', true);
  markUnsaved(key, 'b', true);
  expect(unsaved()).toBe(2);
  markUnsaved(key, 'a', false);
  expect(unsaved()).toBe(1);
});

test('a dragged tab stands before the one it is dropped on', () => {
  open(list);
  open('/qa');
  open(detail, '?id=1');
  expect(moveTab(tabStore.get(), `${detail}?id=1`, list).map((tab) => tab.key)).toEqual([
    `${detail}?id=1`,
    list,
    '/qa',
  ]);
  expect(moveTab(tabStore.get(), 'nothing', list)).toEqual(tabStore.get());
});
