import type { Page } from '@wheelhouse/contract';
import type { ViewRows } from '@wheelhouse/contract/calls/statistics';
import { useCall, type CallQueryOptions } from '../../../api/query.ts';

/** Rows of a named view. */
export function useView<Code extends keyof ViewRows>(
  code: Code,
  pageSize: number,
  options: Pick<CallQueryOptions<unknown>, 'refetchInterval'> = {},
) {
  return useCall(
    '/query/queryview',
    { extend: { view: { code } }, query: { page: 1, pageSize } },
    // The view decides what its rows are.
    { ...options, inlineErrors: true, select: (page) => page as Page<ViewRows[Code]> },
  );
}
