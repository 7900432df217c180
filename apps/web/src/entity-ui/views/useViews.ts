import { useEffect, useEffectEvent, useRef } from 'react';
import { call } from '../../api/client.ts';
import { attempt } from '../../api/attempt.ts';
import { invalidate, useCall } from '../../api/query.ts';
import { setColumnChoice, useColumnChoice, type ColumnChoice } from '../list/table-settings.ts';
import { useTexts } from '../../i18n/lang.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../session/session.ts';
import { usePage } from '../../routing/page.ts';
import { columnsKey, columnsOfView, differs, keptSearch, savedKey, type SavedView } from './model.ts';
import { texts } from './texts.ts';

const base = '/system/crm/savedView';

export interface Views {
  readonly all: readonly SavedView[];
  /** The one that the address names. */
  readonly active: SavedView | undefined;
  /** The list was changed since. */
  readonly changed: boolean;
  readonly isOwn: (view: SavedView) => boolean;
  /** Shows a view, or the bare list. */
  readonly show: (view: SavedView | null) => void;
  /** Keeps the list as it is, under a new name. */
  readonly add: (form: { readonly name: string; readonly shared: 0 | 1; readonly isDefault: 0 | 1 }) => Promise<void>;
  /** Changes a view; with `state` also what it keeps. */
  readonly update: (
    view: SavedView,
    form: Partial<Pick<SavedView, 'name' | 'shared' | 'isDefault'>>,
    state?: boolean,
  ) => Promise<void>;
  readonly remove: (view: SavedView) => Promise<void>;
}

const reload = (): Promise<void> => invalidate(base);

/** Views of the page's list: its user's own and the shared ones. */
export function useViews(list: string): Views {
  const t = useTexts(texts);
  const page = usePage();
  const user = useUser();
  const pageName = page.route.name;
  const { data } = useCall(
    `${base}/list`,
    { pageSize: 200, query: { pageName } },
    { staleTime: 60_000, inlineErrors: true },
  );
  const all = (data?.list ?? []) as readonly SavedView[];
  const saved = page.search.get(savedKey);
  const named = all.filter((view) => view.name === saved);
  const active = named.find((view) => view.ownerId === user.id) ?? named[0];
  const columns: ColumnChoice = useColumnChoice(columnsKey(list, saved));
  const isOwn = (view: SavedView): boolean => view.ownerId === user.id;

  const show = (view: SavedView | null, replace = false): void => {
    if (view === null) return page.setSearch({});
    setColumnChoice(columnsKey(list, view.name), columnsOfView(view));
    page.setSearch(
      { ...Object.fromEntries(new URLSearchParams(view.search ?? '')), [savedKey]: view.name },
      { replace },
    );
  };
  useArrival(data && all, saved, {
    applyColumns: (view) => setColumnChoice(columnsKey(list, view.name), columnsOfView(view)),
    openDefault: () => {
      const own = all.find((view) => isOwn(view) && view.isDefault === 1);
      if (own !== undefined && page.search.size === 0) show(own, true);
    },
    missing: (name) => notify.warning(t('gone', { name })),
    active,
  });

  const state = { search: keptSearch(page.search), columnOrder: columns.order, hiddenColumns: columns.hidden };
  return {
    all,
    active,
    changed: active !== undefined && differs(active, page.search, columns),
    isOwn,
    show: (view) => show(view),
    add: async (form) => {
      await call(`${base}/add`, { pageName, ...form, ...state });
      await reload();
      setColumnChoice(columnsKey(list, form.name), columns);
      page.setSearch({ ...Object.fromEntries(page.search), [savedKey]: form.name }, { replace: true });
      notify.success(t('saved'));
    },
    update: async (view, form, withState = false) => {
      try {
        await call(`${base}/update`, { id: view.id, rev: view.rev, ...form, ...(withState && state) });
      } finally {
        await reload();
      }
      if (form.name !== undefined && view === active) {
        setColumnChoice(columnsKey(list, form.name), columns);
        page.setSearch({ ...Object.fromEntries(page.search), [savedKey]: form.name }, { replace: true });
      }
      notify.success(t('saved'));
    },
    remove: async (view) => {
      await call(`${base}/batchDelete`, { ids: [view.id] });
      setColumnChoice(columnsKey(list, view.name), undefined);
      await reload();
      if (view === active) page.setSearch({});
    },
  };
}

interface Arrival {
  readonly active: SavedView | undefined;
  readonly applyColumns: (view: SavedView) => void;
  readonly openDefault: () => void;
  readonly missing: (name: string) => void;
}

/** Once the views are known: the one in the address gives its columns; without any address the default view is shown. */
function useArrival(
  all: readonly SavedView[] | undefined,
  saved: string | null,
  { active, ...actions }: Arrival,
): void {
  const arrived = useRef(false);
  const arrive = useEffectEvent(() => {
    if (active !== undefined) actions.applyColumns(active);
    else if (saved !== null) actions.missing(saved);
    else actions.openDefault();
  });
  const known = all !== undefined;
  useEffect(() => {
    if (!known || arrived.current) return;
    arrived.current = true;
    arrive();
  }, [known]);
}

/** Shows a refusal of a view's change. */
export function showChangeRefusal(change: Promise<unknown>): void {
  void attempt(change);
}
