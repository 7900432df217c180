import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { run } from '../../../entity/run.ts';
import { inSharedTurn, inTurn } from '../../../entity/turns.ts';
import { scopeWhere } from '../../../entity/scope.ts';
import { refusalOf, type Admitted } from '../../../entity/admit.ts';
import { BadCondition } from '../../../entity/compare.ts';
import { whereAll } from '../../../entity/where.ts';
import type { App, SessionUser } from '../../../http/context.ts';
import type { Lang } from '@wheelhouse/contract';
import { costCache } from './cache.ts';
import type { Fleet } from './snapshot.ts';

/** Slots of the fleet that the user may see and that meet the filters: 1 for each; undefined = all. */
export type Visible = Uint8Array | undefined;

const vehicle = entityNamed('vehicle');
const cacheOf = costCache<readonly number[]>();

/** Data scope as a key: users with the same one share answers. */
export function scopeKey(user: SessionUser): string {
  const { scope } = user;
  if (scope.kind === 'all') return 'all';
  return JSON.stringify([scope.organizationPath, scope.cityIds, scope.dealerId, scope.own === true ? user.id : null]);
}

/** Key of what `visible` answers: scope and filters. */
export const visibleKey = (user: SessionUser, conditions: Admitted): string =>
  `${scopeKey(user)} ${JSON.stringify(conditions)}`;

/**
 * The vehicles of a user's scope that meet the filters, decided by SQL as in the vehicle list. Asked again when the answer is older than
 * a multiple of what it cost, 10 seconds at most.
 * @throws AppError 1001 naming the filter
 */
export async function visible(
  app: App,
  fleet: Fleet,
  user: SessionUser,
  lang: Lang,
  conditions: Admitted,
): Promise<Visible> {
  if (user.scope.kind === 'all' && conditions.length === 0) return undefined;
  const ids = await cacheOf(app, visibleKey(user, conditions), () => read(app, user, lang, conditions));
  const { columns } = fleet;
  const mask = new Uint8Array(columns.size);
  for (const id of ids) {
    const slot = columns.slots.get(id);
    if (slot !== undefined) mask[slot] = 1;
  }
  return mask;
}

async function read(app: App, user: SessionUser, lang: Lang, conditions: Admitted): Promise<readonly number[]> {
  try {
    const scope = scopeWhere(vehicle, 't', user.scope, user.id);
    const where = sql.join(
      [sql`not t.deleted`, ...(scope ? [scope] : []), ...whereAll(app, vehicle, 't', conditions)],
      sql` and `,
    );
    // All ids in one text: reading a hundred thousand rows would take ten times as long.
    const find = () =>
      run<{ ids: string | null }>(
        app.pool,
        sql`select string_agg(t.id::text, ',') as ids from veh_vehicle t where ${where}`,
      );
    // Without filters it is the same for all users of the scope.
    const [row] = await (conditions.length === 0
      ? inSharedTurn(app, scopeKey(user), find)
      : inTurn({ app, user }, find));
    return row?.ids ? row.ids.split(',').map(Number) : [];
  } catch (error) {
    throw error instanceof BadCondition ? refusalOf(error, lang) : error;
  }
}
