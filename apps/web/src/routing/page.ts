import type { DrillDown } from '@wheelhouse/contract/dashboard';
import { createContext, useContext, useEffect, useEffectEvent, useId, useMemo, useRef } from 'react';
import { useLocation, useNavigate, type NavigateOptions } from 'react-router';
import type { ConsoleRoute, RouteName } from '@wheelhouse/entities/routes';
import { pathOf } from './routes.ts';
import { markUnsaved, patchTab, rememberedPath, tabKey, tabStore } from './tabs.ts';

/** Tab of a page, as the shell provides it. */
export interface PageFrame {
  readonly route: ConsoleRoute;
  readonly tabKey: string;
  /** Closes this tab. Asks first when there are unsaved changes, unless `discard`. Then goes to `to`, else to the last remaining tab; not while another tab is shown. */
  readonly close: (options?: { readonly to?: string; readonly discard?: boolean }) => Promise<void>;
}

export const PageFrameContext = createContext<PageFrame | null>(null);

export interface PageHandle extends PageFrame {
  /** `?id=` of a detail or edit page. */
  readonly id: string | undefined;
  /** The page's own query string, also while another tab is shown. */
  readonly search: URLSearchParams;
  /** Replaces the query string: values that are null, undefined or '' are left out. */
  readonly setSearch: (
    values: Readonly<Record<string, string | number | null | undefined>>,
    options?: NavigateOptions,
  ) => void;
  /** Opens a page by route name; without a query a page that is already open comes back as it was left. */
  readonly open: (name: RouteName, query?: Readonly<Record<string, string | number>>) => void;
}

/** The page's address, tab and ways to other pages. For everything else `react-router` works as usual. */
export function usePage(): PageHandle {
  const frame = useContext(PageFrameContext);
  if (frame === null) throw new Error('usePage belongs inside a page');
  const location = useLocation();
  const navigate = useNavigate();
  return useMemo(() => {
    const search = new URLSearchParams(location.search);
    return {
      ...frame,
      id: search.get('id') ?? undefined,
      search,
      setSearch: (values, options) =>
        void navigate({ pathname: location.pathname, search: queryOf(values) }, options ?? {}),
      open: (name, query) =>
        void navigate(query === undefined ? rememberedPath(pathOf(name)) : pathOf(name) + queryOf(query)),
    };
  }, [frame, location, navigate]);
}

/** `?a=1&b=2` of the values that are there; '' when none is. */
export function queryOf(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values))
    if (value !== null && value !== undefined && value !== '') search.set(key, String(value));
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}

/** An address inside the console for links: `hrefOf('vehicleManageDetail', {id})`. */
export const hrefOf = (
  name: RouteName,
  query: Readonly<Record<string, string | number | null | undefined>> = {},
): string => pathOf(name) + queryOf(query);

/** The address of a page that the server names, with its filters. */
export const hrefOfLink = ({ route, query }: DrillDown): string => hrefOf(route as RouteName, query);

/** Gives the tab (and the document) a record's name instead of the page's. */
export function useTabTitle(title: string | null | undefined): void {
  const key = useContext(PageFrameContext)?.tabKey;
  useEffect(() => {
    if (key !== undefined && title !== undefined && title !== '') patchTab(key, { title });
  }, [key, title]);
}

/** Whether a tab is the one that is shown. */
export const isShown = (key: string): boolean => tabKey(window.location.pathname, window.location.search) === key;

/**
 * Runs when what calls it is gone for good. Hiding the tab stops its effects too; what is under way goes on then, until the tab is closed.
 * @for work of a page that goes on while its tab is hidden: hiding a tab runs the cleanups of its effects; what ends with the page alone ends here:
 * `useResumable`
 */
export function useEnd(end: () => void): void {
  const key = useContext(PageFrameContext)?.tabKey;
  const onEnd = useEffectEvent(end);
  const unwatch = useRef<() => void>(undefined);
  useEffect(() => {
    // Shown, perhaps again.
    unwatch.current?.();
    return () => {
      const isOpen = (): boolean => tabStore.get().some((tab) => tab.key === key && tab.alive);
      if (key === undefined || isShown(key) || !isOpen()) return onEnd();
      const stop = tabStore.subscribe(() => {
        if (isOpen()) return;
        stop();
        onEnd();
      });
      unwatch.current = stop;
    };
  }, [key]);
}

/**
 * Marks the tab as having unsaved changes. Switching tabs keeps them, so it does not ask; closing the tab, signing out
 * and leaving the console do (内容未保存，确定离开吗？).
 */
export function useUnsavedGuard(dirty: boolean): void {
  const key = useContext(PageFrameContext)?.tabKey;
  const source = useId();
  useEffect(() => {
    if (key === undefined || !dirty) return undefined;
    markUnsaved(key, source, true);
    return () => {
      // Hiding the tab stops its effects too; the changes are still there then.
      if (isShown(key)) markUnsaved(key, source, false);
    };
  }, [key, source, dirty]);
}
