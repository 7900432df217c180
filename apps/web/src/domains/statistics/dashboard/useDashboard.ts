import { useState } from 'react';
import type { DashboardPush, Trend } from '@wheelhouse/contract/dashboard';
import { useCall } from '../../../api/query.ts';
import { useLive } from '../../../api/live.ts';

const slowly = 60_000;

const isPush = (data: unknown): data is DashboardPush =>
  typeof data === 'object' && data !== null && 'cards' in data && Array.isArray(data.cards);

export interface DashboardData {
  /** Numbers as last pushed, else as first read; undefined until then. */
  readonly numbers: DashboardPush | undefined;
  readonly trend: Trend | undefined;
  /** Why there are no numbers; null while they are on their way. */
  readonly error: Error | null;
  readonly retry: () => void;
  readonly trendError: Error | null;
  readonly retryTrend: () => void;
}

/** The dashboard's numbers: read once, then as the server pushes them. */
export function useDashboard(days: number): DashboardData {
  const [pushed, setPushed] = useState<DashboardPush>();
  const summary = useCall('/stat/crm/dashboard/summary', {}, { inlineErrors: true });
  const trend = useCall(
    '/stat/crm/dashboard/trend',
    { days },
    { refetchInterval: slowly, keepPrevious: true, inlineErrors: true },
  );
  useLive(['dashboard'], (event) => {
    if (event.kind === 'resync') void summary.refetch();
    else if (isPush(event.data)) setPushed(event.data);
  });
  return {
    numbers: pushed ?? summary.data,
    trend: trend.data,
    error: pushed === undefined ? summary.error : null,
    retry: () => void summary.refetch(),
    trendError: trend.error,
    retryTrend: () => void trend.refetch(),
  };
}
