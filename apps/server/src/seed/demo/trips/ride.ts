import { moved, type Position } from '../places.ts';
import { clamp, type Random } from '../random.ts';

/** A second of a ride as the demo's devices would have seen it. */
export interface RidePoint extends Position {
  /** Milliseconds since the start of the ride. */
  readonly at: number;
  readonly speedKmh: number;
  readonly heading: number;
  /** Metres since the start of the ride. */
  readonly metres: number;
}

interface Leg {
  /** Radians from north, clockwise. */
  readonly heading: number;
  readonly length: number;
}

const sampleMs = 10_000;
const stepS = 2;
/** Streets of a city run in two directions, a little turned against north. */
const gridTurn = 0.12;

/** Zigzags along streets from one place to another that lies `east` and `north` metres away. */
function legsTo(random: Random, east: number, north: number): Leg[] {
  const [cos, sin] = [Math.cos(gridTurn), Math.sin(gridTurn)];
  const along = { x: east * cos - north * sin, y: east * sin + north * cos };
  const pieces = random.int(2, 4);
  const split = (total: number): number[] => {
    const parts = Array.from({ length: pieces }, () => random.between(0.5, 1.5));
    const sum = parts.reduce((a, b) => a + b, 0);
    return parts.map((part) => (part / sum) * total);
  };
  const [xs, ys] = [split(along.x), split(along.y)];
  return xs.flatMap((x, i) => {
    const y = ys[i] ?? 0;
    const legs = [
      { heading: (x > 0 ? Math.PI / 2 : -Math.PI / 2) + gridTurn, length: Math.abs(x) },
      { heading: (y > 0 ? 0 : Math.PI) + gridTurn, length: Math.abs(y) },
    ];
    return legs.filter(({ length }) => length > 1);
  });
}

/**
 * Rides from `from` to the point `east`, `north` metres away: one point every 10 s, the last one standing at the end.
 * Slows down at corners, now and then waits at a light.
 */
export function ride(
  random: Random,
  from: Position,
  { east, north, topKmh }: { east: number; north: number; topKmh: number },
): RidePoint[] {
  const points: RidePoint[] = [];
  const cruise = (topKmh / 3.6) * random.between(0.62, 0.9);
  let [x, y, metres, time, speed] = [0, 0, 0, 0, 0];
  let heading = 0;
  const note = (): void => {
    if (time % (sampleMs / 1000) === 0)
      points.push({
        ...moved(from, x, y),
        at: time * 1000,
        speedKmh: speed * 3.6,
        heading: ((heading * 180) / Math.PI + 360) % 360,
        metres,
      });
  };
  for (const leg of legsTo(random, east, north)) {
    heading = leg.heading;
    const wish = cruise * random.between(0.85, 1.08);
    for (let left = leg.length; left > 0.5;) {
      note();
      const target = Math.min(wish, Math.sqrt(2 * 1.4 * left) + 1.5);
      speed = clamp(target + random.normal(0, 0.25), Math.max(0.8, speed - 2.6 * stepS), speed + 1.3 * stepS);
      const step = Math.min(left, speed * stepS);
      x += Math.sin(heading) * step;
      y += Math.cos(heading) * step;
      metres += step;
      left -= step;
      time += stepS;
    }
    if (!random.chance(0.35)) continue;
    speed = 0;
    for (let wait = random.int(8, 25); wait > 0; wait--) {
      note();
      time += stepS;
    }
  }
  speed = 0;
  time = Math.ceil(time / 10) * 10;
  note();
  return points;
}
