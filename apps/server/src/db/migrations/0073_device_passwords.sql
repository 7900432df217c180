-- Passwords of devices at a NATS cluster are signed claims, which its nodes check without asking the platform. The platform keeps of each
-- only the public key that names it, and the keys of those that are no longer good, which it takes to the nodes.

alter table dev_credential add nats_key text;
comment on column dev_credential.nats_key is 'public key of the user JWT that the device has; null: none was made';

create table dev_nats_revocation (
  nats_key    text primary key,
  revoke_time timestamptz not null default now()
);

-- Whatever replaces or removes a credential, its password is revoked in the same transaction.
create function dev_credential_revoke() returns trigger language plpgsql as $$
begin
  insert into dev_nats_revocation (nats_key) values (old.nats_key) on conflict do nothing;
  return null;
end $$;
create trigger dev_credential_replaced after update of nats_key on dev_credential for each row
  when (old.nats_key is not null and old.nats_key is distinct from new.nats_key) execute function dev_credential_revoke();
create trigger dev_credential_removed after delete on dev_credential for each row
  when (old.nats_key is not null) execute function dev_credential_revoke();
