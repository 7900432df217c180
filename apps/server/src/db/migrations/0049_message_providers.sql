-- Push, SMS and voice services that are asked over HTTP.

-- The push service is sent the token itself: it is kept sealed. Phones that registered earlier have only its hash until they register
-- again, which the app does at each start.
alter table msg_push_token add token_enc bytea;

alter table msg_push_record
  add received_time timestamptz,           -- when a phone of the user said that it has the push
  add sms_template  jsonb;                 -- {id, values}: the provider's template, where the message has one

-- What the sandboxes of push and voice were given. A provider knows the phone, not its user.
alter table msg_push_outbox
  alter column user_id drop not null,
  alter column title drop not null;

-- When the next request to a provider may leave: all processes together keep one rate.
create table msg_provider_rate (
  provider  text primary key,
  free_time timestamptz not null
);
