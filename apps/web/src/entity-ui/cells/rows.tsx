import { Suspense, type ReactNode } from 'react';
import { labelOf, nameKey } from '@wheelhouse/entities';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { usePick } from '../../i18n/lang.ts';
import { part } from '../../ui/part.tsx';
import { useRowTexts } from '../rows/texts.ts';
import type { CellProps } from './types.ts';

const RowsTable = part(() => import('../rows/RowsTable.tsx'));

/** In a list how many there are, in a detail all of them. */
export function RowsCell({ entity, name, field, value, row, place }: CellProps<'rows'>): ReactNode {
  const texts = useRowTexts();
  const pick = usePick();
  const count = <span className="wh-num">{texts('count', { n: rowsOf(value).length })}</span>;
  if (place === 'list') return count;
  return (
    <Suspense fallback={count}>
      <RowsTable
        field={field}
        label={pick(labelOf(entity, name))}
        value={value}
        urls={rowsOf(row[`${name}Url`])}
        names={rowsOf(row[nameKey(name)])}
      />
    </Suspense>
  );
}
