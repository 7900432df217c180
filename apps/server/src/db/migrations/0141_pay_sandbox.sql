-- needs 0140_draws
-- What the stand-ins for payment channels keep: their trades, refunds, call-backs that wait for delivery, faults that were planted, and keys. In
-- the database, so that all processes have the same channel and a restart loses nothing. `channel` is D:PayChannel, `trade_no` our number.
create table sbx_pay_trade (
  channel smallint not null,
  trade_no text not null,
  id bigint generated always as identity,
  amount_fen integer not null constraint ck_sbx_pay_trade_amount_fen check (amount_fen > 0),
  subject text not null,
  -- Empty: nobody is told.
  notify_url text not null,
  state text not null default 'unpaid' constraint ck_sbx_pay_trade_state check (state in ('unpaid', 'paid', 'closed')),
  -- The channel's number, once it is paid.
  channel_trade_no text,
  payer_id text,
  refunded_fen integer not null default 0 constraint ck_sbx_pay_trade_refunded_fen check (refunded_fen between 0 and amount_fen),
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  paid_time timestamptz,
  -- When it pays by itself.
  due_time timestamptz,
  primary key (channel, trade_no),
  constraint ck_sbx_pay_trade_paid check ((state = 'paid') = (paid_time is not null) and (state = 'paid') = (channel_trade_no is not null))
);
create unique index uq_sbx_pay_trade_channel_trade_no on sbx_pay_trade (channel, channel_trade_no);
create index ix_sbx_pay_trade_paid_time on sbx_pay_trade (channel, paid_time) where paid_time is not null;
create index ix_sbx_pay_trade_due_time on sbx_pay_trade (channel, due_time) where due_time is not null;

create table sbx_pay_refund (
  channel smallint not null,
  refund_no text not null,
  id bigint generated always as identity,
  trade_no text not null,
  channel_refund_no text not null,
  amount_fen integer not null constraint ck_sbx_pay_refund_amount_fen check (amount_fen > 0),
  reason text not null,
  notify_url text not null,
  state text not null default 'processing' constraint ck_sbx_pay_refund_state check (state in ('processing', 'done', 'refused')),
  create_time timestamptz not null default now(),
  done_time timestamptz,
  due_time timestamptz,
  primary key (channel, refund_no),
  constraint fk_sbx_pay_refund_trade foreign key (channel, trade_no) references sbx_pay_trade (channel, trade_no)
);
create index ix_sbx_pay_refund_trade_no on sbx_pay_refund (channel, trade_no);
create index ix_sbx_pay_refund_create_time on sbx_pay_refund (channel, create_time);
create index ix_sbx_pay_refund_due_time on sbx_pay_refund (channel, due_time) where due_time is not null;

create table sbx_pay_notice (
  id bigint generated always as identity primary key,
  channel smallint not null,
  trade_no text not null,
  -- Null: about the trade itself.
  refund_no text,
  url text not null,
  create_time timestamptz not null default now(),
  attempts integer not null default 0,
  -- Null: taken, given up, or held back.
  due_time timestamptz,
  constraint fk_sbx_pay_notice_trade foreign key (channel, trade_no) references sbx_pay_trade (channel, trade_no),
  constraint fk_sbx_pay_notice_refund foreign key (channel, refund_no) references sbx_pay_refund (channel, refund_no)
);
create index ix_sbx_pay_notice_trade_no on sbx_pay_notice (channel, trade_no);
create index ix_sbx_pay_notice_due_time on sbx_pay_notice (channel, due_time) where due_time is not null;

-- Faults of a trade, which may be planted before it is there; with an empty number those of the whole channel.
create table sbx_pay_fault (
  channel smallint not null,
  trade_no text not null,
  faults jsonb not null constraint ck_sbx_pay_fault_faults check (jsonb_typeof(faults) = 'object'),
  primary key (channel, trade_no)
);

-- Keys of the stand-ins alone; they open nothing else.
create table sbx_pay_key (
  channel smallint not null,
  name text not null,
  value text not null,
  primary key (channel, name)
);
