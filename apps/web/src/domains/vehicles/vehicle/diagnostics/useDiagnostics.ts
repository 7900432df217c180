import type { DeviceTrace, DiagnosticsReading } from '@wheelhouse/contract/diagnostics';
import { useLive } from '../../../../api/live.ts';
import { callKey, queryClient, useCall } from '../../../../api/query.ts';

const path = '/veh/crm/vehicle/diagnostics';
const kept = 50;
const isReading = (data: unknown): data is DiagnosticsReading =>
  typeof data === 'object' && data !== null && 'summary' in data && 'messages' in data;

/** Messages by id, newest first, each once. */
function merged(newer: readonly DeviceTrace[], older: readonly DeviceTrace[]): DeviceTrace[] {
  const known = new Set(newer.map(({ id }) => id));
  return [...newer, ...older.filter(({ id }) => !known.has(id))].slice(0, kept);
}

export interface DiagnosticsState {
  readonly reading: DiagnosticsReading | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** What is known of a vehicle's device, followed as long as the page is open; the platform keeps its messages meanwhile. */
export function useDiagnostics(id: string): DiagnosticsState {
  const { data, error, refetch } = useCall(path, { id }, { inlineErrors: true });
  useLive([`diagnostics:${id}`], (event) => {
    if (event.kind === 'resync') return void refetch();
    const pushed = event.data;
    if (!isReading(pushed)) return undefined;
    queryClient.setQueryData<DiagnosticsReading>(callKey(path, { id }), (before) => ({
      summary: pushed.summary,
      messages: merged(pushed.messages, before?.messages ?? []),
    }));
    return undefined;
  });
  return { reading: data, error: data === undefined ? error : null, retry: () => void refetch() };
}
