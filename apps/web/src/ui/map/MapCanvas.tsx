import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { Suspense, type ReactNode } from 'react';
import { LoadingState } from '../States.tsx';
import './map.css';
import type { MapCanvasProps } from './types.ts';
import { part } from '../part.tsx';

export type { Bounds, LngLat, MapHandle, MapPoint, MapViewport, Tone } from './types.ts';

/** Brings the code of the map's worker into the browser's cache: a map whose worker cannot be fetched would stay empty for good. @throws Error */
async function fetchWorker(): Promise<void> {
  const { ok, status, body } = await fetch(workerUrl);
  if (!ok) throw new Error(`the worker of the map could not be fetched: ${status}`);
  await body?.pipeTo(new WritableStream());
}

const MapView = part(async () => {
  const [view] = await Promise.all([import('./MapView.tsx'), fetchWorker()]);
  return view;
});

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
