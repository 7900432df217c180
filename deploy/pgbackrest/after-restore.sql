-- After a restore to an earlier time, before the platform starts: psql -v ahead=100000 -f after-restore.sql wheelhouse
-- Numbers that left the house since then (orders to carriers, numbers of records in letters and apps) are not given a second time, and people sign in
-- again: their passwords and rights may have been changed since.
\set ON_ERROR_STOP on
begin;
-- Those without a number too: they may have given their first ones since.
select count(setval(format('%I.%I', schemaname, sequencename)::regclass, least(coalesce(last_value, start_value) + :ahead, max_value))) as sequences
  from pg_sequences where schemaname = 'public' and not cycle;
update sys_session set revoked_time = now(), revoked_reason = 'ended' where revoked_time is null;
commit;
