import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import {
  AttributionControl,
  type GeoJSONSource,
  Map as MapLibre,
  type MapGeoJSONFeature,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
} from 'maplibre-gl';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLang } from '../../i18n/lang.ts';
import { useTheme } from '../../theme/theme.ts';
import { boundsToMap, datumOf, type Datum } from './datum.ts';
import { dataSources, featuresOf } from './features.ts';
import { landSources, mapStyle, seaColor, seaLayer } from './style.ts';
import { controlTexts } from './texts.ts';
import { startOf, type MapCamera, type MapCanvasProps, type MapHandle, type MapMarker } from './types.ts';

// A worker from the page's own address: a blob one would need a wider content security policy.
setWorkerUrl(workerUrl);

const longestFlight = 600;
const farthest = 18;

/** The map itself; use `MapCanvas`. */
export default function MapView(props: MapCanvasProps): ReactNode {
  const { config, label, marker = null, follow = false, fit = null, cluster = false } = props;
  const lang = useLang();
  const theme = useTheme();
  const box = useRef<HTMLDivElement>(null);
  // Survives the hidden times of the page, in which the map is taken down.
  const camera = useRef<MapCamera>(props.camera ?? startOf(config));
  const [handle, setHandle] = useState<Shown | null>(null);
  const datum = useMemo(() => datumOf(config), [config]);
  const data = useMemo(
    () =>
      featuresOf(
        {
          points: props.points ?? [],
          selectedId: props.selectedId ?? null,
          lines: props.lines ?? [],
          areas: props.areas ?? [],
        },
        datum,
      ),
    [props.points, props.selectedId, props.lines, props.areas, datum],
  );
  const hasLand = useRef(false);
  const style = useEffectEvent(() =>
    mapStyle({ config, dark: theme.dark, lang, cluster, hasLand: hasLand.current, data }),
  );
  const drawSea = useEffectEvent((map: MapLibre) => {
    if (hasLand.current || !landSources.every((source) => map.isSourceLoaded(source))) return;
    hasLand.current = true;
    map.setPaintProperty(seaLayer, 'background-color', seaColor(theme.dark, true));
  });

  const moved = useEffectEvent((map: MapLibre) => {
    const bounds = map.getBounds();
    const [west, south] = datum.fromMap([bounds.getWest(), bounds.getSouth()]);
    const [east, north] = datum.fromMap([bounds.getEast(), bounds.getNorth()]);
    const center = datum.fromMap([map.getCenter().lng, map.getCenter().lat]);
    camera.current = { center, zoom: map.getZoom() };
    props.onViewport?.({ ...camera.current, bounds: [west, south, east, north] });
  });
  const clicked = useEffectEvent(
    async (map: MapLibre, hit: MapGeoJSONFeature | undefined, at: readonly [number, number]) => {
      if (hit === undefined) return props.onClick?.(datum.fromMap(at));
      const clusterId: unknown = hit.properties['cluster_id'];
      if (typeof clusterId === 'number') {
        const zoom = await map.getSource<GeoJSONSource>('points')?.getClusterExpansionZoom(clusterId);
        return void map.easeTo({
          center: [...at] as [number, number],
          ...(zoom === undefined ? {} : { zoom }),
          duration: longestFlight,
        });
      }
      const point = props.points?.find(({ id }) => id === hit.properties['id']);
      if (point !== undefined) props.onSelect?.(point);
    },
  );
  const ready = useEffectEvent((shown: Shown) => props.onReady?.(shown));

  useEffect(() => {
    if (box.current === null) return undefined;
    hasLand.current = false;
    const map = openMap(box.current, style(), camera.current, datum, controlTexts(lang));
    const shown = new Shown(map, datum);
    map.on('moveend', () => moved(map));
    map.on('click', (event) => {
      const [hit] = map.queryRenderedFeatures(event.point, { layers: ['points-dot', 'points-cluster'] });
      void clicked(map, hit, [event.lngLat.lng, event.lngLat.lat]);
    });
    watchHover(map);
    map.on('sourcedata', () => drawSea(map));
    // A style's error (a tile that does not load) is not the page's.
    map.on('error', () => undefined);
    map.once('load', () => {
      setHandle(shown);
      moved(map);
      ready(shown);
    });
    const forgetPaper = drawForPaper(map);
    return () => {
      forgetPaper();
      setHandle(null);
      shown.remove();
    };
  }, [datum, lang]);

  useEffect(() => void handle?.map.setStyle(style(), { diff: true }), [handle, theme, config, cluster]);
  useEffect(() => {
    for (const name of dataSources) void handle?.map.getSource<GeoJSONSource>(name)?.setData(data[name]);
  }, [handle, data]);
  useEffect(() => handle?.mark(marker, follow), [handle, marker, follow]);
  useEffect(() => {
    if (fit !== null) handle?.fit(fit);
  }, [handle, fit]);
  useEffect(() => handle?.map.getCanvas().setAttribute('aria-label', label), [handle, label]);
  return <div ref={box} className="wh-map-box" />;
}

function openMap(
  container: HTMLElement,
  style: ReturnType<typeof mapStyle>,
  { center, zoom }: MapCamera,
  datum: Datum,
  locale: Record<string, string>,
): MapLibre {
  const map = new MapLibre({
    container,
    style,
    center: datum.toMap(center),
    zoom,
    minZoom: 2,
    maxZoom: farthest,
    locale,
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    localIdeographFontFamily: getComputedStyle(document.body).fontFamily,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 150,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 100 }), 'bottom-left');
  if ('tiles' in style.sources) map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  return map;
}

/** A pointer over points, with their title. */
function watchHover(map: MapLibre): void {
  for (const layer of ['points-dot', 'points-cluster']) {
    map.on('mousemove', layer, (event) => {
      const canvas = map.getCanvas();
      canvas.style.cursor = 'pointer';
      canvas.title = String(event.features?.[0]?.properties['title'] ?? '');
    });
    map.on('mouseleave', layer, () => {
      map.getCanvas().style.cursor = '';
      map.getCanvas().title = '';
    });
  }
}

/** Widest that a map is on paper: what a portrait A4 page has between its margins and those of a section. */
const paperWidth = '170mm';

/** A map's picture has the pixels of the screen: for paper it is drawn anew, at the paper's width. Answers how to stop. */
function drawForPaper(map: MapLibre): () => void {
  const draw = (width: string): void => {
    map.getContainer().style.maxWidth = width;
    map.resize();
    map.redraw();
  };
  const before = (): void => draw(paperWidth);
  const after = (): void => draw('');
  window.addEventListener('beforeprint', before);
  window.addEventListener('afterprint', after);
  return () => {
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

/** A map on the screen, with its one marker. */
class Shown implements MapHandle {
  readonly map: MapLibre;
  private readonly datum: Datum;
  private marker: Marker | null = null;

  constructor(map: MapLibre, datum: Datum) {
    this.map = map;
    this.datum = datum;
  }

  mark(marker: MapMarker | null, follow: boolean): void {
    if (marker === null) {
      this.marker?.remove();
      this.marker = null;
      return;
    }
    this.moveMarker(marker.lng, marker.lat, marker.heading, follow);
    const element = this.marker?.getElement();
    if (element !== undefined) element.dataset['tone'] = marker.tone ?? 'primary';
  }

  moveMarker(lng: number, lat: number, heading?: number | null, follow = false): void {
    const at = this.datum.toMap([lng, lat]);
    if (this.marker === null) {
      const element = document.createElement('div');
      element.className = 'wh-map-marker';
      this.marker = new Marker({ element, rotationAlignment: 'map' }).setLngLat(at).addTo(this.map);
    }
    this.marker.setLngLat(at).setRotation(heading ?? 0);
    this.marker.getElement().dataset['heading'] = heading === null || heading === undefined ? 'no' : 'yes';
    if (follow) this.keepInView(at);
  }

  /** Moves the map only when the marker comes near the edge: calmer, and cheaper, than centring every frame. */
  private keepInView(at: readonly [number, number]): void {
    const { x, y } = this.map.project([...at] as [number, number]);
    const { clientWidth, clientHeight } = this.map.getContainer();
    const inside = x > clientWidth * 0.2 && x < clientWidth * 0.8 && y > clientHeight * 0.2 && y < clientHeight * 0.8;
    if (!inside && !this.map.isMoving())
      this.map.easeTo({ center: [...at] as [number, number], duration: longestFlight });
  }

  fit(
    bounds: Parameters<MapHandle['fit']>[0],
    { maxZoom = 15, animate = true }: Parameters<MapHandle['fit']>[1] = {},
  ): void {
    this.map.fitBounds(boundsToMap(bounds, this.datum), { padding: 48, maxZoom, animate, duration: longestFlight });
  }

  flyTo({ center, zoom }: Partial<MapCamera>): void {
    this.map.easeTo({
      ...(center === undefined ? {} : { center: this.datum.toMap(center) }),
      ...(zoom === undefined ? {} : { zoom }),
      duration: longestFlight,
    });
  }

  remove(): void {
    this.marker?.remove();
    this.map.remove();
  }
}
