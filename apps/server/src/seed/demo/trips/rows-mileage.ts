import { parseInstant } from '@wheelhouse/contract/time';
import { geo } from '../../../adapters/geo/index.ts';
import { tripNoOf } from '../../../modules/trips/service.ts';
import { after, hour, minute } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import type { Distance } from './distances.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import { moved, type Position } from '../places.ts';
import { clamp, round, type Random } from '../random.ts';
import type { World } from '../world.ts';

/** Nobody rides before, or after; from midnight. */
const [earliest, latest] = [6.8 * hour, 21 * hour];
const most = 12;

interface Ride {
  readonly start: Date;
  readonly end: Date;
  readonly km: number;
}

/** Rides of a day, none over another: their distances add up to the day's. Undefined where the day is too short for them. */
function ridesOf(random: Random, midnight: Date, km: number, speed: number, until: number): Ride[] | undefined {
  const riding = (km / speed) * hour;
  const free = until - riding;
  if (free < 10 * minute) return undefined;
  const count = Math.max(1, Math.min(most, Math.round(km / random.between(4, 8)), Math.floor(free / (12 * minute))));
  const shares = Array.from({ length: count }, () => random.between(0.6, 1.4));
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const first = Math.min(earliest + random.between(0, 2) * hour, free * 0.6);
  const pause = (until - first - riding) / count;
  let at = first;
  return shares.map((share) => {
    const start = at + random.between(0, pause * 0.8);
    const end = start + riding * (share / whole);
    at += pause + riding * (share / whole);
    return { start: after(midnight, start), end: after(midnight, end), km: (km * share) / whole };
  });
}

interface End {
  readonly place: Position;
  readonly zh: string | null;
  readonly en: string | null;
}

function endOf(place: Position): End {
  const found = geo.reverse(place.lng, place.lat);
  return { place, zh: found?.zh ?? null, en: found?.en ?? null };
}

/** Away from home and back, turn by turn. */
function tripRows(random: Random, vehicle: Vehicle, home: End, rides: readonly Ride[], topKmh: number): CopyRow[] {
  let [away, soc] = [false, random.between(72, 98)];
  const angle = random.between(0, 2 * Math.PI);
  const reach = clamp((rides[0]?.km ?? 1) * 620, 200, 6000);
  const other = endOf(moved(home.place, Math.cos(angle) * reach, Math.sin(angle) * reach));
  return rides.map(({ start, end, km }): CopyRow => {
    const [from, to] = away ? [other, home] : [home, other];
    away = !away;
    const before = soc;
    soc = Math.max(8, soc - (km / vehicle.model.rangeKm) * 108);
    const minutes = (end.getTime() - start.getTime()) / minute;
    return {
      trip_no: tripNoOf(vehicle.id, start.getTime()),
      vehicle_id: vehicle.id,
      start_time: start,
      end_time: end,
      ongoing: 0,
      duration_min: round(minutes, 1),
      distance_km: round(km, 2),
      avg_speed_kmh: round((km / minutes) * 60, 1),
      max_speed_kmh: round(topKmh * random.between(0.86, 1), 1),
      start_address: from.zh,
      start_address_en: from.en,
      end_address: to.zh,
      end_address_en: to.en,
      start_lng: round(from.place.lng, 6),
      start_lat: round(from.place.lat, 6),
      end_lng: round(to.place.lng, 6),
      end_lat: round(to.place.lat, 6),
      // Its points are past their retention: the summary is what is kept.
      point_count: 0,
      soc_start: Math.round(before),
      soc_end: Math.round(soc),
    };
  });
}

/**
 * Mileage and trips of the days before the samples begin, from the distances of each day: what would have been counted had their telemetry
 * been kept.
 */
export function mileageRows(
  { now, random: seed, statuses }: World,
  distances: readonly Distance[],
): { readonly days: readonly CopyRow[]; readonly trips: readonly CopyRow[] } {
  const random = seed.fork('mileage');
  const known = new Map(statuses.map((status) => [status.vehicle.id, status]));
  const trips: CopyRow[] = [];
  const homes = new Map<Vehicle, End>();
  const days = distances.flatMap(({ vehicleId, date, from, to }): CopyRow[] => {
    const status = known.get(vehicleId);
    const midnight = parseInstant(`${date} 00:00:00`);
    if (!status || !midnight || to <= from) return [];
    const { vehicle } = status;
    const { model } = vehicle;
    const km = (to - from) / 1000;
    const speed = round(model.speedKmh * random.between(0.42, 0.64), 1);
    const top = round(model.speedKmh * random.between(0.82, 1), 1);
    const until = Math.min(latest, Math.min(status.reportTime.getTime(), now.getTime()) - midnight.getTime());
    const rides = ridesOf(random, midnight, km, speed, until);
    if (rides === undefined) return [];
    const home = homes.get(vehicle) ?? endOf(vehicle.home);
    homes.set(vehicle, home);
    trips.push(...tripRows(random, vehicle, home, rides, top));
    return [
      {
        vehicle_id: vehicleId,
        stat_date: date,
        start_odometer_km: round(from / 1000, 1),
        end_odometer_km: round(to / 1000, 1),
        day_km: round(km, 2),
        gps_km: round(km * random.between(0.965, 1.012), 2),
        trip_count: rides.length,
        ride_minutes: Math.max(1, Math.round((km / speed) * 60)),
        avg_speed_kmh: speed,
        max_speed_kmh: top,
        soc_used: clamp(Math.round((km / model.rangeKm) * 108), 1, 95),
        abnormal: null,
      },
    ];
  });
  return { days, trips };
}
