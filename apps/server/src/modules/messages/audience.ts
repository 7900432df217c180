import { listOf } from '@wheelhouse/contract/object';
import type { AudienceCount } from '@wheelhouse/contract/calls/messages/messages';
import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import { isApproved, type Approval } from '../../entity/approval/keep.ts';
import type { SessionUser } from '../../http/context.ts';
import { usersWhere } from '../audience/service.ts';

/** Whom a message goes to. */
export interface Audience {
  /** D:NoticeReceiver. */
  readonly receivers: readonly string[];
  /** Which users of the app, over the alias `u`. */
  readonly owners: RawBuilder<boolean>;
}

/** Users of the app, staff, accounts of dealers. */
export const receiver = codes.NoticeReceiver;

/**
 * The audience that a row or form of a message describes: of users of the app, unless the kind says who receives it.
 * @param asking whoever asks about a form
 */
export async function audienceOf(db: Db | Tx, entity: EntityDef, row: Row, asking?: SessionUser): Promise<Audience> {
  const { receivers } = row;
  return {
    receivers: entity.audience?.fields.includes('receivers') !== true ? [String(receiver.app)] : listOf(receivers),
    owners: await usersWhere(db, entity, row, asking),
  };
}

/** Everybody in an audience, each once, as `receiver` and `user_id`: estimates and sending have this one statement. */
function members({ receivers, owners }: Audience): RawBuilder<unknown> {
  const has = (code: number): boolean => receivers.includes(String(code));
  return sql`
    select ${receiver.app}::smallint as receiver, u.id as user_id, u.client_os::text as client_os from usr_app_user u
    where ${has(receiver.app)}::boolean and ${owners}
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

/** Whether an audience is anybody at all; of millions one is looked for. */
export async function hasMembers(db: Db | Tx, audience: Audience): Promise<boolean> {
  const { rows } = await sql`select 1 from (${members(audience)}) m limit 1`.execute(db);
  return rows.length > 0;
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
