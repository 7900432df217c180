-- SIM cards at size: many are read with one request; packages change at the carrier; what does not agree with it is shown; usage by month.

-- A change of package is an operation like a change of state.
alter table sim_card
  drop constraint ck_sim_card_pending_op,
  add constraint ck_sim_card_pending_op check (pending_op in (1, 2, 3, 4, 5)),
  -- What a person has to look at: the state jumped, or the carrier does not know the card.
  add sync_issue smallint constraint ck_sim_card_sync_issue check (sync_issue in (1, 2)),
  -- When usage is read next; null: it has been read.
  add next_usage_time timestamptz,
  -- The last level that the administrators were told: percent of the package, days until the end.
  add usage_notice smallint,
  add expiry_notice smallint;
create index ix_sim_card_sync_issue on sim_card (sync_issue desc nulls last, id desc) where not deleted;
-- Carriers are read side by side.
drop index ix_sim_card_next_sync_time;
create index ix_sim_card_sync_due on sim_card (carrier, next_sync_time) where next_sync_time is not null and not deleted;
create index ix_sim_card_usage_due on sim_card (carrier, next_usage_time) where next_usage_time is not null and not deleted;

alter table sim_operation
  drop constraint ck_sim_operation_op_type,
  add constraint ck_sim_operation_op_type check (op_type in (1, 2, 3, 4, 5)),
  add package_code text,
  add constraint ck_sim_operation_package check ((op_type = 5) = (package_code is not null));

-- A new end is told anew.
create function sim_expiry_moved() returns trigger language plpgsql as $$
begin
  new.expiry_notice := null;
  return new;
end $$;
create trigger expiry_moved before update of expire_time on sim_card for each row
  when (old.expire_time is distinct from new.expire_time) execute function sim_expiry_moved();

-- Where a carrier lists its cards page by page: how far the reading of the list is.
create table sim_sweep (
  carrier smallint primary key,
  page integer not null default 1 check (page >= 1),
  started timestamptz not null default now(),
  next_time timestamptz not null default now()
);

-- An answer about many cards is kept once; `iccids` says about which.
alter table sim_carrier_log
  alter iccid drop not null,
  add iccids text[],
  add constraint ck_sim_carrier_log_cards check (iccid is not null or iccids is not null);
create index ix_sim_carrier_log_iccids on sim_carrier_log using gin (iccids) where iccids is not null;

-- Usage by day, partitioned by month.
alter table sim_flow_day rename to sim_flow_day_whole;
alter table sim_flow_day_whole rename constraint sim_flow_day_pkey to sim_flow_day_whole_pkey;
drop index ix_sim_flow_day_date;
drop index ix_sim_flow_day_vin;
create table sim_flow_day (
  iccid text not null,
  stat_date date not null,
  used_kb integer not null check (used_kb >= 0),
  up_kb integer not null check (up_kb >= 0),
  down_kb integer not null check (down_kb >= 0),
  session_count integer check (session_count >= 0),
  online_min integer check (online_min >= 0),
  vin text,
  vehicle_type_id bigint references veh_type (id),
  recv_time timestamptz not null default now(),
  primary key (iccid, stat_date)
) partition by range (stat_date);
create index ix_sim_flow_day_date on sim_flow_day (stat_date, used_kb desc);
create index ix_sim_flow_day_vin on sim_flow_day (vin, stat_date);

-- Makes the partition of the month of `day` unless it is there; attached, so that the table is not locked, by one process at a time.
create function sim_flow_day_partition(day date) returns void language plpgsql as $$
declare
  month date := date_trunc('month', day)::date;
  name text := 'sim_flow_day_' || to_char(day, 'YYYYMM');
begin
  if to_regclass(name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('sim_flow_day_partition'));
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like sim_flow_day including all)', name);
  execute format('alter table sim_flow_day attach partition %I for values from (%L) to (%L)', name, month, (month + interval '1 month')::date);
end $$;

do $$
begin
  perform sim_flow_day_partition(m.month) from (
    select distinct date_trunc('month', stat_date)::date as month from sim_flow_day_whole
    union select date_trunc('month', current_date + make_interval(months => n))::date from generate_series(-3, 2) n) m;
end $$;
insert into sim_flow_day select * from sim_flow_day_whole;
drop table sim_flow_day_whole;

-- The sandbox: packages, cards that it closes after 90 days, and answers about something else.
alter table sbx_sim_card
  add package_code text,
  add suspended timestamptz,
  drop constraint sbx_sim_card_fault_check,
  add constraint sbx_sim_card_fault_check check (fault in ('error', 'hang', 'lost', 'never', 'other', 'gone'));
alter table sbx_sim_order
  alter to_state drop not null,
  add to_package text,
  add constraint ck_sbx_sim_order_wish check ((to_state is null) <> (to_package is null));
