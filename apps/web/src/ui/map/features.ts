import type { GeoJSONSource } from 'maplibre-gl';
import { circleRing, type Datum } from './datum.ts';
import type { LngLat, MapArea, MapCanvasProps } from './types.ts';

/** Names of the sources that the page's own data is in. */
export const dataSources = ['areas', 'lines', 'points'] as const;
export type DataSource = (typeof dataSources)[number];

export type FeatureCollection = Extract<Parameters<GeoJSONSource['setData']>[0], { type: 'FeatureCollection' }>;
type Feature = FeatureCollection['features'][number];

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });

const feature = (geometry: Feature['geometry'], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  geometry,
  properties,
});

const ringOf = (area: MapArea): readonly LngLat[] => {
  if ('center' in area) return circleRing(area.center, area.radius);
  const first = area.polygon[0];
  return first === undefined ? [] : [...area.polygon, first];
};

type DataProps = Pick<MapCanvasProps, 'points' | 'selectedId' | 'lines' | 'areas'>;

/** The page's data as GeoJSON in the base map's coordinates. */
export function featuresOf(props: DataProps, datum: Datum): Record<DataSource, FeatureCollection> {
  const { points = [], selectedId = null, lines = [], areas = [] } = props;
  return {
    points: collection(
      points.map((point) =>
        feature(
          { type: 'Point', coordinates: datum.toMap([point.lng, point.lat]) },
          {
            id: point.id,
            tone: point.tone ?? 'primary',
            count: point.count ?? 1,
            title: point.title ?? '',
            selected: point.id === selectedId,
          },
        ),
      ),
    ),
    lines: collection(
      lines
        .filter((line) => line.path.length > 1)
        .map((line) =>
          feature(
            { type: 'LineString', coordinates: line.path.map((at) => datum.toMap(at)) },
            { id: line.id, tone: line.tone ?? 'primary', width: line.width ?? 3, dashed: line.dashed === true },
          ),
        ),
    ),
    areas: collection(
      areas.map((area) =>
        feature(
          { type: 'Polygon', coordinates: [ringOf(area).map((at) => datum.toMap(at))] },
          { id: area.id, tone: area.tone ?? 'warning' },
        ),
      ),
    ),
  };
}
