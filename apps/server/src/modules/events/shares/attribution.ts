import { sql } from 'kysely';
import type { Secrets } from '../../../config.ts';
import type { Tx } from '../../../db/pool.ts';
import type { Caller } from '../../marketing/promotions/service.ts';
import { attributedDays, phoneHashes } from './visitor.ts';

interface Newcomer {
  readonly userId: string;
  readonly caller: Caller;
}

/** Counts a user who has just registered for the share whose link their phone opened last in the 7 days before: once in their life. */
export async function attributeShare(
  tx: Tx,
  secrets: Pick<Secrets, 'sealKey'>,
  { userId, caller }: Newcomer,
): Promise<void> {
  const phones = phoneHashes(secrets, caller, Date.now());
  await sql`
    with last as (
      select v.share_id from act_share_visit v join act_share_record s on s.id = v.share_id and not s.deleted
      where v.phone = any(${phones}::bytea[]) and v.time > now() - make_interval(days => ${attributedDays}) and s.user_id <> ${userId}
      order by v.time desc, v.id desc limit 1),
    counted as (
      insert into act_share_user (user_id, share_id) select ${userId}::bigint, share_id from last
      on conflict (user_id) do nothing returning share_id)
    update act_share_record s set new_users = s.new_users + 1 from counted where s.id = counted.share_id`.execute(tx);
}
