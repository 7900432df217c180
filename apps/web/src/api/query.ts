import {
  keepPreviousData,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  useMutation,
  useQuery,
  type QueryKey,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { exchange, type ApiPath } from './client.ts';
import { isLost, onReturn, staleStore } from './connection.ts';
import { showFailure } from './attempt.ts';
import { isAbort, missingCode, requestFailedCode, isApiError } from './errors.ts';
import type { ArgumentsOf, GetPath, InputAt, KnownPath, Method, OutputAt, PostPath } from './paths.ts';
import { notify } from '../lib/notify.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** `inline`: the component shows the error itself (a form, a page's error state); no message. */
    queryMeta: { inline?: boolean };
    mutationMeta: { inline?: boolean };
  }
}

/**
 * Where errors show: a query's first failure is the page's error state; a later one (old data still visible) a message,
 * and `staleStore` says how old the data is. A mutation's failure is a message, unless its form shows it inline.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isAbort(error) || query.state.data === undefined) return;
      // A component with errors of its own shows that its record is gone; beside data that stay it says nothing.
      if (query.meta?.inline !== true || !isApiError(error, missingCode)) showFailure(error);
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _values, _result, mutation) => {
      if (mutation.meta?.inline !== true) showFailure(error);
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 5 * 60_000,
      refetchOnWindowFocus: false,
      // The console's own connection state decides, not the browser's.
      refetchOnReconnect: false,
      networkMode: 'always',
      // A refusal will be refused again; only a lost exchange is worth a second try.
      retry: (count, error) => count < 1 && isApiError(error, requestFailedCode),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Data on the screen that is old because it could not be read again. */
const isStale = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && query.isActive();

/** Follows the queries on the screen: what they show is read again when the connection is back, or marked as old. */
export function watchQueries(): void {
  onReturn(
    () =>
      void queryClient.refetchQueries({
        type: 'active',
        predicate: (query) => query.state.status === 'error' || query.isStale(),
      }),
  );
  const retry = (): void => void queryClient.refetchQueries({ predicate: isStale });
  queryClient.getQueryCache().subscribe(() => {
    const stale = queryClient.getQueryCache().findAll({ predicate: isStale });
    const asOf = Math.min(...stale.map((query) => query.state.dataUpdatedAt));
    if (stale.length === 0) staleStore.set(null);
    else if (staleStore.get()?.asOf !== asOf) staleStore.set({ asOf, retry });
  });
}

/** The key of a query is its endpoint, then what was asked. */
export const callKey = (path: ApiPath, input: object = {}): QueryKey => [path, input];

/** Marks as stale every query of these endpoints, or of all endpoints below a base (`/veh/crm/vehicle`). */
export async function invalidate(...paths: readonly KnownPath[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [key] }) =>
      typeof key === 'string' && paths.some((path) => key === path || key.startsWith(`${path}/`)),
  });
}

export interface CallQueryOptions<T, R = T> {
  readonly enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh (default 5 s). */
  readonly staleTime?: number;
  /** Milliseconds between refreshes while the page is visible. */
  readonly refetchInterval?: number | false;
  /** Keep showing the last answer while the next page of a list loads. */
  readonly keepPrevious?: boolean;
  /** The component shows every error itself. */
  readonly inlineErrors?: boolean;
  readonly select?: (data: T) => R;
}

export function queryOptions<T, R>(
  method: Method,
  path: ApiPath,
  input: object = {},
  options: CallQueryOptions<T, R> = {},
) {
  return {
    queryKey: callKey(path, input),
    queryFn: ({ signal }: { signal: AbortSignal }) => exchange<T>(method, path, input, { signal }),
    meta: { inline: options.inlineErrors ?? false },
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.refetchInterval === undefined
      ? {}
      : { refetchInterval: () => !isLost() && (options.refetchInterval ?? false) }),
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    ...(options.select === undefined ? {} : { select: options.select }),
  };
}

/** Reads with a POST call of the table (lists, details): `useCall('/veh/crm/vehicle/list', {page, query})`. */
export function useCall<const P extends PostPath, R = OutputAt<P, 'POST'>>(
  path: P,
  ...[input, options]: ArgumentsOf<P, 'POST', CallQueryOptions<OutputAt<P, 'POST'>, R>>
): UseQueryResult<R> {
  return useQuery(queryOptions<OutputAt<P, 'POST'>, R>('POST', path, input, options));
}

/** Prefetches the query of a later `useCall`; the outcome is ignored. */
export function warmCall<const P extends PostPath>(path: P, input: InputAt<P, 'POST'> & object): void {
  const options = queryOptions('POST', path, input, { inlineErrors: true });
  queryClient.query({ ...options, retry: false }).catch(() => undefined);
}

/** Reads with a GET call of the table. */
export function useGet<const P extends GetPath, R = OutputAt<P, 'GET'>>(
  path: P,
  ...[input, options]: ArgumentsOf<P, 'GET', CallQueryOptions<OutputAt<P, 'GET'>, R>>
): UseQueryResult<R> {
  return useQuery(queryOptions<OutputAt<P, 'GET'>, R>('GET', path, input, options));
}

export interface ActionOptions<T, V> {
  /** Endpoints, or bases of endpoints, whose answers this action changes. */
  readonly invalidates?: readonly KnownPath[];
  /** A form that shows the refusal itself. */
  readonly inlineErrors?: boolean;
  /** Message on success. */
  readonly done?: string | ((data: T) => string);
  readonly onSuccess?: (data: T, values: V) => void | Promise<void>;
  /**
   * Calls with the same name are sent one after the other: what was pressed last is what counts. Each is pending until what it invalidates is read
   * again, so that whoever shows its variables meanwhile never falls back to the state before it.
   */
  readonly inTurn?: string;
}

/**
 * A writing call: `const stop = useAction('/veh/crm/vehicle/operation', {invalidates: ['/veh/crm/vehicle']}); stop.mutate(body)`.
 * @for a button that makes a call: shows the outcome and refetches what it invalidates; several calls: `attempt`; a refusal under the fields of a
 * form: `showRefusal`
 */
export function useAction<const P extends PostPath>(
  path: P,
  options: ActionOptions<OutputAt<P, 'POST'>, InputAt<P, 'POST'>> = {},
): UseMutationResult<OutputAt<P, 'POST'>, Error, InputAt<P, 'POST'>> {
  return useMutation({
    mutationFn: (values: InputAt<P, 'POST'>) => exchange<OutputAt<P, 'POST'>>('POST', path, values),
    meta: { inline: options.inlineErrors ?? false },
    ...(options.inTurn !== undefined && { scope: { id: options.inTurn } }),
    onSuccess: async (data, values) => {
      if (options.done !== undefined)
        notify.success(typeof options.done === 'string' ? options.done : options.done(data));
      const read = options.invalidates === undefined ? undefined : invalidate(...options.invalidates);
      if (options.inTurn !== undefined) await read;
      await options.onSuccess?.(data, values);
    },
  });
}
