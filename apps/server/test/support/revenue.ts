import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { addAppUser } from './app-user.ts';
import type { TestApp } from './app.ts';

const { toConfirm } = machines['SM-Settlement'].states;
let numbers = 0;

/** An entry of a sale of 500, of which a partner gets 37.65 %. */
export async function addRevenue(t: TestApp, themeId: string): Promise<string> {
  const no = `20260101000000${String(++numbers).padStart(6, '0')}`;
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into ord_theme_revenue (entry_no, type, order_no, theme_id, theme_no, theme_name, theme_type, sale_mode, partner_name, user_id, pay_channel, pay_fen,
       channel_fee_fen, settlement_rate, partner_share_fen, own_fen, occur_time)
     select 'TR' || $2, ${codes.RevenueType.sale}, 'GO' || $2, id, theme_no, name, theme_type, ${codes.ThemeSaleMode.paid}, '星河工作室', $3, ${codes.PayChannel.wechat}, 500, -3, 37.65, -187, 310, now()
     from cnt_app_theme where id = $1 returning id::text as id`,
    [themeId, no, await addAppUser(t)],
  );
  return String(rows[0]?.id);
}

/** A statement to be confirmed, of a partner of its own. */
export async function addSettlement(t: TestApp): Promise<string> {
  const n = ++numbers;
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into ord_settlement (settlement_no, month, partner_name, status, entry_count, gross_fen, refund_fen, fee_fen, share_fen, adjustment_fen, carried_fen,
       payable_fen, generate_time)
     values ('ST202601' || lpad($1::text, 6, '0'), '2026-01', '工作室' || $1::text, ${toConfirm}, 1, 500, 0, 3, 199, 0, 0, 199, now()) returning id::text as id`,
    [n],
  );
  return String(rows[0]?.id);
}
