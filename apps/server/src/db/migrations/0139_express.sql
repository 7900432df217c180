-- needs 0137_prizes
-- Parcels that are followed: one row a number of a company, whoever gets it. The track is kept whole, as the service answers it, the newest step first.
create table exp_parcel (
  id bigint generated always as identity primary key,
  company text not null,
  number text not null constraint ck_exp_parcel_number check (char_length(number) <= 32),
  -- Since when it is followed; a number that is used again begins anew.
  follow_time timestamptz not null default now(),
  -- The service has promised to push.
  subscribed_time timestamptz,
  -- D:ExpressState.
  state smallint constraint ck_exp_parcel_state check (state in (0, 1, 2, 3, 4, 5, 6, 7, 8, 14)),
  -- Of the newest step. What is older than this says nothing new.
  state_time timestamptz,
  steps jsonb not null default '[]' constraint ck_exp_parcel_steps check (jsonb_typeof(steps) = 'array'),
  -- When the service last said something.
  news_time timestamptz,
  -- When it was last asked: not more often than every half hour.
  asked_time timestamptz,
  -- Why nobody follows it any more, or not well: the service refuses it, its company knows no such number, or it has taken too long.
  trouble text constraint ck_exp_parcel_trouble check (trouble in ('refused', 'noRecord', 'over')),
  next_time timestamptz,
  leased_until timestamptz,
  attempts integer not null default 0,
  last_error text
);
create unique index uq_exp_parcel_number on exp_parcel (company, number);
create index ix_exp_parcel_state on exp_parcel (state, id);
create index ix_exp_parcel_next_time on exp_parcel (next_time) where next_time is not null;

-- Which winning records came by which parcel; after it came back, a record has another one.
create table exp_parcel_winning (
  winning_id bigint not null constraint fk_exp_parcel_winning_winning_id references act_winning_record (id),
  parcel_id bigint not null constraint fk_exp_parcel_winning_parcel_id references exp_parcel (id) on delete cascade,
  create_time timestamptz not null default now(),
  primary key (winning_id, parcel_id)
);
create index ix_exp_parcel_winning_parcel_id on exp_parcel_winning (parcel_id);

-- Parcels of the stand-in for the express service.
create table sbx_express_parcel (
  com text not null,
  nu text not null,
  started timestamptz not null default now(),
  -- Steps that it has reached; null: by the clock.
  held smallint,
  -- Seconds of the clock for one of the plan, which takes ten minutes.
  pace real not null default 1,
  fault text constraint ck_sbx_express_parcel_fault check (fault in ('down', 'refused')),
  callback text,
  salt text,
  due_time timestamptz,
  primary key (com, nu)
);
create index ix_sbx_express_parcel_due on sbx_express_parcel (due_time) where due_time is not null;
