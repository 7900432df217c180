import { makeDealers, type Dealer } from './dealers/dealers.ts';
import { after, day, earlier, hour, later } from './clock.ts';
import { makeFleet, type Vehicle } from './vehicles/fleet.ts';
import { modelList, seriesList, type Model, type Series } from './vehicles/models.ts';
import { makeOwners, type Owners } from './users/owners.ts';
import { makeBatteries, type Battery, type BatteryStay } from './vehicles/packs.ts';
import { Random } from './random.ts';
import { simulationOrder } from './simulation-order.ts';
import { makeLive, showcaseCount, type LiveWorld } from './fleet/status.ts';
import type { User } from './users/users.ts';

/** Everything of the demo, related by reference; ids are empty until it is stored. */
export interface World extends Owners, LiveWorld {
  readonly now: Date;
  /** The stolen vehicle that was not found. */
  readonly lost: Vehicle | undefined;
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

/** Days since the theft of the vehicle that was not found, and when it was heard of last. */
export const lostDays = 130;
const lastHeard = (now: Date): Date => after(now, -lostDays * day + 3.4 * hour);

/** A vehicle that had its owner long before, and stands outside the showcase. */
function lostOf({ bindings }: Owners, showcase: ReadonlySet<Vehicle>, now: Date): Vehicle | undefined {
  return bindings.find(
    ({ type, until, from, vehicle }) =>
      type === 1 &&
      until === null &&
      vehicle.vin !== null &&
      vehicle.stopReason === null &&
      !showcase.has(vehicle) &&
      from < after(now, -(lostDays + 20) * day),
  )?.vehicle;
}

/** From so long without a report on an owner has no use for the app either. */
const asleep = 14 * day;

/** Whoever does not ride does not look at the app much longer. */
function putToSleep(now: Date, { bindings }: Owners, { statuses }: LiveWorld): void {
  const reported = new Map(statuses.map(({ vehicle, reportTime }) => [vehicle, reportTime]));
  const heard = new Map<User, Date>();
  for (const { vehicle, user, until } of bindings) {
    const time = reported.get(vehicle);
    if (until === null && time) heard.set(user, later(heard.get(user) ?? time, time));
  }
  for (const [user, time] of heard) {
    if (time >= after(now, -asleep)) continue;
    user.lastActive = later(earlier(user.lastActive, after(time, 5 * hour)), after(user.registered, hour));
  }
}

/** Makes the demo's world: the same for the same `now`; all times count back from `now`. */
export function makeWorld(now: Date): World {
  const random = new Random(seed);
  // Copies: what a world stores gets ids of its own.
  const models = modelList.map((each) => ({ ...each }));
  const dealers = makeDealers(random, now);
  const fleet = makeFleet(random, now, { dealers, models });
  const owners = makeOwners(random, now, fleet);
  const { batteries, stays } = makeBatteries(random, now, { fleet, models });
  const showcase = showcaseOf(fleet, now);
  const lost = lostOf(owners, showcase, now);
  const live = makeLive(random, now, {
    fleet,
    batteries,
    showcase,
    silentSince: new Map(lost === undefined ? [] : [[lost, lastHeard(now)] as const]),
  });
  putToSleep(now, owners, live);
  return {
    now,
    lost,
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
