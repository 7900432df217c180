import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useCall } from '../../../api/query.ts';
import type { Exploration } from './model.ts';
import { useCan } from '../../../session/session.ts';

/** As many as one sees at most: one's own, and what is shared with one's roles. */
const most = 200;

/** Everybody who sees one sees all of it. */
const isSeen = (row: ListRowOf<'exploration'>): row is ListRowOf<'exploration'> & Exploration =>
  row.measures !== undefined;

/** Saved explorations that the user sees. */
export function useExplorations() {
  const can = useCan();
  const { data, error, refetch } = useCall(
    '/stat/crm/exploration/list',
    { pageSize: most },
    { inlineErrors: true, staleTime: 30_000, enabled: can('exploreStatistics.query') },
  );
  return { list: data?.list.filter(isSeen), error, refetch };
}
