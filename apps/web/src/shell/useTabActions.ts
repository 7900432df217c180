import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../i18n/common.ts';
import { askConfirm } from '../lib/confirm.ts';
import { dropDraftsOf } from '../session/drafts.ts';
import { currentUserId } from '../api/token.ts';
import { afterClosing, isListed, isUnsaved, tabKey, tabStore } from '../routing/tabs.ts';

export interface TabActions {
  /** Closes tabs, asking first when one has unsaved changes. */
  readonly close: (
    keys: readonly string[],
    options?: { readonly to?: string; readonly discard?: boolean },
  ) => Promise<void>;
  readonly closeOthers: (key: string) => Promise<void>;
  readonly closeAll: () => Promise<void>;
}

export function useTabActions(): TabActions {
  const navigate = useNavigate();
  return useMemo(() => {
    const mayDiscard = async (keys: readonly string[]): Promise<boolean> => {
      if (!tabStore.get().some((tab) => isUnsaved(tab) && keys.includes(tab.key))) return true;
      return askConfirm({ title: t('unsaved'), danger: true });
    };
    const close: TabActions['close'] = async (keys, { to, discard = false } = {}) => {
      if (!discard && !(await mayDiscard(keys))) return;
      const remaining = tabStore.get().filter((tab) => !keys.includes(tab.key));
      const active = tabKey(window.location.pathname, window.location.search);
      const userId = currentUserId();
      if (userId !== undefined) for (const key of keys) dropDraftsOf(userId, key);
      tabStore.set(remaining);
      if (to !== undefined) await navigate(to);
      else if (keys.includes(active)) await navigate(afterClosing(remaining), { replace: true });
    };
    const listed = (): string[] =>
      tabStore
        .get()
        .filter(isListed)
        .map((tab) => tab.key);
    return {
      close,
      closeOthers: async (key) => {
        const tab = tabStore.get().find((open) => open.key === key);
        await close(
          listed().filter((other) => other !== key),
          tab === undefined ? {} : { to: tab.place.pathname + tab.place.search },
        );
      },
      closeAll: () => close(listed()),
    };
  }, [navigate]);
}
