import { listOf } from '@wheelhouse/contract/object';
import { idPattern } from '@wheelhouse/contract/text';
import { audienceChoices } from '@wheelhouse/entities/audience';
import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { appVersion } from '@wheelhouse/entities/patterns';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { versionNumbers } from '../../db/version-numbers.ts';
import { scopeWhere } from '../../entity/scope.ts';
import { snake } from '../../entity/storage.ts';
import type { DataScope, SessionUser } from '../../http/context.ts';
import { scopeOfAccount } from '../access/service.ts';

// Whom something is for. Campaigns, advertisements, tags, reminders and updates ask by these conditions, so that a word selects the same everywhere.

type Sql = RawBuilder<unknown>;
type Condition = RawBuilder<boolean>;

/**
 * A user of the app has one of the tags. A tag that is disabled or has expired has nobody.
 * @for users by tag, city, model or dealer: these conditions alone; a field with tags names its uses in `usesSql` (`users/tags/hooks.ts`)
 */
export const hasTag = (userId: Sql, tagIds: Sql): Condition => sql`${userId} in (
  select m.user_id from usr_tag_member m join usr_tag t on t.id = m.tag_id
  where m.tag_id = any(${tagIds}) and not m.deleted and not t.deleted and t.enabled = 1 and (t.expire_time is null or t.expire_time > now()))`;

/** A city is one of those named, or in a province that is named: codes of both may be among them. */
export const isInAreas = (cityId: Sql, codes: Sql): Condition =>
  sql`(${cityId} = any(${codes}) or left(${cityId}, 2) || '0000' = any(${codes}))`;

/** A user owns a vehicle `v` of which all of this is true. Whom it is shared with is no owner. */
const ownsVehicle = (userId: Sql, ...ofVehicle: readonly Condition[]): Condition =>
  sql`${userId} in (select v.owner_user_id from veh_vehicle v where v.owner_user_id is not null and not v.deleted and ${sql.join(ofVehicle, sql` and `)})`;

/** A vehicle `v` is of one of the models. */
const isOfModels = (modelIds: Sql): Condition => sql`v.vehicle_type_id = any(${modelIds})`;

/** A vehicle `v` was sold by one of the dealers. */
const isOfDealers = (dealerIds: Sql): Condition => sql`v.dealer_id = any(${dealerIds})`;

/** What is asked of vehicles `v`; an empty list asks nothing. */
export interface VehicleConditions {
  readonly vehicleTypeIds: readonly string[];
  readonly dealerIds: readonly string[];
  /** Codes of cities and provinces: where the vehicle was sold. */
  readonly cityCodes: readonly string[];
  /** Tags of which its owner has one. */
  readonly tagIds?: readonly string[];
}

const keys = (ids: readonly string[]): Sql => sql`${[...ids]}::bigint[]`;
const texts = (list: readonly string[]): Sql => sql`${[...list]}::text[]`;
const all = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;

/**
 * Vehicles `v` that meet every condition.
 * @for vehicles by model, dealer, city and tags of the owner: `ota/tasks/target.ts`, `messages/reminders/vehicles.ts`
 */
export function vehiclesWhere({ vehicleTypeIds, dealerIds, cityCodes, tagIds = [] }: VehicleConditions): Condition {
  return all([
    ...(vehicleTypeIds.length > 0 ? [isOfModels(keys(vehicleTypeIds))] : []),
    ...(dealerIds.length > 0 ? [isOfDealers(keys(dealerIds))] : []),
    ...(cityCodes.length > 0
      ? [
          sql<boolean>`v.dealer_id in (select d.id from dlr_dealer d where ${isInAreas(sql`d.city_id`, texts(cityCodes))})`,
        ]
      : []),
    ...(tagIds.length > 0 ? [hasTag(sql`v.owner_user_id`, keys(tagIds))] : []),
  ]);
}

/** Ids alone: a form that is only counted has not been checked. */
export const idsOf = (value: unknown): readonly string[] => listOf(value).filter((id) => idPattern.test(id));

const type = codes.AudienceType;

/** The users `u` of a type of audience, by SQL of what was chosen. What is asked of vehicles is asked of one vehicle, with `ofVehicle`. */
const chosenUsers: Readonly<Record<number, (chosen: Sql, ofVehicle: readonly Condition[]) => readonly Condition[]>> = {
  [type.tags]: (ids, v) => [hasTag(sql`u.id`, ids), ...owning(v)],
  [type.models]: (ids, v) => owning([isOfModels(ids), ...v]),
  [type.regions]: (areas, v) => [isInAreas(sql`u.city_id`, areas), ...owning(v)],
  [type.dealer]: (ids, v) => owning([isOfDealers(ids), ...v]),
  [type.list]: (file, v) => [
    sql`u.mobile_hash in (select mobile_hash from msg_number_list where file_id = ${file})`,
    ...owning(v),
  ],
};

function owning(ofVehicle: readonly Condition[]): readonly Condition[] {
  return ofVehicle.length === 0 ? [] : [ownsVehicle(sql`u.id`, ...ofVehicle)];
}

/** What was chosen, of a row or a form; what is not an id is left out. */
function chosenOf(code: number, row: Row): Sql {
  const value: unknown = row[audienceChoices[code] ?? ''];
  if (code === type.regions) return texts(listOf(value));
  return code === type.list ? sql`${typeof value === 'string' ? value : ''}::text` : keys(idsOf(value));
}

/** A type that the entity has not, or that is not known, is nobody. */
function ofType({ audience }: EntityDef, row: Row): readonly Condition[] {
  const { audienceType, activationStatus } = row;
  const isAny = activationStatus === undefined || activationStatus === null || activationStatus === '';
  const ofVehicle: readonly Condition[] = isAny
    ? []
    : [sql`v.activation_status = ${Number(activationStatus) === 1 ? 1 : 0}`];
  const types = audience?.types ?? [];
  const code = Number(audienceType);
  if (types.length === 0 || (code === type.all && types.includes(code))) return owning(ofVehicle);
  const users = types.includes(code) ? chosenUsers[code] : undefined;
  return users === undefined ? [sql`false`] : users(chosenOf(code, row), ofVehicle);
}

const version = (value: unknown): string | null => (typeof value === 'string' && appVersion.test(value) ? value : null);
const numbers = versionNumbers('u.app_version');
const numbersOf = (text: Sql): Sql => sql`string_to_array(${text}, '.')::int[]`;

const within = (scope: DataScope, userId: string): Condition | undefined => {
  const seen = scopeWhere(entityNamed('appUser'), 'u', scope, userId);
  return seen && sql<boolean>`${seen}`;
};

/** Users `u` in the data scope of the account that made a record; undefined: all of them, as for what the platform made. */
async function scopeOfAuthor(db: Db | Tx, by: unknown): Promise<Condition | undefined> {
  return typeof by === 'string' && idPattern.test(by) ? within(await scopeOfAccount(db, by), by) : undefined;
}

/**
 * Users of the app `u` whom a row or form of an entity is for: estimates, sending and what approvals bind have this one condition.
 * @param row wire names; what its entity's `audience` does not name is not read
 * @param asking whoever asks about a form; absent: within the scope of whoever made the record
 */
export async function usersWhere(db: Db | Tx, entity: EntityDef, row: Row, asking?: SessionUser): Promise<Condition> {
  const { fields = [] } = entity.audience ?? {};
  const said: Row = Object.fromEntries(fields.map((name) => [name, row[name]]));
  const { clientOs, minVersion, maxVersion } = said;
  const { createBy } = row;
  const [platforms, min, max] = [listOf(clientOs), version(minVersion), version(maxVersion)];
  return all([
    sql`not u.deleted`,
    sql`${isTrue('mayUseApp', 'u')}`,
    ...(platforms.length === 0 ? [] : [sql<boolean>`u.client_os::text = any(${texts(platforms)})`]),
    ...(min === null ? [] : [sql<boolean>`${numbers} >= ${numbersOf(sql`${min}::text`)}`]),
    ...(max === null ? [] : [sql<boolean>`${numbers} <= ${numbersOf(sql`${max}::text`)}`]),
    ...ofType(entity, said),
    (asking === undefined ? await scopeOfAuthor(db, createBy) : within(asking.scope, asking.id)) ?? sql`true`,
  ]);
}

/** What is known of the user who asks, and of the rows that they ask for. */
interface Asked {
  /** D:ClientOs. */
  readonly clientOs: string;
  /** Of the app: `1.2.0`. */
  readonly version: string;
  /** Who made these rows: each is for users in its author's data scope. Rows of others are for nobody. */
  readonly authors: readonly (string | null)[];
}

/** Whether stored rows `alias` of an entity are for the user `u`, who asks with a client: the same conditions, by columns. */
export async function isForUser(db: Db | Tx, { audience }: EntityDef, alias: string, asked: Asked): Promise<Condition> {
  const at = (field: string): Sql => sql.raw(`${alias}.${snake(field)}`);
  const types = (audience?.types ?? []).map((code): Condition => {
    const users = chosenUsers[code]?.(at(audienceChoices[code] ?? ''), []) ?? [];
    return all([sql<boolean>`${at('audienceType')} = ${code}`, ...users]);
  });
  const ofClient: Readonly<Record<string, Condition>> = {
    clientOs: sql`(coalesce(cardinality(${at('clientOs')}), 0) = 0 or ${asked.clientOs} = any(${at('clientOs')}))`,
    minVersion: sql`(${at('minVersion')} is null or ${numbersOf(at('minVersion'))} <= ${numbersOf(sql`${asked.version}::text`)})`,
  };
  const limits = Object.entries(ofClient).flatMap(([name, condition]) =>
    audience?.fields.includes(name) ? [condition] : [],
  );
  const scopes: Condition[] = [sql`false`];
  for (const by of new Set(asked.authors)) {
    const scope = (await scopeOfAuthor(db, by)) ?? sql`true`;
    scopes.push(sql`(${at('createBy')} is not distinct from ${by}::bigint and ${scope})`);
  }
  const any = (parts: readonly Condition[]): Condition => sql`(${sql.join(parts, sql` or `)})`;
  return all([...limits, ...(types.length === 0 ? [] : [any(types)]), any(scopes)]);
}

/** Two lists of provinces and cities have a place in common: a province has all of its cities. */
const shareAreas = (areas: readonly string[], others: readonly string[]): boolean =>
  areas.some((a) => others.some((b) => a === b || provinceOf(a) === b || a === provinceOf(b)));
const provinceOf = (area: string): string => `${area.slice(0, 2)}0000`;

/** What two audiences say by themselves: that they share people, or share none; undefined: it depends on the people. */
function shareByWords(one: Row, other: Row): boolean | undefined {
  const { clientOs, audienceType } = one;
  const { clientOs: otherOs, audienceType: otherType } = other;
  const [platforms, others] = [listOf(clientOs), listOf(otherOs)];
  if (platforms.length > 0 && others.length > 0 && !platforms.some((os) => others.includes(os))) return false;
  const [code, otherCode] = [Number(audienceType), Number(otherType)];
  if (code === type.all || otherCode === type.all) return true;
  if (code !== otherCode) return undefined;
  const [chosen, chosenByOther] = [one, other].map((row) => listOf(row[audienceChoices[code] ?? '']));
  if (chosen === undefined || chosenByOther === undefined) return undefined;
  // A user has one city, but any number of tags and vehicles.
  if (code === type.regions) return shareAreas(chosen, chosenByOther);
  return chosen.some((id) => chosenByOther.includes(id)) || undefined;
}

/**
 * Whether two rows of an entity may be for the same people, of whatever types their audiences are. Where their words leave it open, or their authors
 * have different data scopes, one living user of both is looked for. Versions of the app keep nobody apart: it is updated.
 */
export async function shareUsers(db: Db | Tx, entity: EntityDef, one: Row, other: Row): Promise<boolean> {
  const said = shareByWords(one, other);
  if (said === false) return false;
  const { createBy: author } = one;
  const { createBy: otherAuthor } = other;
  const scopes = [await scopeOfAuthor(db, author), await scopeOfAuthor(db, otherAuthor)];
  const limits = scopes.flatMap((scope) => scope ?? []);
  if (said === true && (limits.length === 0 || author === otherAuthor)) return true;
  const both = all([...ofType(entity, one), ...ofType(entity, other), ...limits]);
  const { rows } = await sql`
    select 1 from usr_app_user u where not u.deleted and ${isTrue('livingUser', 'u')} and ${both} limit 1`.execute(db);
  return rows.length > 0;
}
