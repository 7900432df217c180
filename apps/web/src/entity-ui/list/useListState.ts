import type { ItemCode } from '@wheelhouse/contract/calls/reference';
import { useState } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { dictionaryStore } from '../../reference/reference.ts';
import { useStore } from '../../lib/store.ts';
import { usePage } from '../../routing/page.ts';
import { savedKey } from '../views/model.ts';
import { useRoom } from './room.ts';
import { defaultSize, listStateParams, parseListState, type ListState } from '../query-state.ts';

export interface ListStateHandle {
  readonly state: ListState;
  /** Rows of a page that the window has room for; undefined where the list does not follow it. */
  readonly room?: number | undefined;
  /** Changes parts; a change of filters starts at the first page again. */
  readonly set: (change: Partial<ListState>) => void;
  readonly reset: () => void;
}

const startsAgain = (change: Partial<ListState>): Partial<ListState> =>
  'page' in change ? change : { page: 1, ...change };
const nothing: ListState = {
  page: 1,
  size: defaultSize,
  sized: false,
  sort: undefined,
  keyword: '',
  query: {},
  ignored: [],
};

/** Where a category failed to load, its codes are not checked. */
const knowsCode =
  (dictionaries: ReadonlyMap<string, readonly ItemCode[]>) =>
  (category: string, code: string): boolean =>
    dictionaries.get(category)?.some((item) => item.code === code) ?? true;

/**
 * A list's state in the page's address, so that Back, F5 and links bring it back. It has as many rows as the window has room for, unless a
 * size was chosen.
 */
export function useUrlListState(entity: EntityDef): ListStateHandle & {
  readonly view: string | undefined;
  readonly saved: string | null;
  readonly setView: (view: string | undefined) => void;
} {
  const page = usePage();
  const room = useRoom(entity);
  const state = parseListState(entity, page.search, {
    isKnown: knowsCode(useStore(dictionaryStore)),
    ownSize: room,
  });
  const view = page.search.get('view') ?? undefined;
  const saved = page.search.get(savedKey);
  const write = (next: ListState, nextView: string | undefined): void =>
    page.setSearch({ [savedKey]: saved, view: nextView, ...listStateParams(next) });
  return {
    state,
    room,
    set: (change) => write({ ...state, ...startsAgain(change) }, view),
    reset: () => page.setSearch({ view, ...listStateParams({ ...nothing, size: state.size, sized: state.sized }) }),
    view,
    saved,
    setView: (next) => write(state, next),
  };
}

/** A list's state of its own: for lists inside details and dialogs. */
export function useLocalListState(size: number = 10): ListStateHandle {
  const [state, setState] = useState<ListState>({ ...nothing, size });
  return {
    state,
    set: (change) => setState((old) => ({ ...old, ...startsAgain(change) })),
    reset: () => setState((old) => ({ ...nothing, size: old.size })),
  };
}
