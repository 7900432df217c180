-- Messages to owners, by channel, and notices to the console's own users.

create table msg_push (
  id          bigint generated always as identity primary key,
  user_id     bigint not null,             -- usr_app_user
  kind        text not null constraint ck_msg_push_kind check (kind in ('alarm', 'system', 'service')),
  title_zh    text not null,
  title_en    text not null,
  body_zh     text not null,
  body_en     text not null,
  route       text,                        -- page of the app it opens
  ref_type    text,                        -- what it is about
  ref_id      text,
  dedupe_key  text,
  create_time timestamptz not null default now()
);
create unique index uq_msg_push_dedupe on msg_push (user_id, dedupe_key) where dedupe_key is not null;
create index ix_msg_push_ref on msg_push (ref_type, ref_id) where ref_id is not null;
create index ix_msg_push_user on msg_push (user_id, id desc);
create index ix_msg_push_time on msg_push (create_time);

create table msg_push_channel (
  push_id        bigint not null references msg_push on delete cascade,
  channel        smallint not null constraint ck_msg_push_channel check (channel in (2, 3, 4)), -- D:PushChannel
  status         smallint not null default 0 constraint ck_msg_push_status check (status between 0 and 5), -- D:PushStatus
  attempts       smallint not null default 0,
  next_time      timestamptz default now(), -- when to try, or to ask whether it arrived; null when there is nothing left to do
  provider_id    text,
  fail_code      text,
  sent_time      timestamptz,
  delivered_time timestamptz,
  primary key (push_id, channel)
);
create index ix_msg_push_channel_due on msg_push_channel (next_time) where next_time is not null;

-- What the sandbox of the push service was given: it stands for the phones where there is no provider.
create table msg_push_outbox (
  id          bigint generated always as identity primary key,
  key         text not null unique,        -- the sender's: the same message given twice is one
  channel     smallint not null,
  user_id     bigint not null,
  target_mask text,                        -- of a call: the number, masked
  title       text not null,
  body        text not null,
  route       text,
  attempts    smallint not null default 1,
  result      text,                        -- delivered, or why not; null while the provider is busy
  due_time    timestamptz,                 -- when the result is known
  create_time timestamptz not null default now()
);
create index ix_msg_push_outbox_time on msg_push_outbox (create_time);

create table msg_notice (
  id          bigint generated always as identity primary key,
  user_id     bigint not null,             -- sys_user
  level       smallint not null constraint ck_msg_notice_level check (level between 1 and 4),
  title_zh    text not null,
  title_en    text not null,
  body_zh     text not null,
  body_en     text not null,
  path        text not null,               -- page of the console it opens
  create_time timestamptz not null default now(),
  read_time   timestamptz
);
create index ix_msg_notice_user on msg_notice (user_id, id desc);
create index ix_msg_notice_unread on msg_notice (user_id) where read_time is null;
create index ix_msg_notice_time on msg_notice (create_time);

-- Nonces of signed device calls, kept while a call with their timestamp would be taken (http/device-call.ts).
create table dev_nonce (
  imei  text not null,
  nonce text not null,
  time  timestamptz not null default now(),
  primary key (imei, nonce)
);
create index ix_dev_nonce_time on dev_nonce (time);
