-- needs 0149_recon
-- Payments that came for an order and that it does not take, in another amount or a second time: each goes back once, by a refund of its own.
create table ord_held (
  id bigint generated always as identity primary key,
  order_id bigint not null constraint fk_ord_held_order_id references ord_order (id),
  -- D:PayChannel.
  channel smallint not null,
  channel_trade_no text not null,
  pay_fen bigint not null constraint ck_ord_held_pay_fen check (pay_fen > 0),
  -- What the channel keeps of it.
  fee_fen bigint not null constraint ck_ord_held_fee_fen check (fee_fen >= 0),
  occur_time timestamptz not null,
  -- The refund by which it goes back; none while nobody has asked for it, or what was asked for does not happen.
  refund_id bigint constraint fk_ord_held_refund_id references ord_refund (id),
  returned_time timestamptz,
  constraint ck_ord_held_returned check (returned_time is null or refund_id is not null),
  constraint uq_ord_held_trade unique (channel, channel_trade_no)
);
create index ix_ord_held_order_id on ord_held (order_id);
create unique index uq_ord_held_refund_id on ord_held (refund_id) where refund_id is not null;

alter table ord_order add column suspense_fen bigint not null default 0 constraint ck_ord_order_suspense_fen check (suspense_fen >= 0);
create index ix_ord_order_suspense_fen on ord_order (suspense_fen desc nulls last, id desc) where not deleted;

alter table ord_refund add column held_trade_no text constraint ck_ord_refund_held_trade_no check (char_length(held_trade_no) <= 64);
create trigger fixed_held before update of held_trade_no on ord_refund
  for each row when (old.held_trade_no is distinct from new.held_trade_no) execute function refuse_change();

-- What the ledger holds already.
insert into ord_held (order_id, channel, channel_trade_no, pay_fen, fee_fen, occur_time)
select o.id, split_part(t.key, ':', 2)::smallint, t.bill_ref, 0 - l.fen, l.fee_fen, t.occur_time
from ldg_transaction t join ord_order o on o.order_no = t.order_no
cross join lateral (
  select sum(e.amount_fen) filter (where a.code = 'suspense:wrongAmount') as fen, coalesce(sum(e.amount_fen) filter (where a.kind = 'fee'), 0) as fee_fen
  from ldg_entry e join ldg_account a on a.id = e.account_id where e.transaction_id = t.id) l
where t.kind = 'held' and l.fen < 0 and t.bill_ref is not null;
update ord_order o set suspense_fen = h.fen from (select order_id, sum(pay_fen) as fen from ord_held group by 1) h where h.order_id = o.id;
