-- needs 0149_recon
-- Calls of payment channels that were refused, or odd, for operators to read.
alter table ord_pay_notify
  alter column notice_id drop not null,
  add column rev integer not null default 1,
  add column create_by bigint,
  add column update_by bigint,
  add column update_time timestamptz not null default now(),
  add column deleted boolean not null default false,
  add column pay_channel smallint generated always as (channel) stored not null,
  -- D:PayNoticeKind, by the result (D:PayNoticeResult).
  add column notice_kind smallint generated always as (
    case when result in ('taken', 'known', 'other') then 1 when result in ('differs', 'late', 'twice', 'unknown') then 2 else 3 end) stored not null,
  add column channel_trade_no text,
  add column said_fen bigint,
  add column said text constraint ck_ord_pay_notify_said check (char_length(said) <= 200),
  -- Refused calls of one kind that came too fast to be written one by one.
  add column times integer not null default 1 constraint ck_ord_pay_notify_times check (times >= 1),
  add constraint ck_ord_pay_notify_pay_channel check (pay_channel in (1, 2, 3, 4, 5)),
  add constraint ck_ord_pay_notify_notice_kind check (notice_kind in (1, 2, 3)),
  add constraint ck_ord_pay_notify_trade_no check (char_length(trade_no) <= 64),
  add constraint ck_ord_pay_notify_refund_no check (char_length(refund_no) <= 64),
  add constraint ck_ord_pay_notify_channel_trade_no check (char_length(channel_trade_no) <= 64),
  add constraint ck_ord_pay_notify_notice_id check (char_length(notice_id) <= 128);

create index ix_ord_pay_notify_create_time on ord_pay_notify (create_time desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_update_time on ord_pay_notify (update_time desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_pay_channel on ord_pay_notify (pay_channel desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_notice_kind on ord_pay_notify (notice_kind desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_result on ord_pay_notify (result desc nulls last, id desc) where not deleted;
drop index ix_ord_pay_notify_trade_no;
create index ix_ord_pay_notify_trade_no on ord_pay_notify (trade_no desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_refund_no on ord_pay_notify (refund_no desc nulls last, id desc) where not deleted;
create index ix_ord_pay_notify_channel_trade_no on ord_pay_notify (channel_trade_no desc nulls last, id desc) where not deleted;
