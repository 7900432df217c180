import { ownJson } from '@wheelhouse/contract/object';
import type { ConsoleRoute } from '@wheelhouse/entities/routes';
import { createStore } from '../lib/store.ts';
import { guardReload } from '../api/release.ts';
import { leaveNote, takeNote } from '../lib/storage.ts';
import { homePath, routeByName } from './routes.ts';

/** The part of a router location a tab remembers. */
export interface Place {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state: unknown;
  readonly key: string;
}

/** An open page: one per record, so that two details are two tabs. */
export interface Tab {
  readonly key: string;
  readonly route: ConsoleRoute;
  /** Where it was last; coming back restores filters, sort and page. */
  readonly place: Place;
  /** Set by the page (a record's name); else the route's name. */
  readonly title: string | null;
  /** Forms of the page with unsaved changes. */
  readonly unsaved: readonly string[];
  /** Grows with every opening, so that a reopened tab starts fresh. */
  readonly generation: number;
  /** Order of the last visit, for dropping the least used page. */
  readonly visited: number;
  /** False once the page was dropped from memory; it starts again when visited. */
  readonly alive: boolean;
}

/** Pages kept in memory beside the visible one; the longest unvisited is dropped first. */
export const keptPages = 15;

/** A tab's identity: its path, and the record when there is one. */
export function tabKey(pathname: string, search: string): string {
  const id = new URLSearchParams(search).get('id');
  return id === null ? pathname : `${pathname}?id=${id}`;
}

/** Tabs that survive a reload. */
const mostKept = 50;

interface KeptTabs {
  readonly userId: string;
  readonly open: readonly (Pick<Place, 'pathname' | 'search' | 'hash'> &
    Pick<Tab, 'key' | 'title'> & { readonly route: string })[];
}

export const tabStore = createStore<readonly Tab[]>([]);
guardReload(() => tabStore.get().some(isUnsaved));
let clock = 0;

/** Opens or updates the tab of a place. The dashboard is kept too, but never listed. */
export function visit(tabs: readonly Tab[], route: ConsoleRoute, place: Place): readonly Tab[] {
  const key = tabKey(place.pathname, place.search);
  clock += 1;
  const known = tabs.find((tab) => tab.key === key);
  const base = known ?? { key, route, title: null, unsaved: [], generation: clock };
  const generation = known?.alive === false ? clock : base.generation;
  const tab: Tab = { ...base, place, visited: clock, alive: true, generation };
  return dropUnused(known === undefined ? [...tabs, tab] : tabs.map((other) => (other === known ? tab : other)));
}

/** Beyond the limit the longest unvisited pages leave memory; unsaved ones never do. */
function dropUnused(tabs: readonly Tab[]): readonly Tab[] {
  const alive = tabs.filter((tab) => tab.alive && !isUnsaved(tab)).sort((a, b) => b.visited - a.visited);
  const drop = new Set(alive.slice(keptPages));
  return drop.size === 0 ? tabs : tabs.map((tab) => (drop.has(tab) ? { ...tab, alive: false } : tab));
}

export const isUnsaved = (tab: Tab): boolean => tab.unsaved.length > 0;
export const isListed = (tab: Tab): boolean => tab.route.path !== homePath;

/** Where to go when the active tab is closed: the last remaining one, else the root. */
export function afterClosing(remaining: readonly Tab[]): string {
  const last = remaining.filter(isListed).at(-1);
  return last === undefined ? '/' : last.place.pathname + last.place.search;
}

/** The address of a page as it was last seen, or its plain path. */
export function rememberedPath(path: string): string {
  const tab = tabStore.get().find((open) => open.key === path);
  return tab === undefined ? path : path + tab.place.search;
}

export function patchTab(key: string, patch: Partial<Pick<Tab, 'title' | 'unsaved'>>): void {
  const tabs = tabStore.get();
  const tab = tabs.find((open) => open.key === key);
  if (tab === undefined || (patch.title === tab.title && patch.unsaved === undefined)) return;
  tabStore.set(tabs.map((open) => (open === tab ? { ...tab, ...patch } : open)));
}

/** A form of a tab begins or ends to have unsaved changes. */
export function markUnsaved(key: string, source: string, unsaved: boolean): void {
  const tab = tabStore.get().find((open) => open.key === key);
  if (tab === undefined || tab.unsaved.includes(source) === unsaved) return;
  patchTab(key, { unsaved: unsaved ? [...tab.unsaved, source] : tab.unsaved.filter((other) => other !== source) });
}

const openTabsKey = 'open-tabs';

/** Leaves the open pages to the next load of this browser tab, for the same user. */
export function keepTabs(userId: string, tabs: readonly Tab[]): void {
  const open = tabs.map(({ key, route, title, place: { pathname, search, hash } }) => ({
    key,
    route: route.name,
    title,
    pathname,
    search,
    hash,
  }));
  leaveNote(openTabsKey, JSON.stringify({ userId, open: open.slice(-mostKept) }));
}

/** The pages that were open before this page was loaded. They start again when they are visited. */
export function keptTabs(userId: string): readonly Tab[] {
  try {
    const kept = ownJson<KeptTabs | null>(takeNote(openTabsKey) ?? 'null');
    if (kept?.userId !== userId) return [];
    return kept.open.flatMap(({ key, route: name, title, pathname, search, hash }) => {
      const route = routeByName(name);
      if (route === undefined) return [];
      const place = { pathname, search, hash, state: null, key: 'default' };
      return [{ key, route, place, title, unsaved: [], generation: 0, visited: 0, alive: false }];
    });
  } catch {
    return [];
  }
}

/** Moves a tab before another one (dragging, or Alt+Shift+arrow). */
export function moveTab(tabs: readonly Tab[], key: string, beforeKey: string | null): readonly Tab[] {
  const moved = tabs.find((tab) => tab.key === key);
  if (moved === undefined || key === beforeKey) return tabs;
  const rest = tabs.filter((tab) => tab !== moved);
  const at = beforeKey === null ? -1 : rest.findIndex((tab) => tab.key === beforeKey);
  return at === -1 ? [...rest, moved] : [...rest.slice(0, at), moved, ...rest.slice(at)];
}
