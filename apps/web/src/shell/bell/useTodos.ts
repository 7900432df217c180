import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { TodoItem } from '@wheelhouse/contract/dashboard';
import { useLive } from '../../api/live.ts';
import { useCall } from '../../api/query.ts';

const slowly = 120_000;

const isTodo = (value: unknown): value is TodoItem =>
  typeof value === 'object' &&
  value !== null &&
  'key' in value &&
  typeof value.key === 'string' &&
  'count' in value &&
  typeof value.count === 'number' &&
  'link' in value;

export interface Todos {
  /** Undefined until first read. */
  readonly items: readonly TodoItem[] | undefined;
  readonly error: Error | null;
  readonly refresh: () => void;
}

/** Open tasks of the user: read once, then pushed by the server. `onNews` gets the to-dos that became more. */
export function useTodos(onNews: (grown: readonly TodoItem[]) => void): Todos {
  const [pushed, setPushed] = useState<readonly TodoItem[]>();
  const { data, error, refetch } = useCall(
    '/stat/crm/dashboard/todo',
    {},
    { refetchInterval: pushed === undefined ? slowly : false, inlineErrors: true },
  );
  useLive(['todo'], (event) => {
    if (event.kind === 'resync') void refetch().then(() => setPushed(undefined));
    else if (Array.isArray(event.data)) setPushed(event.data.filter(isTodo));
  });
  const items = pushed ?? data;
  const last = useRef<ReadonlyMap<string, number> | null>(null);
  const compare = useEffectEvent((now: readonly TodoItem[]) => {
    const before = last.current;
    last.current = new Map(now.map((item) => [item.key, item.count]));
    const grown =
      before === null ? [] : now.filter((item) => item.kind === 'todo' && item.count > (before.get(item.key) ?? 0));
    if (grown.length > 0) onNews(grown);
  });
  useEffect(() => {
    if (items !== undefined) compare(items);
  }, [items]);
  return { items, error, refresh: () => void refetch() };
}
