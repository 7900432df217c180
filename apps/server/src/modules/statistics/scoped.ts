import type { EntityDef } from '@wheelhouse/entities/define';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import type { QueryResultRow } from 'pg';
import { run } from '../../entity/run.ts';
import { ownWhere, visibleWhere } from '../../entity/read.ts';
import type { Fragment } from '../../entity/scope.ts';
import { inSharedTurn } from '../../entity/turns.ts';
import type { App, SessionUser } from '../../http/context.ts';
import { scopeKey } from '../fleet/map/service.ts';

/** Who looks at numbers. */
export type Who = { readonly app: App; readonly user: SessionUser; readonly lang: 'zh' | 'en' };

/** Rows of an entity over alias `t` that count for a user: not deleted, and those that its list shows them. */
export function counted(entity: EntityDef, user: SessionUser): Fragment {
  const parts = [ownWhere(entity, 't'), visibleWhere(entity, 't', user)].filter((part) => part !== undefined);
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

export const vehicle = entityNamed('vehicle');
export const appUser = entityNamed('appUser');
export const dealer = entityNamed('dealer');
export const battery = entityNamed('battery');
export const alarm = entityNamed('alarm');
export const feedback = entityNamed('feedback');
export const repairOrder = entityNamed('repairOrder');
export const otaTask = entityNamed('otaTask');
export const simCard = entityNamed('simCard');

/** Condition that `column` names a vehicle of the user's scope; nothing when they see all (a vehicle that reported is never deleted). */
export function ofVisibleVehicle(column: string, user: SessionUser): Fragment {
  if (user.scope.kind === 'all') return sql`true`;
  return sql`${sql.raw(column)} in (select t.id from veh_vehicle t where ${counted(vehicle, user)})`;
}

/** Runs a statement about all rows of a scope, whose answer its users share, in the turn of the scope. @throws AppError 1019 */
export function runShared<Row extends QueryResultRow>(
  { app, user }: Who,
  statement: RawBuilder<unknown>,
): Promise<readonly Row[]> {
  return inSharedTurn(app, scopeKey(user), () => app.reads.run(({ pool }) => run<Row>(pool, statement)));
}
