import { readSetting, writeSetting } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';
import type { Column } from './columns.ts';

export type Density = 'comfortable' | 'compact';

/** What a user changed about a list's columns. Columns added to the console later are shown at their own place. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const densityKey = 'table.density';
const densityStore = createStore<Density>(readSetting(densityKey) === 'compact' ? 'compact' : 'comfortable');
export const useDensity = (): Density => useStore(densityStore);

export function setDensity(density: Density): void {
  writeSetting(densityKey, density);
  densityStore.set(density);
}

const none: ColumnChoice = { order: [], hidden: [] };
const choicesStore = createStore<Readonly<Record<string, ColumnChoice>>>({});
const keyOf = (list: string): string => `table.columns.${list}`;
const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one: unknown) => typeof one === 'string') : [];

function stored(list: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(readSetting(keyOf(list)) ?? 'null');
    return typeof value === 'object' && value !== null
      ? { order: names('order' in value ? value.order : []), hidden: names('hidden' in value ? value.hidden : []) }
      : none;
  } catch {
    return none;
  }
}

const remembered = new Map<string, ColumnChoice>();

/** The user's columns of a list. */
export function useColumnChoice(list: string): ColumnChoice {
  const changed = useStore(choicesStore)[list];
  if (changed !== undefined) return changed;
  const known = remembered.get(list) ?? stored(list);
  remembered.set(list, known);
  return known;
}

export function setColumnChoice(list: string, choice: ColumnChoice | undefined): void {
  writeSetting(keyOf(list), choice === undefined ? null : JSON.stringify(choice));
  choicesStore.set({ ...choicesStore.get(), [list]: choice ?? none });
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
