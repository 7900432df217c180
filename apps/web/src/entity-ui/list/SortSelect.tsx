import type { ReactNode } from 'react';
import { useEntityTexts } from '../texts.ts';
import type { Column } from './columns.ts';

export interface SortSelectProps {
  readonly columns: readonly Column[];
  readonly sort: string;
  /** The list's own order. */
  readonly own: string;
  readonly onSort: (sort: string | undefined) => void;
}

/** The order of a list without heads to press: its own, or by a column, up or down. */
export default function SortSelect({ columns, sort, own, onSort }: SortSelectProps): ReactNode {
  const texts = useEntityTexts();
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  return (
    <select
      className="eu-native eu-sort-select"
      aria-label={texts('order')}
      value={sort === own ? '' : sort}
      onChange={({ target }) => onSort(target.value === '' ? undefined : target.value)}
    >
      <option value="">{texts('ownOrder')}</option>
      {sortable.flatMap(({ name, label }) =>
        (['desc', 'asc'] as const).map((way) => (
          <option key={`${name} ${way}`} value={`${name} ${way}`}>
            {`${label} ${way === 'asc' ? '↑' : '↓'}`}
          </option>
        )),
      )}
    </select>
  );
}
