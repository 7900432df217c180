-- needs 0140_draws
-- Purchases of the App Store that are known here: it finds them by its own number alone. `trade_no` is our number of the trade; null: bought for no
-- order of ours.
create table pay_apple_transaction (
  transaction_id text primary key,
  trade_no text,
  paid_time timestamptz not null
);
create index ix_pay_apple_transaction_trade_no on pay_apple_transaction (trade_no);
create index ix_pay_apple_transaction_paid_time on pay_apple_transaction (paid_time);

-- What the stand-in for the App Store has sold.
create table sbx_apple_transaction (
  transaction_id bigint generated always as identity (start with 2000000000000001) primary key,
  product_id text not null,
  app_account_token text,
  -- Thousandths of the currency.
  price bigint not null,
  currency text not null,
  purchase_time timestamptz not null default now(),
  revocation_time timestamptz,
  -- Thousandths of a percent that were given back; null: all.
  revocation_percentage integer
);

-- What it tells: kept, as Apple keeps it, and sent until it is taken.
create table sbx_apple_notice (
  notice_id uuid primary key,
  type text not null,
  signed_payload text not null,
  create_time timestamptz not null,
  -- Null: taken, given up, or never to be sent.
  due_time timestamptz,
  attempts integer not null default 0,
  -- Signed by somebody else.
  is_forged boolean not null
);
create index ix_sbx_apple_notice_create_time on sbx_apple_notice (type, create_time, notice_id);
create index ix_sbx_apple_notice_due_time on sbx_apple_notice (due_time) where due_time is not null;
