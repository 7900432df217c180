import type { DashboardPush } from '@wheelhouse/contract/dashboard';
import { formatInstant } from '@wheelhouse/contract/time';
import { holds } from '../../entity/read.ts';
import { costCache, fleetFeed, fleetStateCounts, scopeKey } from '../fleet/map/service.ts';
import { pushedTopic } from './live-push.ts';
import type { Who } from './scoped.ts';
import { summaryOf } from './summary.ts';
import { todoOf } from './todo.ts';

const feedLength = 12;

type Fleet = Pick<DashboardPush, 'states' | 'feed'>;
const fleetCache = costCache<Fleet>();

async function fleetPart(who: Who): Promise<Fleet> {
  if (!holds(who.user, 'vehicleManage.query')) return {};
  return fleetCache(who.app, scopeKey(who.user), async () => ({
    states: await fleetStateCounts(who),
    feed: await fleetFeed(who, feedLength),
  }));
}

async function pushOf(who: Who): Promise<DashboardPush> {
  const [summary, fleet] = await Promise.all([summaryOf(who), fleetPart(who)]);
  return { cards: summary.cards, ...fleet, asOf: formatInstant(new Date()) };
}

/** Topic `dashboard`: `DashboardPush` now, and at most every 2 seconds when something changed. */
export const dashboardTopic = pushedTopic<DashboardPush>({
  topic: 'dashboard',
  everyMs: 2_000,
  read: pushOf,
  markOf: (push) => ({ ...push, asOf: '' }),
});

/** Topic `todo`: `TodoItem[]` now, and at most every 5 seconds when a count changed. */
export const todoTopic = pushedTopic({ topic: 'todo', everyMs: 5_000, read: todoOf, markOf: (items) => items });
