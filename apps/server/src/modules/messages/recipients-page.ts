import type { Recipient, RecipientQuery } from '@wheelhouse/contract/calls/messages';
import type { Page } from '@wheelhouse/contract/envelope';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';

/** Conditions on the recipients of a message. */
export const recipientQuery = z
  .object({
    channel: z.coerce.number().int().min(1).max(4).optional(),
    status: z.coerce.number().int().min(0).max(5).optional(),
  })
  .optional();

/** Their records. A channel is always named, so that the index finds those in a state. */
const where = (refType: string, refId: string, { channel, status }: RecipientQuery) => sql`
  r.ref_type = ${refType} and r.ref_id = ${refId}::text and r.priority > 0
  and r.channel = any(${channel === undefined ? Object.values(codes.PushChannel) : [channel]}::smallint[])
  and (${status ?? null}::int is null or r.status = ${status ?? null})`;

export interface RecipientRow extends Recipient {
  readonly mobileEnc: Buffer | null;
}

const select = sql`i.id as push_id, i.user_id, u.nickname, u.mobile_mask as mobile, u.mobile_enc, r.channel::int as channel, r.status::int as status, r.fail_code,
  ${wallClock('r.sent_time')} as send_time, ${wallClock('r.delivered_time')} as deliver_time, ${wallClock('r.click_time')} as click_time`;
const from = sql`msg_push_record r join msg_inbox i on i.id = r.inbox_id left join usr_app_user u on u.id = i.user_id and i.receiver = 1`;
const order = sql`r.inbox_id, r.channel`;

/** Records of a message, a row a channel of each recipient, in the order in which they were written; counted as lists are. */
export const readRecipients = (
  db: Db,
  refType: string,
  refId: string,
  query: RecipientQuery,
  paged: { readonly page: number; readonly pageSize: number },
): Promise<Pick<Page<RecipientRow>, 'list' | 'total' | 'more'>> =>
  readPage<RecipientRow>(
    db,
    { select, from, countFrom: sql`msg_push_record r`, where: where(refType, refId, query), order },
    paged,
  );

/** All of them, `portion` at a time: each begins after the last one of the portion before. */
export async function* allRecipients(
  db: Db,
  refType: string,
  refId: string,
  query: RecipientQuery,
  portion: number,
): AsyncGenerator<readonly RecipientRow[]> {
  let after: RecipientRow | undefined;
  do {
    const { rows } = await sql<RecipientRow>`
      select ${select} from ${from} where ${where(refType, refId, query)}
        and (r.inbox_id, r.channel) > (${after?.pushId ?? '0'}::bigint, ${after?.channel ?? 0}::smallint)
      order by ${order} limit ${portion}`.execute(db);
    if (rows.length > 0) yield rows;
    after = rows.length < portion ? undefined : rows.at(-1);
  } while (after !== undefined);
}

/** How many they are, up to one more than `most`. */
export async function countRecipients(
  db: Db,
  refType: string,
  refId: string,
  query: RecipientQuery,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 from msg_push_record r where ${where(refType, refId, query)} limit ${most + 1}) c`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
}
