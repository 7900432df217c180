import type { Recipient, RecipientQuery } from '@wheelhouse/contract/calls/messages';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';

/** Conditions on the recipients of a message. */
export const recipientQuery = z
  .object({
    channel: z.coerce.number().int().min(1).max(4).optional(),
    status: z.coerce.number().int().min(0).max(5).optional(),
  })
  .optional();

const where = (refType: string, refId: string, { channel, status }: RecipientQuery) => sql`
  r.ref_type = ${refType} and r.ref_id = ${refId}::text and (${channel ?? null}::int is null or r.channel = ${channel ?? null})
  and (${status ?? null}::int is null or r.status = ${status ?? null})`;

export interface RecipientRow extends Recipient {
  readonly mobileEnc: Buffer | null;
}

/** Records of a message, a row a channel of each recipient, in the order in which they were written. */
export async function readRecipients(
  db: Db,
  refType: string,
  refId: string,
  query: RecipientQuery,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<readonly RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    select i.id as push_id, i.user_id, u.nickname, u.mobile_mask as mobile, u.mobile_enc, r.channel::int as channel, r.status::int as status, r.fail_code,
      ${wallClock('r.sent_time')} as send_time, ${wallClock('r.delivered_time')} as deliver_time, ${wallClock('r.click_time')} as click_time
    from msg_push_record r join msg_inbox i on i.id = r.inbox_id left join usr_app_user u on u.id = i.user_id and i.receiver = 1
    where ${where(refType, refId, query)} order by r.inbox_id, r.channel limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
    db,
  );
  return rows;
}

export async function countRecipients(db: Db, refType: string, refId: string, query: RecipientQuery): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from msg_push_record r where ${where(refType, refId, query)}`.execute(db);
  return rows[0]?.n ?? 0;
}
