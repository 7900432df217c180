import { createHash } from 'node:crypto';

const shanghai = '310100';

interface Candidate {
  readonly imei: string;
  readonly cityId: string | null;
}

const rank = (imei: string): string => createHash('sha256').update(imei).digest('hex');

/**
 * The order in which vehicles are given to the simulator: two of Shanghai for one of elsewhere, otherwise by chance that repeats.
 * The first of the list stays the first: it is the documented sample.
 */
export function simulationOrder<Vehicle extends Candidate>(vehicles: readonly Vehicle[]): Vehicle[] {
  const [first, ...others] = vehicles;
  if (!first) return [];
  const mixed = others
    .map((vehicle) => ({ vehicle, rank: rank(vehicle.imei) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ vehicle }) => vehicle);
  const near = mixed.filter(({ cityId }) => cityId === shanghai);
  const far = mixed.filter(({ cityId }) => cityId !== shanghai);
  const order = [first];
  while (near.length > 0 || far.length > 0) order.push(...near.splice(0, 2), ...far.splice(0, 1));
  return order;
}
