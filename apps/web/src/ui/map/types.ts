import type { MapConfig } from '@wheelhouse/contract/calls/statistics';
import type { Map as MapLibre } from 'maplibre-gl';

/** Longitude and latitude, WGS-84 degrees. */
export type LngLat = readonly [lng: number, lat: number];

/** West, south, east, north. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

export type Tone = 'default' | 'primary' | 'success' | 'warning' | 'danger';

/** A vehicle, an event, or a cluster of `count` of them (made by the server, or by the map with `cluster`). */
export interface MapPoint {
  readonly id: string;
  readonly lng: number;
  readonly lat: number;
  readonly count?: number;
  readonly tone?: Tone;
  /** Shown on hover, and read out when selected. */
  readonly title?: string;
}

export interface MapLine {
  readonly id: string;
  readonly path: readonly LngLat[];
  readonly tone?: Tone;
  /** Pixels, 3 unless given. */
  readonly width?: number;
  readonly dashed?: boolean;
}

/** A geofence: circle with a radius in metres, or a polygon. */
export type MapArea =
  | { readonly id: string; readonly center: LngLat; readonly radius: number; readonly tone?: Tone }
  | { readonly id: string; readonly polygon: readonly LngLat[]; readonly tone?: Tone };

/** One marker above everything: the vehicle that is watched or replayed. */
export interface MapMarker {
  readonly lng: number;
  readonly lat: number;
  /** Degrees clockwise from north; without it the marker is a dot. */
  readonly heading?: number | null;
  readonly tone?: Tone;
}

export interface MapCamera {
  readonly center: LngLat;
  readonly zoom: number;
}

export interface MapViewport extends MapCamera {
  readonly bounds: Bounds;
}

/** For what properties cannot say: animation and one's own layers. */
export interface MapHandle {
  readonly map: MapLibre;
  /** Moves the marker without rendering the page (replay frames). `follow` keeps it in view. */
  moveMarker(lng: number, lat: number, heading?: number | null, follow?: boolean): void;
  fit(bounds: Bounds, options?: { readonly maxZoom?: number; readonly animate?: boolean }): void;
  flyTo(camera: Partial<MapCamera>): void;
}

export interface MapCanvasProps {
  /** What the map shows, for screen readers. */
  readonly label: string;
  readonly config?: MapConfig | undefined;
  /** Where it starts; Shanghai unless given. Later changes do not move it: use `fit` or the handle. */
  readonly camera?: MapCamera;
  readonly points?: readonly MapPoint[];
  /** Let the map cluster the points: for hundreds, not for a fleet (the server clusters a fleet). */
  readonly cluster?: boolean;
  readonly selectedId?: string | null;
  readonly lines?: readonly MapLine[];
  readonly areas?: readonly MapArea[];
  readonly marker?: MapMarker | null;
  /** Keep the marker in view as it moves. */
  readonly follow?: boolean;
  /** Shows these bounds whenever they change. */
  readonly fit?: Bounds | null;
  readonly onSelect?: (point: MapPoint) => void;
  /** A click beside every point. */
  readonly onClick?: (at: LngLat) => void;
  /** After every movement and once at the start. */
  readonly onViewport?: (viewport: MapViewport) => void;
  readonly onReady?: (handle: MapHandle) => void;
  readonly className?: string;
}

/** Where a map starts: Shanghai unless configured, at a zoom at which its base map has something to show. */
export function startOf(config: MapConfig | undefined): MapCamera {
  const hasTiles = config?.tilesUrl !== undefined || config?.amapKey !== undefined;
  return { center: config?.center ?? [121.4737, 31.2304], zoom: hasTiles ? (config.zoom ?? 11) : 9 };
}

/** A zoom that shows a single vehicle's surroundings: streets where the map has them, else the circle around it and the next town. */
export function closeZoom(config: MapConfig | undefined): number {
  const hasTiles = config?.tilesUrl !== undefined || config?.amapKey !== undefined;
  return hasTiles ? 15 : 11;
}
