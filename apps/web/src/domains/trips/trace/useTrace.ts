import { useMemo } from 'react';
import type { Trace as TraceAnswer } from '@wheelhouse/contract/calls/trips';
import { decodeTrack, type Track } from '@wheelhouse/contract/track';
import { useCall } from '../../../api/query.ts';

export interface Trace extends Omit<TraceAnswer, 'columns' | 'points' | 'drift' | 'gaps'> {
  readonly track: Track;
  readonly drift: ReadonlySet<number>;
  readonly gaps: ReadonlySet<number>;
}

/** What is asked for: one trip, or a vehicle's stretch of time. */
export interface TraceKey {
  /** Of the trip. */
  readonly id?: string;
  readonly tripNo?: string;
  readonly vehicleId?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The track, once: each asking is logged with its reason. */
export function useTrace(
  key: TraceKey,
  reasonCode: string,
): { readonly trace: Trace | undefined; readonly error: Error | null; readonly retry: () => void } {
  const { data, error, refetch } = useCall(
    '/veh/crm/trace/points',
    { ...key, reasonCode, format: 'columns' },
    { staleTime: Infinity, inlineErrors: true },
  );
  const trace = useMemo(
    () =>
      data?.columns && {
        ...data,
        track: decodeTrack(data.columns),
        drift: new Set(data.drift),
        gaps: new Set(data.gaps),
      },
    [data],
  );
  return { trace, error: data === undefined ? error : null, retry: () => void refetch() };
}
