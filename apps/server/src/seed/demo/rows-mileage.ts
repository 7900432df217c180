import type { CopyRow } from './copy.ts';
import { clamp, round } from './random.ts';
import type { World } from './world.ts';

/**
 * Mileage of the days before the samples begin, from the distances of each day: what would have been counted had their telemetry been kept.
 * @param active rows of `stat_active_day`
 */
export function mileageRows({ random: seed, fleet }: World, active: readonly CopyRow[]): CopyRow[] {
  const random = seed.fork('mileage');
  const models = new Map(fleet.map(({ id, model }) => [id, model]));
  return active.flatMap((day): CopyRow[] => {
    const { vehicle_id: id, stat_date: date, from_m: from, to_m: to } = day;
    const model = models.get(String(id));
    if (!model || typeof from !== 'number' || typeof to !== 'number' || to <= from) return [];
    const km = (to - from) / 1000;
    const speed = round(model.speedKmh * random.between(0.42, 0.64), 1);
    return [
      {
        vehicle_id: id ?? null,
        stat_date: date ?? null,
        start_odometer_km: round(from / 1000, 1),
        end_odometer_km: round(to / 1000, 1),
        day_km: round(km, 2),
        gps_km: round(km * random.between(0.965, 1.012), 2),
        trip_count: Math.max(1, Math.round(km / random.between(3, 6))),
        ride_minutes: Math.max(1, Math.round((km / speed) * 60)),
        avg_speed_kmh: speed,
        max_speed_kmh: round(model.speedKmh * random.between(0.82, 1), 1),
        soc_used: clamp(Math.round((km / model.rangeKm) * 108), 1, 95),
        abnormal: null,
      },
    ];
  });
}
