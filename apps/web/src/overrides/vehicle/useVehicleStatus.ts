import type { VehicleStatus } from '@wheelhouse/contract/calls/vehicles';
import { useState } from 'react';
import { useLive } from '../../api/live.ts';
import { useCall } from '../../api/query.ts';
import { useCan } from '../../session/session.ts';
import { useNow } from '../../lib/useNow.ts';

const secondMs = 1000;
const path = '/veh/crm/vehicle/status';
/** A state as the live stream sends it. */
export const isStatus = (data: unknown): data is VehicleStatus =>
  typeof data === 'object' && data !== null && 'onlineTimeoutSec' in data;

export interface LiveStatus {
  readonly status: VehicleStatus | undefined;
  /** The user may not see this vehicle. */
  readonly hidden: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Seconds since the newest sample, now. */
  readonly age: number | null;
}

/** A vehicle's state, kept up to date by the live stream; asked for once, and again after a gap in the stream. Null: of no vehicle. */
export function useVehicleStatus(id: string | null): LiveStatus {
  const may = useCan()('vehicleManage.query');
  const { data, error, refetch, dataUpdatedAt } = useCall(
    path,
    { vehicleIds: [id ?? ''] },
    { inlineErrors: true, enabled: id !== null && may },
  );
  const [pushed, setPushed] = useState<{ readonly at: number; readonly status: VehicleStatus }>();
  const isSeen = data?.[0] !== undefined;
  // One topic that is not granted refuses the whole stream.
  useLive(isSeen ? [`vehicle:${id}`] : [], (event) => {
    if (event.kind === 'resync') void refetch();
    else if (isStatus(event.data)) setPushed({ at: Date.now(), status: event.data });
  });
  const newest =
    pushed !== undefined && pushed.at >= dataUpdatedAt
      ? pushed
      : data?.[0] === undefined
        ? undefined
        : { at: dataUpdatedAt, status: data[0] };
  const now = useNow(secondMs);
  const age = newest?.status.dataAgeSec ?? null;
  return {
    status: newest?.status,
    hidden: !may || (data !== undefined && !isSeen),
    error: newest === undefined ? error : null,
    retry: () => void refetch(),
    age: age === null || newest === undefined ? null : age + Math.max(0, Math.round((now - newest.at) / 1000)),
  };
}
