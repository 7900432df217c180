import type { MapConfig } from '@wheelhouse/contract/calls/statistics';
import { useGet } from './query.ts';

/** The base map this installation is configured with; undefined while unknown. Without one the bundled map is used. */
export function useMapConfig(): MapConfig | undefined {
  const { data, isError } = useGet('/system/crm/config/map', {}, { staleTime: Infinity, inlineErrors: true });
  return data ?? (isError ? {} : undefined);
}
