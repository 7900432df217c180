import { after, day, dayStart, hour, minute } from '../clock.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import { restVoltage } from '../vehicles/models.ts';
import { moved, type Position } from '../places.ts';
import { clamp, round, type Random } from '../random.ts';
import { ride } from '../trips/ride.ts';

/** One stored sample of a vehicle, in units of `veh_telemetry`. */
export interface Sample extends Position {
  readonly ts: Date;
  readonly odoM: number;
  readonly speedKmh: number;
  readonly heading: number;
  readonly soc: number;
  readonly v: number;
  readonly i: number;
  readonly tMax: number;
  readonly motorC: number;
  readonly ctrlC: number;
  readonly acc: 0 | 1;
  readonly charging: 0 | 1;
  readonly sat: number;
  readonly hdop: number;
  readonly csq: number;
  readonly rsrp: number;
}

const historyDays = 2;
const parkedMs = 5 * minute;

interface Outing {
  readonly start: Date;
  readonly east: number;
  readonly north: number;
}

/** Where the vehicle goes on a day: to work and back, or many short deliveries; on the last, unfinished day only there and back. */
function outingsOf(
  random: Random,
  vehicle: Vehicle,
  start: Date,
  work: readonly [number, number],
  today: boolean,
): Outing[] {
  const at = (hours: number) => after(start, Math.round(hours * 360) * 10_000);
  const loop = (hours: number, reach: number): Outing[] => {
    const angle = random.between(0, 2 * Math.PI);
    const [east, north] = [Math.cos(angle) * reach, Math.sin(angle) * reach];
    return [
      { start: at(hours), east, north },
      { start: at(hours + random.between(0.6, 1)), east: -east, north: -north },
    ];
  };
  if (vehicle.model.silhouette === 'cargo')
    return [10.6, 12.2, 14.5, 17.3, 19].flatMap((hours) =>
      loop(hours + random.between(-0.3, 0.3), random.between(900, 2600)),
    );
  if (today)
    return [8.2, 12.1, 18.4].flatMap((hours) =>
      random.chance(0.75) ? loop(hours + random.between(-0.5, 0.5), random.between(700, 2400)) : [],
    );
  const commute = [
    { start: at(random.between(7.2, 8.6)), east: work[0], north: work[1] },
    { start: at(random.between(17.6, 19)), east: -work[0], north: -work[1] },
  ];
  return random.chance(0.4) ? [...commute, ...loop(20.2, random.between(600, 1500))] : commute;
}

class Recorder {
  readonly samples: Sample[] = [];
  readonly #random: Random;
  readonly #vehicle: Vehicle;
  #place: Position;
  #heading = 90;
  #metres = 0;
  #soc: number;
  #warm = 0;

  constructor(random: Random, vehicle: Vehicle) {
    this.#random = random;
    this.#vehicle = vehicle;
    this.#place = vehicle.home;
    this.#soc = random.between(70, 98);
  }

  #note(
    ts: Date,
    { speedKmh, current, charging, acc }: { speedKmh: number; current: number; charging: 0 | 1; acc: 0 | 1 },
  ): void {
    const random = this.#random;
    const { pack } = this.#vehicle.model;
    const air = 12 + 5 * Math.sin(((ts.getTime() / hour + 8 - 9) / 24) * 2 * Math.PI);
    this.#warm += ((speedKmh > 0 ? 1 : 0) - this.#warm) * 0.02;
    this.samples.push({
      ts,
      ...this.#place,
      odoM: Math.round(this.#metres),
      speedKmh: round(speedKmh, 1),
      heading: round(this.#heading),
      soc: round(this.#soc, 1),
      v: round(restVoltage(pack, this.#soc) + (current * 1.1) / pack.capacityAh, 2),
      i: round(current, 1),
      tMax: round(air + this.#warm * 12 + charging * 6 + random.between(0, 1), 1),
      motorC: round(air + this.#warm * 42 + random.between(0, 2), 1),
      ctrlC: round(air + this.#warm * 28 + random.between(0, 2), 1),
      acc,
      charging,
      sat: random.int(9, 18),
      hdop: round(random.between(0.6, 1.6), 1),
      csq: random.int(16, 29),
      rsrp: -random.int(74, 104),
    });
  }

  /** Stands until then, every five minutes a sign of life; in the night on the charger. */
  park(from: Date, until: Date): void {
    for (let time = from.getTime() + parkedMs; time < until.getTime(); time += parkedMs) {
      const ts = new Date(time);
      const clock = ((time + 8 * hour) % day) / hour;
      const charging =
        (clock >= 21.2 || clock < 6.5) && this.#soc < 99.9 && (this.#soc < 82 || this.samples.at(-1)?.charging === 1)
          ? 1
          : 0;
      if (charging) this.#soc = Math.min(100, this.#soc + 1.6);
      this.#note(ts, {
        speedKmh: 0,
        current: charging ? round(this.#vehicle.model.pack.capacityAh * (this.#soc > 95 ? 0.06 : 0.2), 1) : -0.1,
        charging,
        acc: 0,
      });
    }
  }

  /** @returns when it arrived */
  go({ start, east, north }: Outing): Date {
    const { model } = this.#vehicle;
    const [from, odo, soc] = [this.#place, this.#metres, this.#soc];
    let last = 0;
    for (const point of ride(this.#random, from, { east, north, topKmh: model.speedKmh })) {
      this.#place = { lng: point.lng, lat: point.lat };
      this.#heading = point.heading;
      this.#metres = odo + point.metres;
      this.#soc = clamp(soc - (point.metres / 1000 / model.rangeKm) * 108, 6, 100);
      const load = (point.speedKmh / model.speedKmh) ** 2;
      this.#note(after(start, point.at), {
        speedKmh: point.speedKmh,
        current:
          (-(model.powerW / model.pack.voltageV) *
            clamp(load * 0.8 + 0.08, 0.05, 1.3) *
            this.#random.between(0.85, 1.2)) /
          model.packs,
        charging: 0,
        // Power stays on at a light; it goes off with the first sign of life after the ride.
        acc: 1,
      });
      last = point.at;
    }
    this.#place = moved(from, east, north);
    return after(start, last);
  }
}

/**
 * What a vehicle has sent since midnight two days ago, oldest first. It starts and ends at home.
 * @param odometerKm at the end
 */
export function makeHistory(random: Random, now: Date, vehicle: Vehicle, odometerKm: number): Sample[] {
  const recorder = new Recorder(random, vehicle);
  const angle = random.between(0, 2 * Math.PI);
  const reach = random.between(1500, vehicle.model.category === 1 ? 3200 : 5200);
  const work = [Math.cos(angle) * reach, Math.sin(angle) * reach] as const;
  const first = after(dayStart(now), -historyDays * day);
  let free = first;
  for (let back = historyDays; back >= 0; back--) {
    const outings = outingsOf(random, vehicle, after(dayStart(now), -back * day), work, back === 0);
    for (let i = 0; i < outings.length; i += 2) {
      const [out, home] = [outings[i], outings[i + 1]];
      // A ride begun must end, with a margin, before now; and never while another one is under way.
      if (!out || !home || out.start < free || after(home.start, 45 * minute) > now) continue;
      recorder.park(free, out.start);
      const arrived = recorder.go(out);
      const leave = home.start > arrived ? home.start : after(arrived, parkedMs);
      recorder.park(arrived, leave);
      free = recorder.go({ ...home, start: leave });
    }
  }
  recorder.park(free, now);
  const total = recorder.samples.at(-1)?.odoM ?? 0;
  const shift = Math.max(0, Math.round(odometerKm * 1000) - total);
  return recorder.samples.map((sample) => ({ ...sample, odoM: sample.odoM + shift }));
}
