-- The vehicle that a message to an owner is about: who has two sees which one.

alter table msg_inbox add column vehicle_id bigint;
