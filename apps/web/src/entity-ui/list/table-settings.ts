import { readSetting, writeSetting } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Column } from './columns.ts';

export type Density = 'comfortable' | 'compact';

/** What a user changed about a list's columns. Columns added to the console later are shown at their own place. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Pixels of columns that were given a width. */
  readonly widths?: Readonly<Record<string, number>>;
}

const densityKey = 'table.density';
const densityStore = createStore<Density>(readSetting(densityKey) === 'compact' ? 'compact' : 'comfortable');
export const useDensity = (): Density => useStore(densityStore);
export const densityOf = (): Density => densityStore.get();

export function setDensity(density: Density): void {
  writeSetting(densityKey, density);
  densityStore.set(density);
}

const none: ColumnChoice = { order: [], hidden: [] };
const choicesStore = createStore<Readonly<Record<string, ColumnChoice>>>({});
const keyOf = (list: string): string => `table.columns.${list}`;
const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one: unknown) => typeof one === 'string') : [];

const widthsIn = (value: unknown): Record<string, number> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
      )
    : {};

function stored(list: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(readSetting(keyOf(list)) ?? 'null');
    return typeof value === 'object' && value !== null
      ? {
          order: names('order' in value ? value.order : []),
          hidden: names('hidden' in value ? value.hidden : []),
          widths: widthsIn('widths' in value ? value.widths : {}),
        }
      : none;
  } catch {
    return none;
  }
}

const remembered = new Map<string, ColumnChoice>();

/** The user's columns of a list. */
export function useColumnChoice(list: string): ColumnChoice {
  useStore(choicesStore);
  return chosenOf(list);
}

const chosenOf = (list: string): ColumnChoice => {
  const known = choicesStore.get()[list] ?? remembered.get(list) ?? stored(list);
  remembered.set(list, known);
  return known;
};

/** A choice without widths (a saved view keeps none) leaves them as they are; undefined goes back to the defaults. */
export function setColumnChoice(list: string, choice: ColumnChoice | undefined): void {
  const next = choice === undefined ? undefined : { ...choice, widths: choice.widths ?? chosenOf(list).widths ?? {} };
  writeSetting(keyOf(list), next === undefined ? null : JSON.stringify(next));
  choicesStore.set({ ...choicesStore.get(), [list]: next ?? none });
}

/** Keeps a column's width; undefined gives it back to its content. */
export function setColumnWidth(list: string, name: string, width: number | undefined): void {
  const choice = chosenOf(list);
  const { [name]: _before, ...others } = choice.widths ?? {};
  setColumnChoice(list, { ...choice, widths: width === undefined ? others : { ...others, [name]: Math.round(width) } });
}

/** Columns in the user's order, with hidden ones still in it. */
export function ordered(columns: readonly Column[], { order }: ColumnChoice): readonly Column[] {
  if (order.length === 0) return columns;
  const at = (name: string, own: number): number => {
    const chosen = order.indexOf(name);
    return chosen === -1 ? own : chosen;
  };
  return columns
    .map((column, own) => ({ column, at: at(column.name, own) }))
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column);
}
