import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { remPx } from '../../lib/rem.ts';
import type { Column } from './columns.ts';

/** Width of each column by name, pixels. */
export type Widths = Readonly<Record<string, number>>;

/** Shows a width while it is being dragged. */
export type PreviewWidth = (name: string, width: number) => void;

const narrowest = 48;

/** Widths in view, by list: for the settings, which are no part of the table. */
const inView = new Map<string, ReadonlyMap<string, number>>();

/** The width of a list's column as it is shown now. */
export const shownWidth = (list: string, name: string): number => Math.round(inView.get(list)?.get(name) ?? narrowest);
/** Beside the columns of the definition: the box to choose a row, the row's actions. */
const checkKey = ' check';
const actionsKey = ' actions';

/** What each column's content needs, as the browser would lay it out without a limit. */
function measure(table: HTMLTableElement): Map<string, number> {
  table.classList.add('eu-measure');
  const found = new Map(
    [...table.querySelectorAll<HTMLElement>('thead th')].map((head) => [
      head.dataset['column'] ?? '',
      Math.ceil(head.getBoundingClientRect().width),
    ]),
  );
  table.classList.remove('eu-measure');
  return found;
}

/** Distributes the remaining width: first among columns whose content is cut, then among all. */
function fill(
  widths: Map<string, number>,
  wanted: ReadonlyMap<string, number>,
  growing: readonly string[],
  room: number,
): void {
  const of = (name: string): number => widths.get(name) ?? 0;
  const missing = (name: string): number => Math.max(0, (wanted.get(name) ?? 0) - of(name));
  let left = room - [...widths.values()].reduce((sum, width) => sum + width, 0);
  const lacking = growing.reduce((sum, name) => sum + missing(name), 0);
  if (left <= 0) return;
  const given = Math.min(left, lacking);
  for (const name of growing) if (lacking > 0) widths.set(name, of(name) + (given * missing(name)) / lacking);
  left -= given;
  const whole = growing.reduce((sum, name) => sum + of(name), 0);
  for (const name of growing) widths.set(name, of(name) + (left * of(name)) / whole);
}

/** Widths of the table's columns: the user's own, else by content between the column's bounds; spare room is shared. */
function layOut(
  natural: ReadonlyMap<string, number>,
  columns: readonly Column[],
  chosen: Widths,
  room: number,
): Map<string, number> {
  const scale = remPx() / 16;
  const widths = new Map<string, number>();
  for (const [name, width] of natural) if (name === checkKey || name === actionsKey) widths.set(name, width);
  for (const { name, least, most } of columns)
    widths.set(name, chosen[name] ?? Math.max(least * scale, Math.min(most * scale, natural.get(name) ?? 0)));
  const growing = columns.filter(({ name, most, least }) => chosen[name] === undefined && most > least);
  fill(
    widths,
    natural,
    growing.map(({ name }) => name),
    room,
  );
  return widths;
}

function apply(table: HTMLTableElement, widths: ReadonlyMap<string, number>): void {
  let edge = 0;
  let at = 0;
  for (const col of table.querySelectorAll<HTMLElement>('col')) {
    const width = widths.get(col.dataset['column'] ?? '') ?? narrowest;
    col.style.width = `${width}px`;
    table.style.setProperty(`--eu-at-${at}`, `${edge}px`);
    edge += width;
    at += 1;
  }
  table.style.width = `${edge}px`;
}

/**
 * Gives a table its column widths, outside of React: they are measured from what is shown, follow the window and the pointer, and another
 * rendering of every cell for each of these would be felt. While pages are turned columns only grow.
 */
export function useColumnWidths(
  list: string,
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column[],
  rows: unknown,
  chosen: Widths,
): PreviewWidth {
  const natural = useRef(new Map<string, number>());
  const known = useRef('');
  const place = (own: Widths): void => {
    const element = table.current;
    const room = element?.parentElement?.clientWidth ?? 0;
    if (element === null || room === 0) return;
    const widths = layOut(natural.current, columns, own, room);
    inView.set(list, widths);
    apply(element, widths);
  };
  const follow = useEffectEvent(() => place(chosen));
  useLayoutEffect(() => {
    const element = table.current;
    if (element === null) return;
    const names = columns.map((column) => `${column.name} ${column.label}`).join();
    const before = known.current === names ? natural.current : new Map<string, number>();
    known.current = names;
    natural.current = measure(element);
    for (const [name, width] of natural.current)
      if (!name.startsWith(' ')) natural.current.set(name, Math.max(width, before.get(name) ?? 0));
    follow();
  }, [table, columns, rows, chosen]);
  useEffect(() => {
    const box = table.current?.parentElement;
    if (box === null || box === undefined) return undefined;
    const observer = new ResizeObserver(() => follow());
    observer.observe(box);
    return () => observer.disconnect();
  }, [table]);
  return (name, width) => place({ ...chosen, [name]: Math.max(narrowest, width) });
}
