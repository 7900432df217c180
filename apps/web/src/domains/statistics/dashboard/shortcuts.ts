import { useMemo, useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import { sessionStore } from '../../../session/session.ts';
import { buildMenu, isGroup, type MenuItem } from '../../../shell/menu.ts';
import { saveLayout, useLayout } from './board/layout.ts';

/** Shortcuts a user may have on the dashboard. */
export const mostShortcuts = 8;

export interface Shortcuts {
  /** Every page of the user's menu. */
  readonly pages: readonly MenuItem[];
  /** The chosen ones, in their order. */
  readonly chosen: readonly MenuItem[];
  readonly choose: (names: readonly string[]) => void;
}

/**
 * The user's favourite pages; until they choose, the first of their menu. Kept with their account: pages they may no longer open are left
 * out, and come back with the right.
 */
export function useShortcuts(): Shortcuts {
  const session = useStore(sessionStore);
  const { known, layout } = useLayout();
  const [mine, setMine] = useState<readonly string[]>();
  const pages = useMemo(
    () =>
      session === null
        ? []
        : buildMenu(session)
            .flatMap((entry) => (isGroup(entry) ? entry.items : [entry]))
            .filter(({ route }) => route.name !== 'dashboard'),
    [session],
  );
  const names = mine ?? layout?.items ?? undefined;
  const chosen = useMemo(() => {
    if (names === undefined) return known ? pages.slice(0, mostShortcuts) : [];
    return names.flatMap((name) => pages.find(({ route }) => route.name === name) ?? []);
  }, [known, names, pages]);
  const choose = (next: readonly string[]): void => {
    const kept = [...new Set(next)].slice(0, mostShortcuts);
    setMine(kept);
    saveLayout({ items: kept }, () => setMine(undefined));
  };
  return { pages, chosen, choose };
}
