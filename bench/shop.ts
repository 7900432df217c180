import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Pool, PoolClient } from 'pg';
import { clientTransaction } from '../apps/server/src/db/pool.ts';
import { inBulk } from './bulk.ts';

/**
 * Rows for measuring: orders of goods and of blind boxes with the revenue of their themes, winning records, and a coupon of external codes. Needs a filled
 * fleet. Made inside PostgreSQL; personal data is noise, which nothing unseals.
 */

const [themes, prizes] = [200, 100];
/** Of what few rows are, at any size. */
const rare = 50;
/** Of so many orders one is of blind boxes. */
const boxesEvery = 100;
/** Days over which orders and winning records are spread. */
const days = 700;
const { toPay, done, refunded, closed } = machines['SM-Order'].states;
const winnings = machines['SM-Winning'].states;

/** What is sold and won: themes, mall goods, a campaign of blind boxes and one of draws, and a coupon. */
async function addGoods(client: PoolClient, total: number): Promise<void> {
  await client.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type) values ('bench-cover', 'image', 'cover.png', 'image/png', 1, 'bench-cover', 'bench-cover', 'system')`,
  );
  await client.query(
    `insert into cnt_app_theme (theme_no, name, theme_type, sale_mode, price_fen, settlement_rate, partner_name, cover, previews, status, downloads, is_holiday, sort, version)
     select 'TH' || lpad(g::text, 4, '0'), '主题' || g, 1 + g % 4, $2, 600, 40, '合作方' || g % 20, 'bench-cover', '{bench-cover}', $3, 0, 0, 100, 1 from generate_series(1, $1::int) g`,
    [themes, codes.ThemeSaleMode.paid, machines['SM-Theme'].states.onShelf],
  );
  await client.query(
    `insert into act_prize (prize_no, name, category, images, cost_fen, market_price_fen, stock, delivery_mode, enabled, for_sale)
     select 'PZ' || lpad(g::text, 4, '0'), '骑行用品' || g, (select min(code) from sys_item_code where category = 'PrizeCategory'), '{bench-cover}', 2000, 5000, 0, $2, 1, 1
     from generate_series(1, $1::int) g`,
    [prizes, codes.DeliveryMode.express],
  );
  await client.query(
    `insert into act_raffle_activity (activity_no, name, activity_type, start_time, end_time, cover, bg_image, rule_content, rules_complete, audience_type, need_vehicle, need_real_name,
       free_times_per_day, max_times_per_user, share_extra_times, max_wins_per_user, same_device_limit, draw_mode, budget_limit_fen, prizes, price_fen, status)
     select 'AR2026010100' || g, '活动' || g, case when g = 1 then 4 else 1 end, now() - interval '100 days', now() - interval '1 day', 'bench-cover', 'bench-cover', '<p>规则</p>', 1, 1, 0, 0,
       1, 20, 0, 20, 5, 1, 100000000, '[{"prizeKind":1}]', case when g = 1 then 990 end, 3 from generate_series(1, 2) g`,
  );
  await client.query(
    `insert into act_coupon (coupon_no, name, coupon_type, threshold_fen, scope, total, per_user_limit, valid_mode, valid_days, stackable, description, issued, used, expired, code_count, status)
     values ('CP9000', '合作方券码', $2, 0, $3, $1::int, 100, $4, 30, 0, '向合作商户出示券码即可使用。', 0, 0, 0, $1::int, 1)`,
    [total, codes.CouponType.external, codes.CouponScope.mall, codes.ValidMode.days],
  );
}

/** One order in a hundred is of boxes; of the others two of three are themes. One in twenty was closed, one in thirty paid back; at any size as many are to be paid, and of a rare name. */
async function addOrders(client: PoolClient, orders: number): Promise<void> {
  await client.query(
    `with users as (select id, row_number() over (order by id) as n from usr_app_user), theme as (select id, row_number() over (order by id) as n from cnt_app_theme),
       prize as (select id, name, row_number() over (order by id) as n from act_prize)
     insert into ord_order (kind, order_no, goods_type, theme_id, prize_id, activity_id, goods_name, qty, user_id, client_os, unit_price_fen, total_fen, discount_fen, pay_fen, refunded_fen, pay_channel,
       channel_trade_no, expire_time, pay_time, order_status, refund_status, grant_failed, open_status, age_confirmed, guardian_consent, express_company, express_no, ship_time, finish_time,
       invoice_status, fee_fen, settlement_rate, partner_name, share_fen, request_id, create_time, update_time)
     select case when o.box then 2 else 1 end, case when o.box then 'BB' else 'GO' end || lpad(g::text, 20, '0'), case when not o.box then case when o.theme then $3::smallint else $4::smallint end end,
       case when o.theme then t.id end, case when not o.box and not o.theme then p.id end, case when o.box then (select min(id) from act_raffle_activity) end,
       case when o.box then '活动1' when g % $12::int = 9 then '限量主题' when o.theme then '主题' || t.n else p.name end, o.qty, u.id, 1 + g % 3, o.price, o.total, 0, o.total, case when o.status = $7 then o.total else 0 end, 1 + g % 2,
       case when o.status not in ($5, $8) then '42000' || lpad(g::text, 20, '0') end, m.at + interval '15 minutes', case when o.status not in ($5, $8) then m.at + interval '1 minute' end,
       o.status, case when o.status = $7 then 3 else 0 end, 0, case when o.box then 2 end, case when o.box then 1 end, case when o.box then 0 end,
       case when o.sent then 'SF' end, case when o.sent then 'SF' || lpad(g::text, 13, '0') end, case when o.sent then m.at + interval '1 day' end, case when o.status = $6 then m.at + interval '3 days' end,
       0, 4, case when o.theme then 4000 end, case when o.theme then '合作方' || t.n % 20 end, 0, 'bench-' || g, m.at, m.at
     from generate_series(1, $1::int) g
       cross join lateral (select case when g % $12::int = 7 then $5::smallint when g % 20 = 3 then $8::smallint when g % 30 = 11 then $7::smallint else $6::smallint end as status,
         g % $2::int = 0 as box, g % 3 < 2 and g % $2::int <> 0 as theme, 1 + g % 2 as qty, case when g % $2::int = 0 then 990 when g % 3 < 2 then 600 else 5000 end as price) x
       cross join lateral (select x.*, x.price * x.qty as total, not x.box and not x.theme and x.status = $6 as sent) o
       cross join lateral (select now() - $9::int * interval '1 day' + g * ($9::int * interval '1 day' / $1::int) as at) m
       join users u on u.n = 1 + g::bigint * 7919 % (select count(*) from users) join theme t on t.n = 1 + g % $10::int join prize p on p.n = 1 + g % $11::int
     order by g`,
    [
      orders,
      boxesEvery,
      codes.GoodsType.theme,
      codes.GoodsType.physical,
      toPay,
      done,
      refunded,
      closed,
      days,
      themes,
      prizes,
      orders / rare,
    ],
  );
  await client.query(
    `insert into ord_theme_revenue (entry_no, type, order_no, theme_id, theme_no, theme_name, theme_type, sale_mode, partner_name, user_id, pay_channel, client_os, pay_fen, channel_fee_fen,
       settlement_rate, partner_share_fen, own_fen, occur_time, create_time, refund_no)
     select 'TR' || o.id || '-' || k, k, o.order_no, t.id, t.theme_no, t.name, t.theme_type, t.sale_mode, t.partner_name, o.user_id, o.pay_channel, o.client_os,
       s * o.pay_fen, s * -4, 40, s * -200, s * (o.pay_fen - 204), o.pay_time + (k - 1) * interval '1 hour', o.pay_time, case when k = 2 then 'RF' || o.id end
     from ord_order o join cnt_app_theme t on t.id = o.theme_id cross join lateral (values (1, 1), (2, -1)) e (k, s)
     where o.pay_time is not null and (k = 1 or o.order_status = $1) order by o.id, k`,
    [refunded],
  );
}

/** Most are done; at any size as many are to be claimed, to be sent and flagged. */
async function addWinnings(client: PoolClient, records: number): Promise<void> {
  await client.query(
    `with users as (select id, row_number() over (order by id) as n from usr_app_user), prize as (select id, name, row_number() over (order by id) as n from act_prize)
     insert into act_winning_record (record_no, source, activity_id, activity_name, user_id, prize_kind, prize_id, prize_name, level_name, market_price_fen, win_time, claim_deadline, status, delivery_mode,
       express_company, express_no, ship_time, done_time, tax_flag, risk_flag, create_time)
     select 'WN' || lpad(g::text, 14, '0'), $2, (select max(id) from act_raffle_activity), '活动2', u.id, $3, p.id, p.name, '一等奖', 5000, m.at, m.at + interval '15 days', s.status, $4,
       case when s.status = $5 then 'SF' end, case when s.status = $5 then 'SF9' || lpad(g::text, 12, '0') end, case when s.status = $5 then m.at + interval '1 day' end,
       case when s.status = $5 then m.at + interval '3 days' end, 0, case when g % $10::int = 3 then 1 else 0 end, m.at
     from generate_series(1, $1::int) g
       cross join lateral (select case when g % $10::int = 1 then $6::smallint when g % $10::int = 2 then $7::smallint else $5::smallint end as status) s
       cross join lateral (select now() - $8::int * interval '1 day' + g * ($8::int * interval '1 day' / $1::int) as at) m
       join users u on u.n = 1 + g::bigint * 7919 % (select count(*) from users) join prize p on p.n = 1 + g % $9::int
     order by g`,
    [
      records,
      codes.WinSource.draw,
      codes.PrizeKind.physical,
      codes.DeliveryMode.express,
      winnings.done,
      winnings.toClaim,
      winnings.toShip,
      days,
      prizes,
      records / rare,
    ],
  );
}

/** Codes of the coupon; the first of them are somebody's. */
async function addCodes(client: PoolClient, many: number, issued: number): Promise<void> {
  await client.query(
    `insert into act_user_coupon (coupon_id, user_id, n, status, source, receive_time, start_time, expire_time)
     select c.id, u.id, 1, 0, 1, now(), now(), now() + interval '30 days' from act_coupon c, (select id from usr_app_user order by id limit $1) u`,
    [issued],
  );
  await client.query(
    `with given as (select id, row_number() over (order by id) as n from act_user_coupon)
     insert into act_coupon_code (coupon_id, code_hash, code_enc, user_coupon_id)
     select c.id, substr(e, 1, 16), e || substr(e, 1, 12), given.id from act_coupon c, generate_series(1, $1::int) g
       cross join lateral (select sha256(('bench code ' || g)::bytea) as e) s left join given on given.n = g`,
    [many],
  );
  await client.query('update act_coupon set issued = $1::int', [issued]);
}

const filled = ['ord_order', 'ord_theme_revenue', 'act_winning_record', 'act_user_coupon', 'act_coupon_code'];

/** Fills an empty installation, in one transaction. */
export async function fillShop(
  pool: Pool,
  sizes: { readonly orders: number; readonly codes: number; readonly winnings: number; readonly users: number },
): Promise<void> {
  const { rows } = await pool.query('select 1 from ord_order limit 1');
  if (rows.length > 0) return;
  await clientTransaction(pool, async (client) => {
    await client.query(
      "set local work_mem = '128MB'; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off",
    );
    await addGoods(client, sizes.codes);
    await inBulk(client, filled, async () => {
      await addOrders(client, sizes.orders);
      await addWinnings(client, sizes.winnings);
      await addCodes(client, sizes.codes, sizes.users);
    });
    await client.query('select recount_ord_sums(), recount_revenue_sums()');
  });
}
