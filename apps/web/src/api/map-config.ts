import { useGet } from './query.ts';

/** Answer of `GET /system/crm/config/map`. `center` in WGS-84 degrees. */
export interface MapConfig {
  readonly amapKey?: string;
  /** Raster tiles, `https://host/{z}/{x}/{y}.png`. */
  readonly tilesUrl?: string;
  readonly center?: readonly [lng: number, lat: number];
  /** For tiles; the bundled map has little to show at such a zoom. */
  readonly zoom?: number;
}

/** The base map this installation is configured with; undefined while unknown. Without one the bundled map is used. */
export function useMapConfig(): MapConfig | undefined {
  const { data, isError } = useGet<MapConfig>(
    '/system/crm/config/map',
    {},
    { staleTime: Infinity, inlineErrors: true },
  );
  return data ?? (isError ? {} : undefined);
}
