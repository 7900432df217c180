import { makeDealers, type Dealer } from './dealers.ts';
import { after, day } from './clock.ts';
import { makeFleet, type Vehicle } from './fleet.ts';
import { modelList, seriesList, type Model, type Series } from './models.ts';
import { makeOwners, type Owners } from './owners.ts';
import { makeBatteries, type Battery, type BatteryStay } from './packs.ts';
import { Random } from './random.ts';
import { simulationOrder } from './simulation-order.ts';
import { makeLive, showcaseCount, type LiveWorld } from './status.ts';

/** Everything of the demo, related by reference; ids are empty until it is stored. */
export interface World extends Owners, LiveWorld {
  readonly now: Date;
  readonly random: Random;
  readonly series: readonly Series[];
  readonly models: readonly Model[];
  readonly dealers: readonly Dealer[];
  readonly fleet: readonly Vehicle[];
  readonly batteries: readonly Battery[];
  readonly stays: readonly BatteryStay[];
}

const seed = 'wheelhouse demo 5';
/** A vehicle needs some days behind it to have a history. */
const settled = 5 * day;

function showcaseOf(fleet: readonly Vehicle[], now: Date): ReadonlySet<Vehicle> {
  const riding = fleet.filter(
    ({ activated, owner, stopReason }) =>
      activated !== null && owner !== null && stopReason === null && activated < after(now, -settled),
  );
  const order = simulationOrder(
    riding.map((vehicle) => ({ vehicle, imei: vehicle.imei, cityId: vehicle.dealer?.city.id ?? null })),
  );
  return new Set(order.slice(0, showcaseCount).map(({ vehicle }) => vehicle));
}

/** Makes the demo's world: the same for the same `now`, and told from `now` backwards. */
export function makeWorld(now: Date): World {
  const random = new Random(seed);
  // Copies: what a world stores gets ids of its own.
  const models = modelList.map((each) => ({ ...each }));
  const dealers = makeDealers(random, now);
  const fleet = makeFleet(random, now, { dealers, models });
  const owners = makeOwners(random, now, fleet);
  const { batteries, stays } = makeBatteries(random, now, { fleet, models });
  const live = makeLive(random, now, { fleet, batteries, showcase: showcaseOf(fleet, now) });
  return {
    now,
    random,
    series: seriesList.map((each) => ({ ...each })),
    models,
    dealers,
    fleet,
    batteries,
    stays,
    ...owners,
    ...live,
  };
}
