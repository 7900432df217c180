import type { PoolClient } from 'pg';

/** Phones of the demo's users: the one they use, and of every fourth the one before it. */
const phones = `insert into usr_device (user_id, phone_model, client_os, os_version, app_version, last_login_time, login_count, revoked, device_hash, create_time, update_time)
  select u.id, m.models[1 + ((u.id + n) % 4)::int], u.os,
    case u.os when 2 then (array['17.6', '18.1', '18.2'])[1 + (u.id % 3)::int] when 3 then '5.0' else (array['13', '14', '15'])[1 + (u.id % 3)::int] end,
    u.app_version, t.last, 1 + ((u.id * 7 + n) % 20)::int, n, substr(sha256(('demo phone ' || u.id || ' ' || n)::bytea), 1, 16), least(u.register_time, t.last), t.last
  from (select id, coalesce(client_os, 1) as os, coalesce(app_version, '2.4.0') as app_version, register_time, coalesce(last_active_time, register_time) as seen
    from usr_app_user where status in (1, 2, 3) and not deleted) u
  cross join generate_series(0, 1) as n
  cross join lateral (select greatest(u.register_time, u.seen - make_interval(days => n * 120)) as last) t
  cross join lateral (select case u.os
    when 2 then array['iPhone 13', 'iPhone 14', 'iPhone 15 Pro', 'iPhone 16']
    when 3 then array['Mate 60 Pro', 'Pura 70', 'nova 12', 'Mate X5']
    else array['Xiaomi 14', 'OPPO Reno11', 'vivo X100', 'HONOR 100'] end as models) m
  where n = 0 or u.id % 4 = 0`;

/** Where the users of the demo have signed in. */
export async function makeAppDevices(client: PoolClient): Promise<void> {
  await client.query(phones);
}
