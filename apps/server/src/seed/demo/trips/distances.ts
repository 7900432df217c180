import { formatDay } from '@wheelhouse/contract/time';
import { after, day, dayStart, hour } from '../clock.ts';
import { clamp, type Random } from '../random.ts';
import type { World } from '../world.ts';

const countedDays = 31;
/** How many ride, from Sunday to Saturday. */
const ridersByWeekday = [0.62, 0.78, 0.8, 0.8, 0.79, 0.81, 0.66];

/** When people set out for the first time of a day: to work, later, after it, and a few at night. */
function firstRide(random: Random): number {
  const kind = random.between(0, 1);
  if (kind < 0.56) return random.between(6.4, 9.4);
  if (kind < 0.8) return random.between(9.4, 16.5);
  return kind < 0.97 ? random.between(16.5, 20.5) : random.between(0, 5);
}

/** What a vehicle rode on a day, by its odometer in metres. */
export interface Distance {
  readonly vehicleId: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
}

/** Distance of each vehicle a day, computed backwards from its odometer. Days that have samples are left to the worker. */
export function distancesOf({ now, random: seed, statuses }: World): Distance[] {
  const random = seed.fork('active days');
  const hours = seed.fork('active hours');
  const today = dayStart(now);
  return statuses.flatMap(({ vehicle, reportTime, odometerKm, samples }) => {
    const days: Distance[] = [];
    let odometer = samples[0]?.odoM ?? Math.round(odometerKm * 1000);
    const last = samples[0] ? after(dayStart(samples[0].ts), -day) : dayStart(reportTime);
    const first = Math.max(today.getTime() - (countedDays - 1) * day, dayStart(vehicle.activated ?? now).getTime());
    for (let time = last.getTime(); time >= first && odometer > 0; time -= day) {
      const weekday = new Date(time + 8 * hour).getUTCDay();
      if (!random.chance(ridersByWeekday[weekday] ?? 0.7)) continue;
      const activeAt = time + firstRide(hours) * hour;
      // Whoever has not set out yet has ridden nothing today.
      if (activeAt >= now.getTime()) continue;
      const whole = time === today.getTime() ? clamp((now.getTime() - activeAt) / (9 * hour), 0.1, 1) : 1;
      const metres = Math.min(
        odometer,
        Math.round(vehicle.kmPerDay * 1000 * 1.3 * whole * clamp(random.normal(1, 0.3), 0.15, 2)),
      );
      days.push({
        vehicleId: vehicle.id,
        date: formatDay(new Date(time)),
        from: odometer - metres,
        to: odometer,
      });
      odometer -= metres;
    }
    return days;
  });
}
