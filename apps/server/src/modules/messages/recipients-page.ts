import type { Recipient, RecipientQuery } from '@wheelhouse/contract/calls/messages/messages';
import { totalLimit, type Page } from '@wheelhouse/contract/envelope';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { countRows } from '../../entity/sql-page.ts';
import { conditions } from '../../http/kit.ts';
import { inState, keysOfPage, type Paged } from './record-keys.ts';

/** Conditions on the recipients of a message. */
export const recipientQuery = conditions({
  channel: z.coerce.number().int().min(1).max(4).optional(),
  status: z.coerce.number().int().min(0).max(5).optional(),
}).optional();

const ofMessage = (refType: string, refId: string) => sql`r.ref_type = ${refType} and r.ref_id = ${refId}::text`;
const where = (refType: string, refId: string, query: RecipientQuery) =>
  sql`${ofMessage(refType, refId)} and ${inState(query)}`;

export interface RecipientRow extends Recipient {
  readonly mobileEnc: Buffer | null;
}

const select = sql`i.id as push_id, i.user_id, u.nickname, u.mobile_mask as mobile, u.mobile_enc, r.channel::int as channel, r.status::int as status, r.fail_code,
  ${wallClock('r.sent_time')} as send_time, ${wallClock('r.delivered_time')} as deliver_time, ${wallClock('r.click_time')} as click_time`;
/** Its inbox and its user, where that is one of the app. */
const toPeople = sql`join msg_inbox i on i.id = r.inbox_id left join usr_app_user u on u.id = i.user_id and i.receiver = 1`;
const order = sql`r.inbox_id, r.channel`;

/** As lists count, but many by their stored numbers: these stay when the records have expired, so there has to be one. */
async function countAsLists(db: Db, refType: string, refId: string, query: RecipientQuery) {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(r.n), 0)::int as n from msg_push_count r
    where r.ref_type = ${refType} and r.ref_id = ${refId}::text and ${inState(query)}`.execute(db);
  return (rows[0]?.n ?? 0) > totalLimit
    ? { total: totalLimit, more: true as const }
    : countRows(db, { from: sql`msg_push_record r`, where: where(refType, refId, query) });
}

/** Records of a message, a row a channel of each recipient, in the order in which they were written; counted as lists are. */
export async function readRecipients(
  db: Db,
  refType: string,
  refId: string,
  query: RecipientQuery,
  paged: Paged,
): Promise<Pick<Page<RecipientRow>, 'list' | 'total' | 'more'>> {
  const { rows: list } = await sql<RecipientRow>`
    select ${select} from ${keysOfPage({ which: ofMessage(refType, refId), ...query }, paged)} p
      join msg_push_record r on (r.inbox_id, r.channel) = (p.inbox_id, p.channel) ${toPeople} order by ${order}`.execute(
    db,
  );
  const counted = list.length > 0 || paged.page > 1 ? await countAsLists(db, refType, refId, query) : { total: 0 };
  return { list, ...counted };
}

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
      select ${select} from msg_push_record r ${toPeople} where ${where(refType, refId, query)} and r.priority > 0
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
