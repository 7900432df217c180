import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useMemo, useState } from 'react';
import type { Page } from '@wheelhouse/contract';
import { call } from '../../../api/client.ts';
import { showFailure } from '../../../api/attempt.ts';
import { callKey, invalidate, queryClient, useCall } from '../../../api/query.ts';
import { shortcutsBody } from './first-calls.ts';
import { useStore } from '../../../lib/store.ts';
import { sessionStore } from '../../../session/session.ts';
import { buildMenu, isGroup, type MenuItem } from '../../../shell/menu.ts';

/** Shortcuts a user may have on the dashboard. */
export const mostShortcuts = 8;

export interface Shortcuts {
  /** Every page of the user's menu. */
  readonly pages: readonly MenuItem[];
  /** The chosen ones, in their order. */
  readonly chosen: readonly MenuItem[];
  readonly choose: (names: readonly string[]) => void;
}

type Layout = ListRowOf<'dashboardLayout'>;

const listPath = '/system/crm/dashboardLayout/list';

/** Saves one after the other, each with the revision that the one before made. */
let saving: Promise<void> = Promise.resolve();

async function save(items: readonly string[]): Promise<void> {
  const key = callKey(listPath, shortcutsBody);
  const known = queryClient.getQueryData<Page<Layout>>(key)?.list[0];
  const { dashboardLayout } = await call('/rest/w/dashboardLayout', {
    dashboardLayout: { items, ...(known?.rev !== undefined && { id: known.id, rev: known.rev }) },
  });
  queryClient.setQueryData<Page<Layout>>(key, { list: [dashboardLayout], total: 1, page: 1, pageSize: 1 });
}

/**
 * The user's favourite pages; until they choose, the first of their menu. Kept with their account: pages they may no longer open are left
 * out, and come back with the right.
 */
export function useShortcuts(): Shortcuts {
  const session = useStore(sessionStore);
  const { data } = useCall(listPath, shortcutsBody, { staleTime: 60_000, inlineErrors: true });
  const [mine, setMine] = useState<readonly string[]>();
  const layout = data?.list[0];
  const pages = useMemo(
    () =>
      session === null
        ? []
        : buildMenu(session)
            .flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))
            .filter(({ route }) => route.name !== 'dashboard'),
    [session],
  );
  const chosen = useMemo(() => {
    if (mine === undefined && data === undefined) return [];
    if (mine === undefined && layout === undefined) return pages.slice(0, mostShortcuts);
    return (mine ?? layout?.items ?? []).flatMap((name) => pages.find(({ route }) => route.name === name) ?? []);
  }, [data, mine, layout, pages]);
  const choose = (next: readonly string[]): void => {
    const kept = [...new Set(next)].slice(0, mostShortcuts);
    setMine(kept);
    saving = saving
      .then(() => save(kept))
      .catch(async (error: unknown) => {
        showFailure(error);
        await invalidate(listPath);
        setMine(undefined);
      });
  };
  return { pages, chosen, choose };
}
