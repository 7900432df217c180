import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import { useLive } from '../../api/live.ts';
import { callKey, queryClient, useCall } from '../../api/query.ts';
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

const keyOf = (id: string | null) => callKey(path, { vehicleIds: [id ?? ''] });

/** What is pushed is newer than any answer that is still on its way. */
async function keepPushed(id: string | null, status: VehicleStatus): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(id) });
  queryClient.setQueryData<readonly VehicleStatus[]>(keyOf(id), [status]);
}

/**
 * A vehicle's state, one for all that show it: asked for once, kept up to date by the live stream, and asked for again after a gap in it. Null: of
 * no vehicle.
 */
export function useVehicleStatus(id: string | null): LiveStatus {
  const may = useCan()('vehicleManage.query');
  const { data, error, refetch, dataUpdatedAt } = useCall(
    path,
    { vehicleIds: [id ?? ''] },
    { inlineErrors: true, enabled: id !== null && may },
  );
  const status = data?.[0];
  // One topic that is not granted refuses the whole stream.
  useLive(status === undefined ? [] : [`vehicle:${id}`], (event) => {
    if (event.kind === 'resync') void refetch();
    else if (isStatus(event.data)) void keepPushed(id, event.data);
  });
  const now = useNow(secondMs);
  const age = status?.dataAgeSec ?? null;
  return {
    status,
    hidden: !may || (data !== undefined && status === undefined),
    error: status === undefined ? error : null,
    retry: () => void refetch(),
    age: age === null ? null : age + Math.max(0, Math.round((now - dataUpdatedAt) / 1000)),
  };
}
