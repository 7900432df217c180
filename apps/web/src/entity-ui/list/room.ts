import type { EntityDef } from '@wheelhouse/entities';
import { remPx } from '../../lib/rem.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { defaultSize, mostBySelf } from '../query-state.ts';
import { isNarrow } from '../useNarrow.ts';
import { densityOf, useDensity, type Density } from './table-settings.ts';

/** Heights of a list page around its rows, in pixels of a 16 px root: bars of the console, title, filters, and the list's own bar, head, scroll bar and pager. */
const around = 48 + 36 + 16 + 32 + 16 + 32 + 16 + 44 + 41 + 45 + 2 + 10 + 24;
/** A line above a list, with the space before it. */
const lineHeight = 36 + 16;
const rowHeight: Readonly<Record<Density, number>> = { comfortable: 40, compact: 32 };

/** The window's height: followed, but not while it is dragged. */
const heightStore = createStore(window.innerHeight);
const restMs = 150;
let waiting: ReturnType<typeof setTimeout> | undefined;
window.addEventListener('resize', () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => heightStore.set(window.innerHeight), restMs);
});

function rowsIn(height: number, density: Density, { list }: EntityDef): number {
  // A phone's bars come and go while one reads, and its lists are scrolled with the page.
  if (isNarrow()) return defaultSize;
  const lines = list.linesAbove ?? (list.counters === undefined ? 0 : 1);
  const rows = Math.floor((height / (remPx() / 16) - around - lines * lineHeight) / rowHeight[density]);
  return Math.min(Math.max(rows, defaultSize), mostBySelf);
}

/** How many rows a page of an entity's list has room for. Known before anything is drawn: the first call already asks for them. */
export const roomFor = (entity: EntityDef): number => rowsIn(heightStore.get(), densityOf(), entity);

/** The same, followed. */
export const useRoom = (entity: EntityDef): number => rowsIn(useStore(heightStore), useDensity(), entity);
