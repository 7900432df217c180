import { useState } from 'react';
import type { EntityDef } from '@wheelhouse/entities';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { useCall, warmCall } from '../../api/query.ts';
import { callPath, type EntityRow } from '../model.ts';
import { parseListState, wireQuery, type ListState } from '../query-state.ts';
import { roomFor } from './room.ts';

export interface ListData {
  readonly rows: readonly EntityRow[] | undefined;
  /** Rows that match; counted up to a limit unless asked for exactly. */
  readonly total: number;
  /** The count stopped at the limit. */
  readonly more: boolean;
  readonly error: Error | null;
  /** When the rows were read, in milliseconds since 1970, if reading them again has failed. */
  readonly staleSince: number | null;
  /** The rows shown belong to an earlier query. */
  readonly stale: boolean;
  readonly query: Readonly<Record<string, unknown>>;
  readonly refresh: () => void;
  readonly countExactly: () => Promise<void>;
}

/** The call that answers a list's state. `fixed` narrows it beside what the user chose. */
function listCall(entity: EntityDef, state: ListState, fixed: Readonly<Record<string, unknown>> = {}) {
  const query = { ...wireQuery(entity, state), ...fixed };
  const body = { page: state.page, pageSize: state.size, orderBy: state.sort ?? entity.list.order, query };
  return { path: callPath(entity, 'list'), query, body };
}

/** Loads the rows of a list page's address before the page is rendered. The page shows the outcome. */
export function warmList(entity: EntityDef, search: URLSearchParams): void {
  const { path, body } = listCall(entity, parseListState(entity, search, { ownSize: roomFor(entity) }));
  warmCall(path, body);
}

/** The page of rows that a list's state asks for. `fixed` narrows it beside what the user chose. */
export function useList(entity: EntityDef, state: ListState, fixed: Readonly<Record<string, unknown>> = {}): ListData {
  const { path, query, body } = listCall(entity, state, fixed);
  const { data, error, isPlaceholderData, isFetching, isRefetchError, dataUpdatedAt, refetch } = useCall(path, body, {
    keepPrevious: true,
    inlineErrors: true,
  });
  const asked = JSON.stringify(query);
  const [exact, setExact] = useState<{ readonly asked: string; readonly total: number }>();
  const known = exact?.asked === asked ? exact.total : undefined;
  return {
    rows: data?.list,
    total: known ?? data?.total ?? 0,
    more: data?.more === true && known === undefined,
    error,
    staleSince: isRefetchError ? dataUpdatedAt : null,
    stale: isPlaceholderData && isFetching,
    query,
    refresh: () => void refetch(),
    countExactly: async () => {
      const answer = await attempt(call(path, { page: 1, pageSize: 1, query, exactTotal: true }));
      if (answer !== undefined) setExact({ asked, total: answer.total });
    },
  };
}
