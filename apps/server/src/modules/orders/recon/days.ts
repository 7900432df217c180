import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import type { Job } from '../../module.ts';
import type { ChannelDay } from './sides.ts';

const { wechat, alipay, apple, eCny } = codes.PayChannel;
/** What costs nothing is paid by no channel. */
export const billedChannels: readonly number[] = [wechat, alipay, apple, eCny];
/** Days back that channels still have bills of. */
export const mostDays = 90;

/** A day of a channel, and its row. */
export interface ReconDay extends ChannelDay {
  readonly id: string;
}

/** Of `ord_recon t`. */
export const dayColumns = `t.id::text as id, t.pay_channel as channel, to_char(t.bill_date, 'YYYY-MM-DD') as day`;

const insert = sql`
  insert into ord_recon (recon_no, bill_date, pay_channel, our_count, our_fen, channel_count, channel_fen, diff_fen, our_fee_fen, channel_fee_fen, item_count, recon_status,
    bill_state, next_time)`;
const values = sql`
  'RC' || to_char(d.day, 'YYYYMMDD') || '-' || c.channel, d.day, c.channel, 0, 0, 0, 0, 0, 0, 0, 0, ${sql.lit(codes.ReconStatus.balanced)},
  ${sql.lit(codes.BillState.awaited)}`;

/** The row of a day of a channel; it is made where there is none, for whoever asks to fetch its bill. */
export async function dayOfChannel(tx: Tx, { channel, day }: ChannelDay): Promise<ReconDay | undefined> {
  await sql`
    ${insert} select ${values}, null from (values (${channel}::smallint)) as c (channel), (values (${day}::date)) as d (day)
    where d.day between ${today} - ${sql.lit(mostDays)} and ${today} - 1 on conflict (pay_channel, bill_date) do nothing`.execute(
    tx,
  );
  const { rows } = await sql<ReconDay>`
    select ${sql.raw(dayColumns)} from ord_recon t where t.pay_channel = ${channel} and t.bill_date = ${day}::date and not t.deleted`.execute(
    tx,
  );
  return rows[0];
}

/** Adds the days that are over and that nobody has compared yet; they are due at once. */
async function addDays(db: Db): Promise<void> {
  await sql`
    ${insert} select ${values}, now() from unnest(${billedChannels}::int[]) as c (channel)
    cross join lateral (select coalesce(max(bill_date) + 1, ${today} - 1) as first from ord_recon where pay_channel = c.channel) l
    cross join lateral (select g::date as day from generate_series(greatest(l.first, ${today} - ${sql.lit(mostDays)}), ${today} - 1, interval '1 day') as g) d
    on conflict (pay_channel, bill_date) do nothing`.execute(db);
}

/** Every day at ten, when the channels have their bills; days that were missed come with it. Source: chapter 10, §1 of the catalogue. */
export const reconDays: Job = { name: 'orders.recon', cron: '0 10 * * *', run: ({ db }) => addDays(db) };
