import { entityNamed, plain } from '@wheelhouse/entities/registry';
import { simCard } from '@wheelhouse/entities/sim/sim-card';
import { sql } from 'kysely';
import { visibleWhere } from '../../entity/read.ts';
import { column, scopeWhere, type Fragment } from '../../entity/scope.ts';
import type { SessionUser } from '../../http/context.ts';

// Whose cards a user sees: those in the vehicles that they see. The lists, details, reports and requests of this module all ask here.

/** A card in no vehicle has no city and no dealer: it belongs to whoever made its record, and to that organization. */
const inStock = { ...plain(simCard), scope: {} };

/** Cards that a user sees, over the card's alias; undefined = all. Dealers have no part in SIM cards. */
export function cardsSeenBy(user: SessionUser, alias: string): Fragment | undefined {
  if (user.userType === 2) return sql`false`;
  const vehicles = visibleWhere(entityNamed('vehicle'), 'sv', user);
  const stock = scopeWhere(inStock, alias, user.scope, user.id);
  if (vehicles === undefined || stock === undefined) return undefined;
  const iccid = column(alias, 'iccid');
  return sql`(${iccid} in (select sv.iccid from veh_vehicle sv where sv.iccid is not null and not sv.deleted and ${vehicles})
    or (${stock} and not exists (select from veh_vehicle iv where iv.iccid = ${iccid} and not iv.deleted)))`;
}

/** Operations on those cards, over the operation's alias; undefined = all. */
export function operationsSeenBy(user: SessionUser, alias: string): Fragment | undefined {
  const cards = cardsSeenBy(user, 'oc');
  return cards && sql`${column(alias, 'sim_id')} in (select oc.id from sim_card oc where ${cards})`;
}

/** The same as a condition of a statement. */
export const whereSeen = (user: SessionUser | undefined, alias: string): Fragment =>
  (user && cardsSeenBy(user, alias)) ?? sql`true`;
