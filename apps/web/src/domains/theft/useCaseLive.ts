import type { CaseLive } from '@wheelhouse/contract/calls/theft';
import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import { useState } from 'react';
import { useLive } from '../../api/live.ts';
import { invalidate, useCall } from '../../api/query.ts';
import type { LngLat } from '../../ui/map/types.ts';

/** A stolen vehicle as its page follows it. */
export interface ShownCase extends Omit<CaseLive, 'points'> {
  /** Since the theft. */
  readonly trace: readonly LngLat[];
  /** When the shown state was received, ms. */
  readonly at: number;
}

const path = '/veh/crm/stolen/live';
const most = 4_000;

interface Pushed {
  readonly at: number;
  readonly status: VehicleStatus | null;
  readonly path: readonly LngLat[];
}

const isPush = (data: unknown): data is { status: VehicleStatus | null; caseChanged: boolean } =>
  typeof data === 'object' && data !== null && 'caseChanged' in data;

function appended(before: readonly LngLat[], status: VehicleStatus | null): readonly LngLat[] {
  if (status === null || status.gpsLng === null || status.gpsLat === null || status.gpsMasked === 1) return before;
  const last = before.at(-1);
  if (last?.[0] === status.gpsLng && last[1] === status.gpsLat) return before;
  return [...before, [status.gpsLng, status.gpsLat] as const].slice(-most);
}

/** A stolen vehicle's state and trace: asked for once, then pushed. A change of the case loads again what the page shows of it. */
export function useCaseLive(id: string): {
  readonly live: ShownCase | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
} {
  const { data, error, refetch, dataUpdatedAt } = useCall(path, { id }, { inlineErrors: true, staleTime: Infinity });
  const [pushed, setPushed] = useState<Pushed>();
  useLive([`stolen:${id}`], (event) => {
    if (event.kind === 'resync') return void refetch();
    if (!isPush(event.data)) return;
    const { status, caseChanged } = event.data;
    setPushed((old) => ({ at: Date.now(), status, path: appended(old?.path ?? [], status) }));
    if (!caseChanged) return;
    void invalidate('/veh/crm/stolen/detail', '/veh/crm/stolen/shares', '/veh/crm/stolenNote');
    void refetch();
  });
  if (data === undefined) return { live: undefined, error, retry: () => void refetch() };
  const { points, ...rest } = data;
  const known = points.map(([, lng, lat]) => [lng, lat] as const);
  const newer = pushed !== undefined && pushed.at >= dataUpdatedAt;
  const last = known.at(-1);
  const pushedPath = pushed?.path ?? [];
  // What was pushed before the answer is in the answer already.
  const joint = pushedPath.findIndex(([lng, lat]) => lng === last?.[0] && lat === last[1]);
  return {
    live: {
      ...rest,
      status: newer ? pushed.status : data.status,
      trace: [...known, ...pushedPath.slice(joint + 1)],
      at: newer ? pushed.at : dataUpdatedAt,
    },
    error: null,
    retry: () => void refetch(),
  };
}
