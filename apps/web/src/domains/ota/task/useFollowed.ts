import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from '../../../api/live.ts';
import { invalidate } from '../../../api/query.ts';

const leastMs = 2_000;

interface Followed {
  readonly entity: 'otaTask' | 'otaTaskOld';
  readonly id: string;
  /** While it runs it is read so often, should nothing be pushed. */
  readonly refreshMs: number;
}

/** Reads a task anew as it goes on, at most every two seconds. */
export function useFollowed({ entity, id, refreshMs }: Followed, isRunning: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const read = useEffectEvent((): void => {
    last.current = Date.now();
    timer.current = undefined;
    void invalidate(`/ps/crm/${entity}`);
  });
  const soon = useEffectEvent((): void => {
    timer.current ??= setTimeout(() => read(), Math.max(0, last.current + leastMs - Date.now()));
  });
  useLive([`${entity}:${id}`], () => soon());
  useEffect(() => {
    if (!isRunning) return undefined;
    const every = setInterval(() => {
      if (!document.hidden) soon();
    }, refreshMs);
    return () => clearInterval(every);
  }, [isRunning, refreshMs]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      // The page may only be hidden, and goes on when it is shown again.
      timer.current = undefined;
    },
    [],
  );
}
