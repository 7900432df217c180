-- needs 0140_draws
-- The ledger of double entry under orders, payments, refunds, shares and settlement (decision 0044). The chart of accounts is `contract/ledger.ts`. Nothing in
-- it is ever changed, and no balance is kept in a row that postings share.

-- Made when it is first posted to.
create table ldg_account (
  id bigint generated always as identity primary key,
  -- Its kind, or `kind:of what`.
  code text not null constraint uq_ldg_account_code unique constraint ck_ldg_account_code check (code ~ '^[a-z]+(:.{1,60})?$'),
  kind text not null constraint ck_ldg_account_kind check (kind = split_part(code, ':', 1)),
  -- The side on which it grows.
  side text not null constraint ck_ldg_account_side check (side in ('debit', 'credit')),
  create_time timestamptz not null default now()
);
create trigger append_only before delete on ldg_account for each row execute function refuse_change();
-- Who makes it at the same moment as somebody else writes what is there.
create trigger unchanged before update on ldg_account for each row when (old is distinct from new) execute function refuse_change();

create table ldg_transaction (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What is posted once: `paid:GO20251120101530000123`.
  key text not null constraint uq_ldg_transaction_key unique constraint ck_ldg_transaction_key check (char_length(key) between 3 and 120),
  -- When it happened, which may be long before it is known here.
  occur_time timestamptz not null,
  order_no text constraint ck_ldg_transaction_order_no check (char_length(order_no) <= 40),
  refund_no text constraint ck_ldg_transaction_refund_no check (char_length(refund_no) <= 40),
  settlement_no text constraint ck_ldg_transaction_settlement_no check (char_length(settlement_no) <= 40),
  -- The line of a channel's bill that it is about.
  bill_ref text constraint ck_ldg_transaction_bill_ref check (char_length(bill_ref) <= 80),
  note text constraint ck_ldg_transaction_note check (char_length(note) <= 200),
  -- How many entries it has: none comes later.
  lines smallint not null constraint ck_ldg_transaction_lines check (lines >= 2),
  create_time timestamptz not null default now()
);
create index ix_ldg_transaction_order_no on ldg_transaction (order_no, id) where order_no is not null;
create index ix_ldg_transaction_refund_no on ldg_transaction (refund_no, id) where refund_no is not null;
create index ix_ldg_transaction_settlement_no on ldg_transaction (settlement_no, id) where settlement_no is not null;
create index ix_ldg_transaction_bill_ref on ldg_transaction (bill_ref, id) where bill_ref is not null;
create index ix_ldg_transaction_occur_time on ldg_transaction (occur_time, id);
create trigger append_only before update or delete on ldg_transaction for each row execute function refuse_change();

-- Above zero is debit. No foreign keys: they would lock the row of an account that everybody posts to; `ledger_entries` looks instead, and rows that it has
-- found stay.
create table ldg_entry (
  id bigint generated always as identity primary key,
  transaction_id bigint not null,
  account_id bigint not null,
  amount_fen bigint not null constraint ck_ldg_entry_amount_fen check (amount_fen <> 0 and amount_fen between -1000000000000 and 1000000000000)
);
create index ix_ldg_entry_transaction_id on ldg_entry (transaction_id);
create index ix_ldg_entry_account_id on ldg_entry (account_id, id);
create trigger append_only before update or delete on ldg_entry for each row execute function refuse_change();

-- All entries of a transaction come by one statement, and sum to zero at its end. One look a statement.
create function ledger_entries() returns trigger language plpgsql as $$
declare
  wrong text;
begin
  select 'transaction ' || f.transaction_id || case
      when t.id is null then ' does not exist'
      when s.entries <> t.lines then ' has ' || s.entries || ' entries of ' || t.lines
      when s.total <> 0 then ' sums to ' || s.total
      else ' has an entry without an account' end
    into wrong
    from (select distinct transaction_id from fresh) f left join ldg_transaction t on t.id = f.transaction_id
    cross join lateral (select count(*) as entries, sum(e.amount_fen) as total, bool_and(a.id is not null) as has_accounts
      from ldg_entry e left join ldg_account a on a.id = e.account_id where e.transaction_id = f.transaction_id) s
    where t.id is null or s.entries <> t.lines or s.total <> 0 or not s.has_accounts limit 1;
  if found then raise exception 'ledger: %', wrong using errcode = '23514'; end if;
  return null;
end $$;
create trigger ledger_entries after insert on ldg_entry referencing new table as fresh for each statement execute function ledger_entries();

-- A transaction without entries ends nowhere.
create function ledger_transaction() returns trigger language plpgsql as $$
begin
  if not exists (select from ldg_entry where transaction_id = new.id) then
    raise exception 'ledger: transaction % has no entries', new.id using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction after insert on ldg_transaction deferrable initially deferred
  for each row execute function ledger_transaction();

-- Counts of entries: each adds up those after the one before, up to an entry before which none is still under way.
create table ldg_count (
  from_entry bigint primary key,
  to_entry bigint not null,
  create_time timestamptz not null default now(),
  constraint ck_ldg_count_entries check (to_entry > from_entry)
);
create trigger append_only before update or delete on ldg_count for each row execute function refuse_change();

-- What moved on an account on a day of Asia/Shanghai, as a count found it. What arrives late is a further row of its day: the balance at the end of a day is
-- the sum of all rows up to it, and of what was posted since the last count.
create table ldg_day (
  account_id bigint not null,
  day date not null,
  from_entry bigint not null constraint fk_ldg_day_from_entry references ldg_count (from_entry),
  amount_fen bigint not null,
  primary key (day, account_id, from_entry)
);
create trigger append_only before update or delete on ldg_day for each row execute function refuse_change();
