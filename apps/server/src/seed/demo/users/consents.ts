import type { PoolClient } from 'pg';

/** What the demo's users answered when they registered: all agreed to the texts, most let the app use their location, some want no SMS of campaigns. */
const answers = `insert into usr_consent (user_id, kind, version_no, agreed, time, create_time, update_time)
  select u.id, a.kind, case when a.kind in (1, 2) then 1 end, a.agreed, t.time, t.time, t.time
  from usr_app_user u
  cross join lateral (values (1, 1), (2, 1), (3, case when u.id % 3 = 0 then 0 end), (4, case when u.id % 7 = 0 then 0 else 1 end)) a (kind, agreed)
  cross join lateral (select u.register_time + make_interval(secs => 20 * a.kind) as time) t
  where u.status in (1, 2, 3) and not u.deleted and a.agreed is not null and t.time <= now()`;

/** Consent of the users of the demo. */
export async function makeConsents(client: PoolClient): Promise<void> {
  await client.query(answers);
}
