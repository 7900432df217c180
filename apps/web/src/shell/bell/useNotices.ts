import type { Notice, NoticeChange, NoticePage } from '@wheelhouse/contract/notice';
import { useLive } from '../../api/live.ts';
import { queryClient, callKey, useAction, useCall } from '../../api/query.ts';
import { useUser } from '../../session/session.ts';

const path = '/msg/crm/notice/list';
const shown = { page: 1, pageSize: 20 };

export interface Notices {
  readonly list: readonly Notice[];
  readonly unread: number;
  /** Marks these as read, or all of them. */
  readonly read: (ids?: readonly string[]) => void;
}

const marked = (list: readonly Notice[], is: (id: string) => boolean): Notice[] =>
  list.map((notice) => (is(notice.id) ? { ...notice, read: 1 } : notice));

function changed(page: NoticePage, change: NoticeChange): NoticePage {
  if ('added' in change) {
    if (page.list.some(({ id }) => id === change.added.id)) return page;
    const list = [change.added, ...page.list].slice(0, shown.pageSize);
    return { list, total: page.total + 1, unread: page.unread + 1 };
  }
  if ('all' in change) return { ...page, unread: 0, list: marked(page.list, () => true) };
  const ids = new Set(change.read);
  return { ...page, unread: Math.max(0, page.unread - ids.size), list: marked(page.list, (id) => ids.has(id)) };
}

const isChange = (data: unknown): data is NoticeChange =>
  typeof data === 'object' && data !== null && ('added' in data || 'read' in data || 'all' in data);

/** Notices to the user: read once, then as they are pushed. What they read on one page is read on all. */
export function useNotices(onNew: (notice: Notice) => void): Notices {
  const { id } = useUser();
  const { data, refetch } = useCall(path, shown, { inlineErrors: true, staleTime: Infinity });
  const { mutate } = useAction('/msg/crm/notice/read');
  useLive([`notice:${id}`], (event) => {
    if (event.kind === 'resync') return void refetch();
    if (!isChange(event.data)) return undefined;
    const change = event.data;
    queryClient.setQueryData<NoticePage>(callKey(path, shown), (page) => page && changed(page, change));
    if ('added' in change) onNew(change.added);
    return undefined;
  });
  return {
    list: data?.list ?? [],
    unread: data?.unread ?? 0,
    read: (ids) => mutate(ids === undefined ? { all: true } : { ids }),
  };
}
