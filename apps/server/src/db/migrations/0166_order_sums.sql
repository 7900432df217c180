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
-- Texts without a form of their own are compared whatever their case.
create index eq_ord_order_channel_trade_no on ord_order (lower(channel_trade_no)) where not deleted;
create index eq_ord_order_express_no on ord_order (lower(express_no)) where not deleted;
create index eq_act_winning_record_express_no on act_winning_record (lower(express_no)) where not deleted;
-- Metrics of a year read its entries from the index alone.
create index ix_ord_theme_revenue_metrics on ord_theme_revenue (occur_time) include (type, pay_fen, channel_fee_fen, partner_share_fen, own_fen, user_id) where not deleted;
