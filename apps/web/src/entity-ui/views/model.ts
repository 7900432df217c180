import type { RowOf } from '@wheelhouse/entities/rows';
import type { ColumnChoice } from '../list/table-settings.ts';

/** A saved view as the server lists it: all of its fields are columns. `search` is the query string of the list, without its page. */
export type SavedView = RowOf<'savedView'>;

/** Name of the view in the address. */
export const savedKey = 'saved';

/** What a view keeps of an address, in one order, so that equal lists are equal texts. */
export function keptSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams(search);
  for (const name of [savedKey, 'page', 'rows']) kept.delete(name);
  kept.sort();
  return kept.toString();
}

export const columnsOfView = (view: SavedView): ColumnChoice => ({
  order: view.columnOrder ?? [],
  hidden: view.hiddenColumns ?? [],
});

const sameNames = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((name, at) => name === b[at]);

/** Whether a list shows something else than its view says. */
export function differs(view: SavedView, search: URLSearchParams, columns: ColumnChoice): boolean {
  const own = columnsOfView(view);
  return (
    keptSearch(new URLSearchParams(view.search ?? '')) !== keptSearch(search) ||
    !sameNames(own.order, columns.order) ||
    !sameNames(own.hidden.toSorted(), columns.hidden.toSorted())
  );
}

/** Name under which the columns of a list are kept while it shows a view: they are the view's, not the list's. */
export const columnsKey = (list: string, saved: string | null): string => (saved === null ? list : `${list}@${saved}`);
