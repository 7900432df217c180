import { ownJson } from '@wheelhouse/contract/object';

type Ring = readonly (readonly [number, number])[];

/** A feature of the bundled base map (`public/basemap`). */
export interface Shape {
  readonly properties: { readonly id: string; readonly name: string; readonly nameEn: string };
  readonly geometry:
    | { readonly type: 'Polygon'; readonly coordinates: readonly Ring[] }
    | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly Ring[])[] };
}
export interface Shapes {
  readonly features: readonly Shape[];
}

/** Albers' projection with the usual parallels of maps of China: areas keep their proportions. */
const rad = Math.PI / 180;
const [south, north, middle] = [25 * rad, 47 * rad, 105 * rad];
const cone = (Math.sin(south) + Math.sin(north)) / 2;
const c = Math.cos(south) ** 2 + 2 * cone * Math.sin(south);
const scale = 1000;

/** Longitude and latitude in the units of a drawing, y downwards. */
function project([lng, lat]: readonly [number, number]): readonly [number, number] {
  const rho = Math.sqrt(c - 2 * cone * Math.sin(lat * rad)) / cone;
  const theta = cone * (lng * rad - middle);
  return [Math.round(scale * rho * Math.sin(theta) * 10) / 10, Math.round(scale * rho * Math.cos(theta) * 10) / 10];
}

const ringsOf = ({ geometry }: Shape): readonly Ring[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();

/** The path of a shape. */
export const pathOf = (shape: Shape): string =>
  ringsOf(shape)
    .map((ring) => `M${ring.map((point) => project(point).join(' ')).join('L')}Z`)
    .join('');

/** The `viewBox` around shapes, or around a box of degrees. */
export function boxOf(points: readonly (readonly [number, number])[]): string {
  const all = points.map(project);
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const margin = 6;
  return [x - margin, y - margin, Math.max(...xs) - x + 2 * margin, Math.max(...ys) - y + 2 * margin]
    .map((n) => n.toFixed(1))
    .join(' ');
}

export const pointsOf = (shapes: readonly Shape[]): readonly (readonly [number, number])[] =>
  shapes.flatMap((shape) => ringsOf(shape).flat());

/** Fetches a part of the base map once. */
const kept = new Map<string, Promise<Shapes>>();
export function shapesOf(name: 'china' | 'prefectures' | 'south-china-sea'): Promise<Shapes> {
  const known = kept.get(name);
  if (known !== undefined) return known;
  const load = async (): Promise<Shapes> => {
    const answer = await fetch(`/basemap/${name}.json`);
    if (!answer.ok) throw new Error(`the base map ${name} cannot be fetched`);
    return ownJson<Shapes>(await answer.text());
  };
  const loading = load();
  kept.set(name, loading);
  loading.catch(() => kept.delete(name));
  return loading;
}
