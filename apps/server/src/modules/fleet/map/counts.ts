import { recordBy } from '@wheelhouse/contract/object';
import type { FeedItem } from '@wheelhouse/contract/dashboard';
import { fleetStates, type StateCounts } from '@wheelhouse/contract/fleet';
import type { Lang } from '@wheelhouse/contract/lang';
import { unconditional } from '../../../entity/admit.ts';
import type { App, SessionUser } from '../../../http/context.ts';
import { known } from './columns.ts';
import { cities, noCity } from './geo.ts';
import { fleetOf } from './snapshot.ts';
import { visible } from './visible.ts';

type Who = { readonly app: App; readonly user: SessionUser; readonly lang: Lang };

/** Calls `each` with every vehicle of the user's scope. */
async function eachVisible({ app, user, lang }: Who, each: (slot: number) => void): Promise<void> {
  const fleet = fleetOf(app);
  await fleet.refresh();
  const mask = await visible(app, fleet, user, lang, unconditional);
  const { columns } = fleet;
  for (let slot = 0; slot < columns.size; slot++) if (columns.isAlive(slot) && (!mask || mask[slot] === 1)) each(slot);
}

/** Vehicles of the user's scope by what they do now; those never heard of are offline. */
export async function fleetStateCounts(who: Who): Promise<StateCounts> {
  const counts = [0, 0, 0, 0];
  const fleet = fleetOf(who.app);
  await eachVisible(who, (slot) => {
    const state = fleet.columns.stateOf(slot);
    counts[state] = (counts[state] ?? 0) + 1;
  });
  return recordBy(fleetStates, (_state, i) => counts[i] ?? 0);
}

/** The vehicles of the user's scope that the platform heard of last. */
export async function fleetFeed(who: Who, most: number): Promise<FeedItem[]> {
  const latest: { slot: number; at: number }[] = [];
  const fleet = fleetOf(who.app);
  await eachVisible(who, (slot) => {
    const at = fleet.columns.recv[slot] ?? 0;
    if (at === 0 || (latest.length === most && at <= (latest.at(-1)?.at ?? 0))) return;
    const place = latest.findIndex((item) => item.at < at);
    latest.splice(place < 0 ? latest.length : place, 0, { slot, at });
    latest.length = Math.min(latest.length, most);
  });
  const { columns } = fleet;
  return latest.map(({ slot, at }) => {
    const speed = known(columns.speed[slot]);
    return {
      id: String(columns.ids[slot]),
      name: columns.names[slot] ?? '',
      state: fleetStates[columns.stateOf(slot)] ?? 'offline',
      speedKmh: speed === null ? null : Math.round(speed),
      soc: known(columns.soc[slot]),
      cityId: cities[columns.cityOf(slot)]?.id ?? null,
      at,
    };
  });
}

/** Vehicles of the user's scope by city: that of the last position, else the dealer's. Those of no city are left out. */
export async function fleetByCity(who: Who): Promise<Map<string, { count: number; online: number }>> {
  const counts = new Map<string, { count: number; online: number }>();
  const fleet = fleetOf(who.app);
  await eachVisible(who, (slot) => {
    const number = fleet.columns.cityOf(slot);
    const id = number === noCity ? undefined : cities[number]?.id;
    if (id === undefined) return;
    const count = counts.get(id) ?? { count: 0, online: 0 };
    count.count++;
    if (fleet.columns.isOnline(slot)) count.online++;
    counts.set(id, count);
  });
  return counts;
}
