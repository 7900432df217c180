import { sql, type RawBuilder } from 'kysely';

// Whom something is for. Campaigns, advertisements, tags, reminders and updates ask by these conditions, so that a word selects the same everywhere.

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<boolean>;

/**
 * A user of the app has one of the tags. A tag that is disabled or has expired has nobody.
 * @for users by tag, city, model or dealer: these conditions alone; a field with tags names its uses in `usesSql` (`users/tags/hooks.ts`):
 * `messages/audience.ts`, `marketing/ads/calls.ts`
 */
export const hasTag = (userId: Sql, tagIds: Sql): Condition => sql`${userId} in (
  select m.user_id from usr_tag_member m join usr_tag t on t.id = m.tag_id
  where m.tag_id = any(${tagIds}) and not m.deleted and not t.deleted and t.enabled = 1 and (t.expire_time is null or t.expire_time > now()))`;

/** A city is one of those named, or in a province that is named: codes of both may be among them. */
export const isInAreas = (cityId: Sql, codes: Sql): Condition =>
  sql`(${cityId} = any(${codes}) or left(${cityId}, 2) || '0000' = any(${codes}))`;

/** A user owns a vehicle `v` of which all of this is true. Whom it is shared with is no owner. */
export const ownsVehicle = (userId: Sql, ...ofVehicle: readonly Condition[]): Condition =>
  sql`${userId} in (select v.owner_user_id from veh_vehicle v where v.owner_user_id is not null and not v.deleted and ${sql.join(ofVehicle, sql` and `)})`;

/** A vehicle `v` is of one of the models. */
export const isOfModels = (modelIds: Sql): Condition => sql`v.vehicle_type_id = any(${modelIds})`;

/** A vehicle `v` was sold by one of the dealers. */
export const isOfDealers = (dealerIds: Sql): Condition => sql`v.dealer_id = any(${dealerIds})`;
