import type { MapConfig } from '@wheelhouse/contract/calls/statistics';
import type { ExpressionSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Lang } from '../../i18n/lang.ts';
import type { DataSource, FeatureCollection } from './features.ts';
import type { Tone } from './types.ts';

const css = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(`--wh-${name}`).trim();

interface Palette {
  readonly water: string;
  readonly land: string;
  readonly border: string;
  readonly faint: string;
  readonly label: string;
  readonly halo: string;
  readonly ink: string;
  readonly tones: Record<Tone, string>;
}

const palette = (dark: boolean): Palette => ({
  water: dark ? '#0b1a20' : '#d9e7ec',
  land: dark ? '#18242a' : '#fafbf8',
  border: dark ? '#3b505a' : '#a9bcc4',
  faint: dark ? '#283840' : '#d5dfe2',
  label: css('text-2'),
  halo: dark ? '#18242a' : '#fafbf8',
  ink: css('surface'),
  tones: {
    default: css('text-3'),
    primary: css('primary'),
    success: css('success'),
    warning: css('warning'),
    danger: css('danger'),
  },
});

const bundled = ['world', 'china', 'prefectures', 'shanghai', 'cities'] as const;
const districtZoom = 7.5;
const prefectureZoom = 4.5;
const amapTiles = [1, 2, 3, 4].map(
  (n) => `https://webrd0${n}.is.autonavi.com/appmaptile?lang=zh_cn&size=1&scale=1&style=8&x={x}&y={y}&z={z}`,
);

/** Deeper tiles would only cut the same rough outlines into smaller pieces. */
const outlineZoom = 8;

function baseSources(config: MapConfig | undefined): Record<string, SourceSpecification> {
  const sources: Record<string, SourceSpecification> = Object.fromEntries(
    bundled.map((name) => [
      name,
      {
        type: 'geojson',
        data: `${location.origin}/basemap/${name}.json`,
        tolerance: 0.2,
        buffer: 32,
        maxzoom: outlineZoom,
      },
    ]),
  );
  // Labels stand once per tile and district: tiles so coarse that all of Shanghai is in one.
  sources['districts'] = { type: 'geojson', data: `${location.origin}/basemap/shanghai.json`, maxzoom: 6 };
  if (config?.tilesUrl !== undefined) sources['tiles'] = { type: 'raster', tiles: [config.tilesUrl], tileSize: 256 };
  else if (config?.amapKey !== undefined)
    sources['tiles'] = { type: 'raster', tiles: amapTiles, tileSize: 256, attribution: 'AMap 1.4.4' };
  return sources;
}

/** Sources of the land: the sea is what they leave. */
export const landSources = ['world', 'china'] as const;
/** The sheet below everything. */
export const seaLayer = 'sea';
/** All is land until the land is there: a map that is still being drawn is no open sea. */
export const seaColor = (dark: boolean, hasLand: boolean): string =>
  hasLand ? palette(dark).water : palette(dark).land;

function outlines(colors: Palette, sea: string): LayerSpecification[] {
  const line = (
    source: string,
    color: string,
    width: number,
    zooms: { minzoom?: number; maxzoom?: number } = {},
  ): LayerSpecification => ({
    id: `${source}-line`,
    type: 'line',
    source,
    ...zooms,
    paint: { 'line-color': color, 'line-width': width },
  });
  return [
    {
      id: seaLayer,
      type: 'background',
      paint: { 'background-color': sea, 'background-color-transition': { duration: 0 } },
    },
    { id: 'land', type: 'fill', source: 'world', paint: { 'fill-color': colors.land } },
    { id: 'china-land', type: 'fill', source: 'china', paint: { 'fill-color': colors.land } },
    line('prefectures', colors.faint, 1, { minzoom: prefectureZoom }),
    line('shanghai', colors.faint, 1, { minzoom: districtZoom }),
    // Coarser than the outlines below it, which take over.
    line('china', colors.border, 1, { maxzoom: districtZoom }),
  ];
}

function labels(colors: Palette, lang: Lang): LayerSpecification[] {
  const text = (
    id: string,
    source: string,
    size: number,
    filter: ExpressionSpecification | null,
    zooms: { minzoom?: number; maxzoom?: number },
  ): LayerSpecification => ({
    id,
    type: 'symbol',
    source,
    ...zooms,
    ...(filter === null ? {} : { filter }),
    layout: {
      'text-field': ['get', lang === 'zh' ? 'name' : 'nameEn'],
      'text-size': size,
      'text-max-width': 8,
      'text-padding': 6,
    },
    paint: { 'text-color': colors.label, 'text-halo-color': colors.halo, 'text-halo-width': 1.2 },
  });
  return [
    text('province-label', 'cities', 12, ['==', ['get', 'level'], 1], { minzoom: 2.5, maxzoom: prefectureZoom + 0.5 }),
    text('city-label', 'cities', 12, ['==', ['get', 'level'], 2], {
      minzoom: prefectureZoom,
      maxzoom: districtZoom + 2.5,
    }),
    text('district-label', 'districts', 11, null, { minzoom: districtZoom }),
  ];
}

const toneColor = (colors: Palette): ExpressionSpecification => {
  const { default: fallback, ...tones } = colors.tones;
  return ['match', ['get', 'tone'], ...Object.entries(tones).flat(), fallback] as unknown as ExpressionSpecification;
};

/** Points carry `count`; a cluster made here sums it as `total`. */
const count: ExpressionSpecification = ['coalesce', ['get', 'total'], ['get', 'count'], 1];
const selected: ExpressionSpecification = ['boolean', ['get', 'selected'], false];

function dataLayers(colors: Palette): LayerSpecification[] {
  const color = toneColor(colors);
  const isCluster: ExpressionSpecification = ['>', count, 1];
  return [
    { id: 'areas-fill', type: 'fill', source: 'areas', paint: { 'fill-color': color, 'fill-opacity': 0.12 } },
    { id: 'areas-line', type: 'line', source: 'areas', paint: { 'line-color': color, 'line-width': 1.5 } },
    {
      id: 'lines-solid',
      type: 'line',
      source: 'lines',
      filter: ['!', ['boolean', ['get', 'dashed'], false]],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': ['coalesce', ['get', 'width'], 3] },
    },
    {
      id: 'lines-dashed',
      type: 'line',
      source: 'lines',
      filter: ['boolean', ['get', 'dashed'], false],
      paint: { 'line-color': color, 'line-width': ['coalesce', ['get', 'width'], 3], 'line-dasharray': [2, 2] },
    },
    {
      id: 'points-dot',
      type: 'circle',
      source: 'points',
      filter: ['!', isCluster],
      paint: {
        'circle-color': color,
        'circle-radius': ['case', selected, 8, 5],
        'circle-stroke-color': colors.ink,
        'circle-stroke-width': ['case', selected, 3, 1.5],
      },
    },
    {
      id: 'points-cluster',
      type: 'circle',
      source: 'points',
      filter: isCluster,
      paint: {
        'circle-color': colors.tones.primary,
        'circle-radius': ['interpolate', ['linear'], ['log10', count], 0, 10, 2, 17, 5, 32],
        'circle-stroke-color': colors.tones.primary,
        'circle-stroke-opacity': 0.25,
        'circle-stroke-width': 5,
      },
    },
    {
      id: 'points-count',
      type: 'symbol',
      source: 'points',
      filter: isCluster,
      layout: {
        'text-field': [
          'case',
          ['>=', count, 10_000],
          ['concat', ['number-format', ['/', count, 1000], { 'max-fraction-digits': 0 }], 'k'],
          ['to-string', count],
        ],
        'text-size': 12,
        // Names of places give way to it.
        'text-allow-overlap': true,
      },
      paint: { 'text-color': css('on-primary') },
    },
  ];
}

export interface StyleInput {
  readonly config: MapConfig | undefined;
  readonly dark: boolean;
  readonly lang: Lang;
  readonly cluster: boolean;
  /** The land has been drawn. */
  readonly hasLand: boolean;
  readonly data: Readonly<Record<DataSource, FeatureCollection>>;
}

/** The whole map as one style: base map in the theme's colours, labels in the language, and the page's data. */
export function mapStyle({ config, dark, lang, cluster, hasLand, data }: StyleInput): StyleSpecification {
  const colors = palette(dark);
  const clustering = cluster
    ? {
        cluster: true,
        clusterRadius: 44,
        clusterMaxZoom: 15,
        clusterProperties: { total: ['+', ['coalesce', ['get', 'count'], 1]] },
      }
    : {};
  const sources: Record<string, SourceSpecification> = {
    ...baseSources(config),
    areas: { type: 'geojson', data: data.areas },
    lines: { type: 'geojson', data: data.lines },
    points: { type: 'geojson', data: data.points, ...clustering },
  };
  const hasTiles = 'tiles' in sources;
  const tiles: LayerSpecification[] = hasTiles
    ? [
        {
          id: 'tiles',
          type: 'raster',
          source: 'tiles',
          paint: dark ? { 'raster-brightness-max': 0.7, 'raster-saturation': -0.4 } : {},
        },
      ]
    : [];
  return {
    version: 8,
    sources,
    layers: [
      ...outlines(colors, seaColor(dark, hasLand)),
      ...tiles,
      ...(hasTiles ? [] : labels(colors, lang)),
      ...dataLayers(colors),
    ],
  };
}
