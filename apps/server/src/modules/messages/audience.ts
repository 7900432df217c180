import { listOf } from '@wheelhouse/contract/object';
import type { AudienceCount } from '@wheelhouse/contract/calls/messages/messages';
import { idPattern } from '@wheelhouse/contract/text';
import type { Row } from '@wheelhouse/entities/fields';
import { appVersion } from '@wheelhouse/entities/patterns';
import { sql, type RawBuilder } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { versionNumbers } from '../../db/version-numbers.ts';
import { today } from '../../db/wall-clock.ts';
import { isApproved, type Approval } from '../../entity/approval/keep.ts';
import { hasTag, isInAreas, isOfDealers, isOfModels, ownsVehicle } from '../audience/service.ts';

/** Whom a message goes to: a user has to meet every condition that is given. */
export interface Audience {
  /** D:NoticeReceiver. */
  readonly receivers: readonly string[];
  /** D:ClientOs; none: any. */
  readonly clientOs: readonly string[];
  /** `1.2.0`; null: any. */
  readonly minVersion: string | null;
  readonly maxVersion: string | null;
  /** Which users of the app; any unless given. */
  readonly owners?: OwnerConditions;
}

/** Which users of the app: with tags, of a list of numbers, of cities, or owners of vehicles. An empty list is nobody. */
export interface OwnerConditions {
  /** Tags of which a user has at least one. */
  readonly tagIds?: readonly string[];
  /** Codes of cities, and of provinces with all their cities. */
  readonly cityCodes?: readonly string[];
  /** A vehicle of one of these models, sold by one of these dealers, and in this state: of one vehicle all that is given. */
  readonly vehicleTypeIds?: readonly string[];
  readonly dealerIds?: readonly string[];
  /** D:ActivationStatus. */
  readonly activationStatus?: number;
  /** An uploaded list, whose numbers are in `msg_number_list`. */
  readonly numberList?: string;
}

/** D:NoticeReceiver: users of the app, staff, accounts of dealers. */
export const receiver = { app: 1, staff: 2, dealer: 3 } as const;
/** Ids alone: a form that is only counted has not been checked. */
export const idsOf = (value: unknown): readonly string[] => listOf(value).filter((id) => idPattern.test(id));
const version = (value: unknown): string | null => (typeof value === 'string' && appVersion.test(value) ? value : null);

/** The audience that a row or form describes. Conditions about the app say nothing of the console. */
export const audienceOf = ({ receivers, clientOs, minVersion, maxVersion }: Row): Audience => ({
  receivers: listOf(receivers),
  clientOs: listOf(clientOs),
  minVersion: version(minVersion),
  maxVersion: version(maxVersion),
});

const keys = (ids: readonly string[]): RawBuilder<unknown> => sql`${[...ids]}::bigint[]`;

/** Conditions on a user of the app, over the alias `u`. */
function ownersWhere({ tagIds, cityCodes, numberList, ...vehicle }: OwnerConditions): RawBuilder<boolean> {
  const { vehicleTypeIds, dealerIds, activationStatus } = vehicle;
  const conditions: RawBuilder<boolean>[] = [];
  if (tagIds !== undefined) conditions.push(hasTag(sql`u.id`, keys(tagIds)));
  if (cityCodes !== undefined) conditions.push(isInAreas(sql`u.city_id`, sql`${[...cityCodes]}::text[]`));
  if (numberList !== undefined)
    conditions.push(sql`u.mobile_hash in (select mobile_hash from msg_number_list where file_id = ${numberList})`);
  const ofVehicle: RawBuilder<boolean>[] = [];
  if (vehicleTypeIds !== undefined) ofVehicle.push(isOfModels(keys(vehicleTypeIds)));
  if (dealerIds !== undefined) ofVehicle.push(isOfDealers(keys(dealerIds)));
  if (activationStatus !== undefined) ofVehicle.push(sql`v.activation_status = ${activationStatus}`);
  if (ofVehicle.length > 0) conditions.push(ownsVehicle(sql`u.id`, ...ofVehicle));
  return conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
}

const numbers = versionNumbers('u.app_version');

/** Everybody in an audience, each once, as `receiver` and `user_id`: estimates and sending have this one statement. */
function members({ receivers, clientOs, minVersion, maxVersion, owners = {} }: Audience): RawBuilder<unknown> {
  const has = (code: number): boolean => receivers.includes(String(code));
  return sql`
    select ${receiver.app}::smallint as receiver, u.id as user_id, u.client_os::text as client_os from usr_app_user u
    where ${has(receiver.app)}::boolean and not u.deleted and ${isTrue('mayUseApp', 'u')}
      and (${clientOs.length === 0}::boolean or u.client_os::text = any(${[...clientOs]}::text[]))
      and (${minVersion}::text is null or ${numbers} >= string_to_array(${minVersion}::text, '.')::int[])
      and (${maxVersion}::text is null or ${numbers} <= string_to_array(${maxVersion}::text, '.')::int[])
      and ${ownersWhere(owners)}
    union all
    select case when s.user_type = 1 then ${receiver.staff}::smallint else ${receiver.dealer}::smallint end, s.id, null from sys_user s
    where not s.deleted and s.enabled = 1 and (s.valid_until is null or s.valid_until >= ${today})
      and (s.user_type = 1 and ${has(receiver.staff)}::boolean or s.user_type = 2 and ${has(receiver.dealer)}::boolean)`;
}

/** Everybody in an audience, by kind of receiver, as approvals fix them. */
export const membersOf = (audience: Audience): RawBuilder<unknown> =>
  sql`select m.receiver::text, m.user_id from (${members(audience)}) m`;

/** How many people an audience is now. */
export async function estimate(db: Db | Tx, audience: Audience): Promise<AudienceCount> {
  const { rows } = await sql<{ receiver: number; os: string; n: number }>`
    select receiver, coalesce(client_os, '') as os, count(*)::int as n from (${members(audience)}) m group by 1, 2 order by 1, 2`.execute(
    db,
  );
  const byReceiver: Record<string, number> = {};
  for (const { receiver: code, n } of rows) byReceiver[code] = (byReceiver[code] ?? 0) + n;
  return {
    count: rows.reduce((sum, { n }) => sum + n, 0),
    byReceiver,
    byOs: Object.fromEntries(rows.filter((row) => row.receiver === receiver.app).map(({ os, n }) => [os, n])),
  };
}

const partSize = 500;

/**
 * Fixes who gets a message, in one statement, and the parts in which it is sent.
 * @param approval whom its approval reaches: nobody else gets it
 * @returns how many they are
 */
export async function freeze(
  tx: Db | Tx,
  refType: string,
  refId: string,
  audience: Audience,
  approval?: Approval,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with fixed as (
      insert into msg_audience (ref_type, ref_id, receiver, user_id, part)
      select ${refType}, ${refId}, receiver, user_id, (row_number() over (order by receiver, user_id) - 1) / ${partSize} from (${members(audience)}) m
      where ${isApproved(approval, sql`m.receiver::text`, sql`m.user_id`)}
      returning part),
    jobs as (insert into msg_send_job (ref_type, ref_id, part) select distinct ${refType}, ${refId}::bigint, part from fixed)
    select count(*)::int as n from fixed`.execute(tx);
  return rows[0]?.n ?? 0;
}
