import { useMemo } from 'react';
import {
  decodeTrack,
  type Track,
  type TrackAlarm,
  type TrackColumns,
  type TrackStop,
  type TrackTrip,
} from '@wheelhouse/contract/track';
import { useCall } from '../../../api/query.ts';

interface TraceAnswer {
  readonly vehicle: { readonly id: string; readonly title: string; readonly vehicleTypeName: string | null };
  /** ms since epoch. */
  readonly from: number;
  readonly to: number;
  readonly columns: TrackColumns;
  readonly drift: readonly number[];
  readonly gaps: readonly number[];
  readonly total: number;
  readonly stops: readonly TrackStop[];
  readonly alarms: readonly TrackAlarm[];
  readonly trips: readonly TrackTrip[];
  readonly expired: boolean;
}

export interface Trace extends Omit<TraceAnswer, 'columns' | 'drift' | 'gaps'> {
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
  const { data, error, refetch } = useCall<TraceAnswer>(
    '/veh/crm/trace/points',
    { ...key, reasonCode, format: 'columns' },
    { staleTime: Infinity, inlineErrors: true },
  );
  const trace = useMemo(
    () =>
      data && {
        ...data,
        track: decodeTrack(data.columns),
        drift: new Set(data.drift),
        gaps: new Set(data.gaps),
      },
    [data],
  );
  return { trace, error: data === undefined ? error : null, retry: () => void refetch() };
}
