import { readFileSync } from 'node:fs';
import { areaById, areas, type Area } from '@wheelhouse/entities/areas/areas';
import { z } from 'zod';
import type { GeoAdapter, Place } from './adapter.ts';

type Ring = readonly (readonly [number, number])[];

interface Outline {
  readonly id: string;
  readonly nameEn: string;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly polygons: readonly (readonly Ring[])[];
}

const ring = z.array(z.tuple([z.number(), z.number()]));
const features = z.object({
  features: z.array(
    z.object({
      properties: z.object({ id: z.string(), nameEn: z.string() }),
      geometry: z.discriminatedUnion('type', [
        z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
        z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
      ]),
    }),
  ),
});

/** The console's own base map: one set of outlines for both. */
const baseMap = new URL('../../../../web/public/basemap/', import.meta.url);

function readOutlines(name: string): Outline[] {
  let text: string;
  try {
    text = readFileSync(new URL(name, baseMap), 'utf8');
  } catch {
    // A server installed without the console knows the cities by their centres.
    return [];
  }
  return features.parse(JSON.parse(text)).features.map(({ properties, geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
    const points = polygons.flat(2);
    const [lngs, lats] = [points.map(([lng]) => lng), points.map(([, lat]) => lat)];
    return {
      ...properties,
      polygons,
      west: Math.min(...lngs),
      east: Math.max(...lngs),
      south: Math.min(...lats),
      north: Math.max(...lats),
    };
  });
}

/** Whether a ray to the east crosses the ring an odd number of times. */
function inRing(points: Ring, lng: number, lat: number): boolean {
  let inside = false;
  let [xb, yb] = points.at(-1) ?? [0, 0];
  for (const [xa, ya] of points) {
    if (ya > lat !== yb > lat && lng < ((xb - xa) * (lat - ya)) / (yb - ya) + xa) inside = !inside;
    [xb, yb] = [xa, ya];
  }
  return inside;
}

const contains = (outline: Outline, lng: number, lat: number): boolean =>
  lng >= outline.west &&
  lng <= outline.east &&
  lat >= outline.south &&
  lat <= outline.north &&
  outline.polygons.some(
    ([outer = [], ...holes]) => inRing(outer, lng, lat) && !holes.some((hole) => inRing(hole, lng, lat)),
  );

/** Beyond this many degrees from every city's centre a position is in no city: outlines are rough along the coast. */
const nearDegrees = 0.8;

/** Reverse geocoding from the bundled outlines of cities and districts. */
export class OfflineGeo implements GeoAdapter {
  readonly #cities = areas.filter((area) => area.levelType === 2);
  #outlines: { readonly cities: readonly Outline[]; readonly districts: readonly Outline[] } | undefined;

  reverse(lng: number, lat: number): Place | undefined {
    this.#outlines ??= { cities: readOutlines('prefectures.json'), districts: readOutlines('shanghai.json') };
    const district = this.#outlines.districts.find((one) => contains(one, lng, lat));
    const known = district && areaById.get(district.id);
    if (district && known) {
      const city = areaById.get(known.parentId);
      return city && placeOf(city, { id: known.id, name: known.name, nameEn: district.nameEn });
    }
    const outline = this.#outlines.cities.find((one) => contains(one, lng, lat));
    const city = (outline && areaById.get(outline.id)) ?? this.#nearest(lng, lat);
    return city && placeOf(city);
  }

  #nearest(lng: number, lat: number): Area | undefined {
    const shrink = Math.cos((lat * Math.PI) / 180);
    let best: Area | undefined;
    let least = nearDegrees ** 2;
    for (const city of this.#cities) {
      const distance = ((city.lng - lng) * shrink) ** 2 + (city.lat - lat) ** 2;
      if (distance < least) [best, least] = [city, distance];
    }
    return best;
  }
}

function placeOf(
  city: Area,
  district?: { readonly id: string; readonly name: string; readonly nameEn: string },
): Place {
  const province = areaById.get(city.parentId);
  // A municipality is its own province.
  const isMunicipality = province === undefined || province.name === city.name;
  const names = [...(district ? [district.nameEn] : []), city.nameEn, ...(isMunicipality ? [] : [province.nameEn])];
  return {
    cityId: city.id,
    districtId: district?.id ?? null,
    zh: `${isMunicipality ? '' : province.name}${city.name}${district?.name ?? ''}`,
    en: names.filter((name) => name !== '').join(', '),
  };
}
