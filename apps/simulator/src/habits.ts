import type { Random } from './random.ts';

/** Who rides it: couriers keep a quarter of the fleet moving through the night. */
export type Persona = 'courier' | 'commuter' | 'leisure';

/** Share of the time it is ridden, by hour of the day in Asia/Shanghai. */
const shares: Readonly<Record<Persona, readonly number[]>> = {
  courier: [
    0.72, 0.72, 0.72, 0.72, 0.72, 0.68, 0.62, 0.6, 0.6, 0.62, 0.66, 0.76, 0.76, 0.68, 0.6, 0.6, 0.62, 0.72, 0.76, 0.74,
    0.68, 0.66, 0.7, 0.72,
  ],
  commuter: [
    0.03, 0.02, 0.02, 0.02, 0.03, 0.08, 0.3, 0.66, 0.62, 0.25, 0.12, 0.18, 0.2, 0.14, 0.12, 0.14, 0.22, 0.56, 0.62,
    0.34, 0.2, 0.14, 0.08, 0.05,
  ],
  leisure: [
    0.05, 0.03, 0.02, 0.02, 0.02, 0.04, 0.1, 0.2, 0.26, 0.28, 0.28, 0.26, 0.24, 0.28, 0.3, 0.3, 0.32, 0.34, 0.36, 0.36,
    0.32, 0.24, 0.14, 0.08,
  ],
};

const meanRideS: Readonly<Record<Persona, number>> = { courier: 760, commuter: 820, leisure: 640 };

export function personaOf(random: Random): Persona {
  const draw = random.next();
  if (draw < 0.48) return 'courier';
  return draw < 0.82 ? 'commuter' : 'leisure';
}

/** Hour of the day with fraction, Asia/Shanghai (which has no summer time). */
export const localHour = (ms: number): number => (((ms / 3_600_000 + 8) % 24) + 24) % 24;

/** Share of the time a vehicle of this kind is ridden around `ms`. */
export function rideShare(persona: Persona, ms: number): number {
  const hour = localHour(ms);
  const [from, to] = [Math.floor(hour), (Math.floor(hour) + 1) % 24];
  const part = hour - from;
  const list = shares[persona];
  return (list[from] ?? 0) * (1 - part) + (list[to] ?? 0) * part;
}

const longestStandS = 5_400;

/** How long it stands now, and whether it is ridden then, so that over time it is ridden for its share. */
export function nextStand(
  persona: Persona,
  ms: number,
  random: Random,
): { readonly ms: number; readonly thenRides: boolean } {
  // Looking a little ahead lets the morning's riders start in the morning.
  const share = Math.max(0.01, rideShare(persona, ms + 15 * 60_000));
  const mean = (meanRideS[persona] * (1 - share)) / share;
  const stand = Math.min(mean, longestStandS);
  return { ms: stand * random.between(0.35, 1.65) * 1000, thenRides: random.chance(stand / mean) };
}

/** Metres as the crow flies to the next destination. */
export function tripMetres(persona: Persona, random: Random): number {
  if (persona === 'courier') return random.between(1_500, 4_500);
  return persona === 'commuter' ? random.between(2_500, 6_500) : random.between(1_200, 5_000);
}

/** Air temperature, °C, of a Chinese city of the middle: by month and hour. */
export function ambientAt(ms: number): number {
  const month = new Date(ms + 8 * 3_600_000).getUTCMonth();
  const season = 17 - 12 * Math.cos(((month - 0.5) / 12) * 2 * Math.PI);
  return season + 4 * Math.sin(((localHour(ms) - 9) / 24) * 2 * Math.PI);
}
