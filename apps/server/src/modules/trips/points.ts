import type { TrackPoint } from '@wheelhouse/contract/track';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { kmhOf, metresBetween } from './sample.ts';
import { importances, kept, metresPerPixel } from './thin.ts';

/** Most points of an answer. */
export const mostPoints = 10_000;
/** Faster ones are drift. */
const driftKmh = 180;

export interface TrackQuery {
  readonly vehicleId: string;
  readonly from: Date;
  readonly to: Date;
  readonly limit?: number;
  /** Leaves out points that are not visible at this zoom. */
  readonly zoom?: number;
}

export interface ReadTrack {
  readonly points: readonly TrackPoint[];
  /** Indexes of implausible points. */
  readonly drift: readonly number[];
  /** Places of points before which nothing is known for longer than the model's gap. */
  readonly gaps: readonly number[];
  /** Points there are. */
  readonly total: number;
}

/** A column each; there are no texts where there are no positions. */
interface Row {
  readonly t: string | null;
  readonly lng: string | null;
  readonly lat: string | null;
  readonly kmh: string | null;
  readonly soc: string | null;
  readonly hdg: string | null;
  readonly sat: string | null;
  readonly poor: string | null;
}

const valuesOf = (column: string | null): string[] => column?.split(',') ?? [];
const number = (text: string | undefined): number | null => (text === undefined || text === '' ? null : Number(text));

/** The stored positions of a stretch in order; each column as one text, which is several times faster to read than rows. */
async function readRows(
  db: Db | Tx,
  { vehicleId, from, to }: TrackQuery,
): Promise<{ points: TrackPoint[]; poor: Set<number> }> {
  const { rows } = await sql<Row>`
    select string_agg((extract(epoch from ts) * 1000)::bigint::text, ',') as t, string_agg(lng::text, ',') as lng, string_agg(lat::text, ',') as lat,
      string_agg(coalesce(round(spd_kmh::numeric, 1)::text, ''), ',') as kmh, string_agg(coalesce(round(soc)::text, ''), ',') as soc,
      string_agg(coalesce(round(hdg)::text, ''), ',') as hdg, string_agg(coalesce(sat::text, ''), ',') as sat,
      string_agg(case when hdop > 4 or sat < 4 then '1' else '' end, ',') as poor
    from (select ts, lng, lat, spd_kmh, soc, hdg, sat, hdop from veh_telemetry
      where vehicle_id = ${vehicleId} and ts >= ${from} and ts <= ${to} and lng is not null and lat is not null and fix is distinct from 0
      order by ts, boot, seq, idx) s`.execute(db);
  const row = rows[0];
  if (!row?.t) return { points: [], poor: new Set() };
  const columns = [row.t, row.lng, row.lat, row.kmh, row.soc, row.hdg, row.sat].map(valuesOf);
  const [t = [], lng = [], lat = [], kmh, soc, hdg, sat] = columns;
  const points = t.map((at, i): TrackPoint => [
    Number(at),
    Number(lng[i]),
    Number(lat[i]),
    number(kmh?.[i]),
    number(soc?.[i]),
    number(hdg?.[i]),
    number(sat?.[i]),
  ]);
  const poor = new Set<number>();
  valuesOf(row.poor).forEach((mark, i) => mark === '' || poor.add(i));
  return { points, poor };
}

/** Implausible points: a poor fix, or a jump that no vehicle makes. */
function driftOf(points: readonly TrackPoint[], poor: ReadonlySet<number>): number[] {
  const drift: number[] = [];
  let last: TrackPoint | undefined;
  points.forEach((point, i) => {
    const jumps =
      last !== undefined && kmhOf(metresBetween(last[1], last[2], point[1], point[2]), point[0] - last[0]) > driftKmh;
    if (poor.has(i) || jumps) drift.push(i);
    else last = point;
  });
  return drift;
}

/** The model's gap of a vehicle, ms. */
async function gapOf(db: Db | Tx, vehicleId: string): Promise<number> {
  const row = await db
    .selectFrom('veh_vehicle as v')
    .innerJoin('veh_type as y', 'y.id', 'v.vehicleTypeId')
    .select('y.tripGapSec')
    .where('v.id', '=', vehicleId)
    .executeTakeFirst();
  return (row?.tripGapSec ?? 600) * 1000;
}

/** A vehicle's track between two moments, thinned where it has more points than fit. */
export async function readTrack(db: Db | Tx, query: TrackQuery): Promise<ReadTrack> {
  const { limit = mostPoints, zoom } = query;
  const [{ points, poor }, gapMs] = [await readRows(db, query), await gapOf(db, query.vehicleId)];
  const gaps = points.flatMap((point, i) => (i > 0 && point[0] - (points[i - 1]?.[0] ?? 0) > gapMs ? [i] : []));
  const drift = driftOf(points, poor);
  if (points.length <= limit && zoom === undefined) return { points, drift, gaps, total: points.length };
  // Wrong points would be the most important ones: a thinned track is without them.
  const wrong = new Set(drift);
  const places = points.flatMap((_, i) => (wrong.has(i) ? [] : [i]));
  const good = places.map((i) => points[i] ?? ([0, 0, 0, null, null, null, null] satisfies TrackPoint));
  const gapsOfGood = good.flatMap((point, i) => (i > 0 && point[0] - (good[i - 1]?.[0] ?? 0) > gapMs ? [i] : []));
  const tolerance = zoom === undefined ? 0 : metresPerPixel(good[0]?.[2] ?? 0, zoom);
  const chosen = kept(importances(good, gapsOfGood), { tolerance, limit });
  const isGap = new Set(gapsOfGood);
  return {
    points: chosen.map((i) => good[i] ?? [0, 0, 0, null, null, null, null]),
    drift: [],
    gaps: chosen.flatMap((i, at) => (isGap.has(i) ? [at] : [])),
    total: points.length,
  };
}

/** Points of a vehicle's track, thinned to `limit`: drift left out. The caller checks the rights. */
export async function trackPoints(
  db: Db | Tx,
  vehicleId: string,
  from: Date,
  to: Date,
  limit: number,
): Promise<TrackPoint[]> {
  const { points, drift } = await readTrack(db, { vehicleId, from, to, limit });
  const wrong = new Set(drift);
  return points.filter((_, i) => !wrong.has(i));
}
