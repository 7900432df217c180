import { useState, type ReactNode } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { formatNumber } from '../../ui/format.ts';
import { callPath } from '../model.ts';
import { useEntityTexts } from '../texts.ts';
import type { ListData } from './useList.ts';
import type { Selection } from './useSelection.ts';

/** One call takes this many records. */
export const mostAtOnce = 200;

export interface SelectAllProps {
  readonly entity: EntityDef;
  readonly data: ListData;
  readonly sort: string;
}

/** Chooses every row that matches the filters; of more than one call takes, the first ones in the list's order, and says so. */
export function SelectAll({
  entity,
  data,
  sort,
  selection,
}: SelectAllProps & { readonly selection: Selection }): ReactNode {
  const texts = useEntityTexts();
  const [loading, setLoading] = useState(false);
  const { total, more, query } = data;
  const n = formatNumber(total) + (more ? '+' : '');
  const reach = Math.min(total, mostAtOnce);
  if (data.rows === undefined || total <= data.rows.length) return null;
  if (selection.rows.length >= reach)
    return total > mostAtOnce ? <span className="wh-faint">{texts('firstOfAll', { most: mostAtOnce, n })}</span> : null;
  const choose = async (): Promise<void> => {
    setLoading(true);
    const page = await attempt(call(callPath(entity, 'list'), { page: 1, pageSize: mostAtOnce, orderBy: sort, query }));
    if (page !== undefined) selection.choose(page.list);
    setLoading(false);
  };
  return (
    <button type="button" className="wh-link-button" disabled={loading} onClick={() => void choose()}>
      {total > mostAtOnce ? texts('selectFirst', { most: mostAtOnce, n }) : texts('selectAll', { n })}
    </button>
  );
}
