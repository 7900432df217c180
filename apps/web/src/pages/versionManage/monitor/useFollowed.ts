import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from '../../../api/live.ts';
import { invalidate } from '../../../api/query.ts';

const leastMs = 2_000;
const refreshMs = 5_000;

/** Reads a task anew as it goes on, at most every two seconds; and every five while it runs, should nothing be pushed. */
export function useFollowed(id: string, isRunning: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const read = useEffectEvent((): void => {
    last.current = Date.now();
    timer.current = undefined;
    void invalidate('/ps/crm/otaTask');
  });
  const soon = useEffectEvent((): void => {
    timer.current ??= setTimeout(() => read(), Math.max(0, last.current + leastMs - Date.now()));
  });
  useLive([`otaTask:${id}`], () => soon());
  useEffect(() => {
    if (!isRunning) return undefined;
    const every = setInterval(() => {
      if (!document.hidden) soon();
    }, refreshMs);
    return () => clearInterval(every);
  }, [isRunning]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
