import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import type { FleetCluster, FleetVehicle } from '@wheelhouse/contract/fleet';
import type { Datum } from '../../../ui/map/datum.ts';
import type { LngLat } from '../../../ui/map/MapCanvas.tsx';
import { clusterRadius, drawCluster, drawLabel, drawVehicle, readPalette, type Palette } from './draw.ts';
import { FleetModel } from './model.ts';

/** Object under the pointer. */
export type Hit = { readonly vehicle: FleetVehicle } | { readonly cluster: FleetCluster };

interface Options {
  readonly map: MapLibre;
  readonly datum: Datum;
  readonly model: FleetModel;
  readonly onHit: (hit: Hit | undefined) => void;
  /** Text shown while the pointer rests on it. */
  readonly titleOf: (hit: Hit) => string;
  /** After each drawing: for what is placed over the map. */
  readonly onFrame: (project: (at: LngLat) => { readonly x: number; readonly y: number }) => void;
}

const vehicleReach = 14;
const labelsFromZoom = 14.5;
const mostLabels = 60;

/**
 * The fleet, drawn on a canvas over the map in the same frame as the map itself: four hundred arrows and rings take about a millisecond,
 * move smoothly, and do not depend on the map's style, which a change of theme replaces.
 */
export class FleetLayer {
  selectedId: string | null = null;
  readonly #options: Options;
  readonly #canvas = document.createElement('canvas');
  readonly #context: CanvasRenderingContext2D | null;
  #palette: Palette = readPalette();
  #frame = 0;
  readonly #unsubscribe: () => void;

  constructor(options: Options) {
    this.#options = options;
    const { map } = options;
    this.#canvas.className = 'fm-canvas';
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#context = this.#canvas.getContext('2d');
    map.getCanvasContainer().append(this.#canvas);
    map.on('render', this.#draw);
    map.on('click', this.#clicked);
    map.on('mousemove', this.#pointed);
    this.#unsubscribe = options.model.subscribe(() => this.wake());
    this.wake();
  }

  /** The data or the selection changed: draws until nothing moves any more. */
  wake(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#animate);
  }

  /** The theme changed. */
  repaint(): void {
    this.#palette = readPalette();
    this.#draw();
  }

  remove(): void {
    cancelAnimationFrame(this.#frame);
    this.#unsubscribe();
    const { map } = this.#options;
    map.off('render', this.#draw);
    map.off('click', this.#clicked);
    map.off('mousemove', this.#pointed);
    this.#canvas.remove();
  }

  readonly #animate = (): void => {
    this.#frame = 0;
    const moving = this.#options.model.step(performance.now());
    this.#draw();
    if (moving) this.wake();
  };

  readonly #project = (at: LngLat): { readonly x: number; readonly y: number } =>
    this.#options.map.project(this.#options.datum.toMap(at));

  readonly #draw = (): void => {
    const context = this.#context;
    if (context === null) return;
    const { map, model, onFrame } = this.#options;
    const { clientWidth: width, clientHeight: height } = map.getContainer();
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    if (this.#canvas.width !== Math.round(width * ratio) || this.#canvas.height !== Math.round(height * ratio)) {
      this.#canvas.width = Math.round(width * ratio);
      this.#canvas.height = Math.round(height * ratio);
      this.#canvas.style.width = `${width}px`;
      this.#canvas.style.height = `${height}px`;
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    const now = performance.now();
    const inside = ({ x, y }: { readonly x: number; readonly y: number }): boolean =>
      x > -40 && y > -40 && x < width + 40 && y < height + 40;
    for (const cluster of model.clusters.values()) {
      const place = this.#project(cluster.at);
      if (inside(place))
        drawCluster(context, this.#palette, cluster.data, place.x, place.y, FleetModel.presence(cluster, now), false);
    }
    const labelled = map.getZoom() >= labelsFromZoom && model.vehicles.size <= mostLabels;
    for (const vehicle of model.vehicles.values()) {
      const place = this.#project(vehicle.at);
      if (!inside(place)) continue;
      if (labelled) drawLabel(context, this.#palette, vehicle.data.name.slice(-6), place.x, place.y);
      drawVehicle(
        context,
        this.#palette,
        vehicle.data.state,
        vehicle.heading,
        place.x,
        place.y,
        vehicle.data.id === this.selectedId,
      );
    }
    onFrame(this.#project);
  };

  #hitAt(x: number, y: number): Hit | undefined {
    const { model } = this.#options;
    let best: Hit | undefined;
    let nearest = Infinity;
    for (const vehicle of model.vehicles.values()) {
      const place = this.#project(vehicle.at);
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < vehicleReach && distance < nearest) [best, nearest] = [{ vehicle: vehicle.data }, distance];
    }
    if (best !== undefined) return best;
    for (const cluster of model.clusters.values()) {
      const place = this.#project(cluster.at);
      const distance = Math.hypot(place.x - x, place.y - y);
      if (distance < clusterRadius(cluster.data.count) + 4 && distance < nearest)
        [best, nearest] = [{ cluster: cluster.data }, distance];
    }
    return best;
  }

  readonly #clicked = (event: MapMouseEvent): void => this.#options.onHit(this.#hitAt(event.point.x, event.point.y));

  readonly #pointed = (event: MapMouseEvent): void => {
    const canvas = this.#options.map.getCanvas();
    const hit = this.#hitAt(event.point.x, event.point.y);
    canvas.style.cursor = hit === undefined ? '' : 'pointer';
    const title = hit === undefined ? '' : this.#options.titleOf(hit);
    if (canvas.title !== title) canvas.title = title;
  };
}
