import { useEffect, useRef, useState } from 'react';
import { useAlarmNews } from '../../shell/bell/useAlarmNews.ts';

/** Many changes within this time cause one reload. */
const settleMs = 400;

export interface AutoRefresh {
  /** Changes that are not shown yet, while the page does not follow by itself. */
  readonly waiting: number;
  /** New alarms of the last news, for those who cannot see the list change. */
  readonly news: number;
  readonly refresh: () => void;
}

/** Reads the list again as alarms are raised and change: no polling. Without `auto` it only counts what waits. */
export function useAutoRefresh(auto: boolean, refresh: () => void): AutoRefresh {
  const [waiting, setWaiting] = useState(0);
  const [news, setNews] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useAlarmNews((notice) => {
    const raised = notice?.raised.length ?? 0;
    if (raised > 0) setNews(raised);
    if (!auto) return setWaiting((n) => n + (notice === null ? 1 : raised + notice.changed.length));
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, settleMs);
  });
  return {
    waiting: auto ? 0 : waiting,
    news,
    refresh: () => {
      setWaiting(0);
      refresh();
    },
  };
}
