import type { Page } from '@wheelhouse/contract';
import { readCards, type PlacedCard } from '@wheelhouse/entities/access/dashboard-cards';
import type { ListRowOf } from '@wheelhouse/entities/rows';
import { useState } from 'react';
import { showFailure } from '../../../../api/attempt.ts';
import { call } from '../../../../api/client.ts';
import { callKey, invalidate, queryClient, useCall } from '../../../../api/query.ts';
import { layoutBody } from '../first-calls.ts';

/** What a user has put on the dashboard: one record holds the shortcuts and the cards. */
export type Layout = ListRowOf<'dashboardLayout'>;
type Change = { readonly items: readonly string[] } | { readonly cards: readonly PlacedCard[] | null };

const listPath = '/system/crm/dashboardLayout/list';

/** Saves one after the other, each with the revision that the one before made. */
let saving: Promise<void> = Promise.resolve();

async function save(change: Change): Promise<void> {
  const key = callKey(listPath, layoutBody);
  const known = queryClient.getQueryData<Page<Layout>>(key)?.list[0];
  const { dashboardLayout } = await call('/rest/w/dashboardLayout', {
    dashboardLayout: { ...change, ...(known?.rev !== undefined && { id: known.id, rev: known.rev }) },
  });
  queryClient.setQueryData<Page<Layout>>(key, { list: [dashboardLayout], total: 1, page: 1, pageSize: 1 });
}

/** Saves a part of the layout; where that fails, `undo` shows what is kept. */
export function saveLayout(change: Change, undo: () => void): void {
  saving = saving
    .then(() => save(change))
    .catch(async (error: unknown) => {
      showFailure(error);
      await invalidate(listPath);
      undo();
    });
}

/** The layout as it is kept; `known` once that is certain, or cannot be read. */
export function useLayout(): { readonly known: boolean; readonly layout: Layout | undefined } {
  const { data, error } = useCall(listPath, layoutBody, { staleTime: 60_000, inlineErrors: true });
  return { known: data !== undefined || error !== null, layout: data?.list[0] };
}

export interface Cards {
  /** Undefined until it is known what the user has chosen; null: those of the role. */
  readonly chosen: readonly PlacedCard[] | null | undefined;
  readonly choose: (cards: readonly PlacedCard[] | null) => void;
}

/** The cards of the user, in their order. */
export function useCards(): Cards {
  const { known, layout } = useLayout();
  const [mine, setMine] = useState<readonly PlacedCard[] | null>();
  return {
    chosen: mine === undefined ? (known ? (readCards(layout?.cards) ?? null) : undefined) : mine,
    choose: (cards) => {
      setMine(cards);
      saveLayout({ cards }, () => setMine(undefined));
    },
  };
}
