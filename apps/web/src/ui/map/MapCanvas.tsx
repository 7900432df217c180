import { Suspense, type ReactNode } from 'react';
import { LoadingState } from '../States.tsx';
import './map.css';
import type { MapCanvasProps } from './types.ts';
import { part } from '../part.tsx';

export type { Bounds, LngLat, MapHandle, MapPoint, MapViewport, Tone } from './types.ts';

const MapView = part(() => import('./MapView.tsx'));

/** A map that fills its parent. The library is fetched when the first one is shown. Coordinates are WGS-84. */
export function MapCanvas(props: MapCanvasProps): ReactNode {
  return (
    <div className={props.className === undefined ? 'wh-map' : `wh-map ${props.className}`}>
      <Suspense fallback={<LoadingState />}>
        <MapView {...props} />
      </Suspense>
    </div>
  );
}
