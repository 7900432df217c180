-- needs 0156_report_subscriptions
-- What orders come to, by what their list is mostly narrowed to: the totals over a list of a million orders are read from some thousand rows (decision 0058).

-- Sums of orders by kind, states, goods, channel and the day of Asia/Shanghai on which they were made, at its beginning. The columns of orders have their
-- names, so that the same condition chooses orders and sums. A cell may have several rows: whatever changes an order adds rows and waits for nobody; a job
-- brings them together.
create table ord_sum (
  kind smallint not null,
  order_status smallint not null,
  refund_status smallint not null,
  goods_type smallint,
  pay_channel smallint not null,
  create_time timestamptz not null,
  deleted boolean not null default false constraint ck_ord_sum_deleted check (not deleted),
  orders integer not null,
  paid_fen bigint not null,
  refunded_fen bigint not null
);
create index ix_ord_sum_cell on ord_sum (kind, create_time);

create function ord_sums_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ord_sum (kind, order_status, refund_status, goods_type, pay_channel, create_time, orders, paid_fen, refunded_fen)
    select kind, order_status, refund_status, goods_type, pay_channel, date_trunc('day', create_time, 'Asia/Shanghai'), count(*),
      coalesce(sum(pay_fen) filter (where pay_time is not null), 0), sum(refunded_fen)
    from became where not deleted group by 1, 2, 3, 4, 5, 6;
  elsif tg_op = 'DELETE' then
    insert into ord_sum (kind, order_status, refund_status, goods_type, pay_channel, create_time, orders, paid_fen, refunded_fen)
    select kind, order_status, refund_status, goods_type, pay_channel, date_trunc('day', create_time, 'Asia/Shanghai'), 0 - count(*),
      0 - coalesce(sum(pay_fen) filter (where pay_time is not null), 0), 0 - sum(refunded_fen)
    from was where not deleted group by 1, 2, 3, 4, 5, 6;
  else
    insert into ord_sum (kind, order_status, refund_status, goods_type, pay_channel, create_time, orders, paid_fen, refunded_fen)
    select kind, order_status, refund_status, goods_type, pay_channel, date_trunc('day', create_time, 'Asia/Shanghai'), sum(sign),
      coalesce(sum(sign * pay_fen) filter (where pay_time is not null), 0), sum(sign * refunded_fen)
    from (select -1 as sign, was.* from was union all select 1, became.* from became) c where not deleted group by 1, 2, 3, 4, 5, 6
    having sum(sign) <> 0 or coalesce(sum(sign * pay_fen) filter (where pay_time is not null), 0) <> 0 or sum(sign * refunded_fen) <> 0;
  end if;
  return null;
end $$;
create trigger summed_insert after insert on ord_order referencing new table as became for each statement execute function ord_sums_changed();
create trigger summed_update after update on ord_order referencing old table as was new table as became for each statement execute function ord_sums_changed();
create trigger summed_delete after delete on ord_order referencing old table as was for each statement execute function ord_sums_changed();

-- Adds up all orders anew. Nobody may change orders meanwhile.
create function recount_ord_sums() returns void language sql as $$
  delete from ord_sum;
  insert into ord_sum (kind, order_status, refund_status, goods_type, pay_channel, create_time, orders, paid_fen, refunded_fen)
  select kind, order_status, refund_status, goods_type, pay_channel, date_trunc('day', create_time, 'Asia/Shanghai'), count(*),
    coalesce(sum(pay_fen) filter (where pay_time is not null), 0), sum(refunded_fen)
  from ord_order where not deleted group by 1, 2, 3, 4, 5, 6;
$$;
select recount_ord_sums();

-- Kinds share the table: the first page of one that is rare would be looked for among all orders of the other.
create index ix_ord_order_kind_create_time on ord_order (kind, create_time desc nulls last, id desc) where not deleted;
-- Numbers by state are counted in the index alone.
create index ix_ord_order_kind_order_status on ord_order (kind, order_status) where not deleted;
-- Few orders are not granted.
create index ix_ord_order_grant_failed on ord_order (kind, create_time desc nulls last, id desc) where grant_failed = 1 and not deleted;
-- Metrics of what sums do not have read entries from an index alone; the newest name of a theme stands at its beginning.
create index ix_ord_theme_revenue_metrics on ord_theme_revenue (occur_time) include (type, pay_fen, channel_fee_fen, partner_share_fen, own_fen, user_id) where not deleted;
create index ix_ord_theme_revenue_theme_metrics on ord_theme_revenue (theme_id, occur_time) include (type, pay_fen, channel_fee_fen, partner_share_fen, own_fen, user_id) where not deleted;
create index ix_ord_theme_revenue_theme_newest on ord_theme_revenue (theme_no, occur_time desc, id desc) where not deleted;

-- The same of entries of revenue, which are never changed: by the day of Asia/Shanghai on which they happened.
create table ord_revenue_sum (
  type smallint not null,
  theme_type smallint not null,
  sale_mode smallint not null,
  pay_channel smallint not null,
  client_os smallint,
  occur_time timestamptz not null,
  deleted boolean not null default false constraint ck_ord_revenue_sum_deleted check (not deleted),
  n integer not null,
  pay_fen bigint not null,
  channel_fee_fen bigint not null,
  partner_share_fen bigint not null,
  own_fen bigint not null
);
create index ix_ord_revenue_sum_occur_time on ord_revenue_sum (occur_time);
-- And by theme and the month of Asia/Shanghai, for the ranking.
create table ord_revenue_theme (
  theme_no text not null,
  theme_id bigint not null,
  partner_name text,
  type smallint not null,
  theme_type smallint not null,
  sale_mode smallint not null,
  pay_channel smallint not null,
  client_os smallint,
  occur_time timestamptz not null,
  deleted boolean not null default false constraint ck_ord_revenue_theme_deleted check (not deleted),
  n integer not null,
  pay_fen bigint not null,
  channel_fee_fen bigint not null,
  partner_share_fen bigint not null,
  own_fen bigint not null
);
create index ix_ord_revenue_theme_occur_time on ord_revenue_theme (occur_time);
-- Who has bought something in a month of Asia/Shanghai: a bit for each of 32,768 users whose ids follow each other.
create table ord_revenue_payers (
  month timestamptz not null,
  part integer not null,
  users bit(32768) not null
);
create index ix_ord_revenue_payers_month on ord_revenue_payers (month, part);

create function revenue_sums_added() returns trigger language plpgsql as $$
begin
  insert into ord_revenue_sum (type, theme_type, sale_mode, pay_channel, client_os, occur_time, n, pay_fen, channel_fee_fen, partner_share_fen, own_fen)
  select type, theme_type, sale_mode, pay_channel, client_os, date_trunc('day', occur_time, 'Asia/Shanghai'), count(*), sum(pay_fen), sum(channel_fee_fen),
    sum(partner_share_fen), sum(own_fen)
  from became group by 1, 2, 3, 4, 5, 6;
  insert into ord_revenue_theme (theme_no, theme_id, partner_name, type, theme_type, sale_mode, pay_channel, client_os, occur_time, n, pay_fen, channel_fee_fen, partner_share_fen, own_fen)
  select theme_no, theme_id, partner_name, type, theme_type, sale_mode, pay_channel, client_os, date_trunc('month', occur_time, 'Asia/Shanghai'), count(*), sum(pay_fen),
    sum(channel_fee_fen), sum(partner_share_fen), sum(own_fen)
  from became group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  -- D:RevenueType: 1 a sale.
  insert into ord_revenue_payers (month, part, users)
  select date_trunc('month', occur_time, 'Asia/Shanghai'), user_id / 32768, bit_or(set_bit(B'0'::bit(32768), (user_id % 32768)::integer, 1))
  from became where type = 1 group by 1, 2;
  return null;
end $$;
create trigger summed_insert after insert on ord_theme_revenue referencing new table as became for each statement execute function revenue_sums_added();

-- Adds up all entries anew. Nobody may add entries meanwhile.
create function recount_revenue_sums() returns void language sql as $$
  delete from ord_revenue_sum;
  insert into ord_revenue_sum (type, theme_type, sale_mode, pay_channel, client_os, occur_time, n, pay_fen, channel_fee_fen, partner_share_fen, own_fen)
  select type, theme_type, sale_mode, pay_channel, client_os, date_trunc('day', occur_time, 'Asia/Shanghai'), count(*), sum(pay_fen), sum(channel_fee_fen),
    sum(partner_share_fen), sum(own_fen)
  from ord_theme_revenue group by 1, 2, 3, 4, 5, 6;
  delete from ord_revenue_theme;
  insert into ord_revenue_theme (theme_no, theme_id, partner_name, type, theme_type, sale_mode, pay_channel, client_os, occur_time, n, pay_fen, channel_fee_fen, partner_share_fen, own_fen)
  select theme_no, theme_id, partner_name, type, theme_type, sale_mode, pay_channel, client_os, date_trunc('month', occur_time, 'Asia/Shanghai'), count(*), sum(pay_fen),
    sum(channel_fee_fen), sum(partner_share_fen), sum(own_fen)
  from ord_theme_revenue group by 1, 2, 3, 4, 5, 6, 7, 8, 9;
  delete from ord_revenue_payers;
  insert into ord_revenue_payers (month, part, users)
  select month, user_id / 32768, bit_or(set_bit(B'0'::bit(32768), (user_id % 32768)::integer, 1))
  from (select distinct date_trunc('month', occur_time, 'Asia/Shanghai') as month, user_id from ord_theme_revenue where type = 1) s group by 1, 2;
$$;
select recount_revenue_sums();
