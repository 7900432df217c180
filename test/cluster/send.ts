import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { machines } from '@wheelhouse/entities/machines';
import type pg from 'pg';
import type { Secrets } from '../../apps/server/src/config.ts';
import { seal } from '../../apps/server/src/entity/seal.ts';
import type { PushService } from './push-service.ts';
import { patienceMs } from '../faults/process.ts';

/** The lease of a worker that was killed, and some. */
const { waiting } = machines['SM-Message'].states;

export interface SendCounts {
  readonly people: number;
  /** People who have the notice once, with one push of it in its final state. */
  readonly whole: number;
  /** Pushes that the service was given. */
  readonly pushed: number;
  /** Of these, given before. */
  readonly again: number;
  /** A second, from the first to the last. */
  readonly rate: number;
  /** The most that the service was given within any second. */
  readonly mostInASecond: number;
}

/** Users of the app with a phone each, in place of those before: a person gets so many pushes a day and no more. */
export async function addPeople(pool: pg.Pool, secrets: Secrets, people: number): Promise<void> {
  await pool.query('update usr_app_user set deleted = true');
  const { rows } = await pool.query<{ id: string }>(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status, client_os, app_version)
     select 'u' || i, '\\x00', sha256(gen_random_uuid()::text::bytea), '***', 0, now(), 1, 1, '1.0.0' from generate_series(1, $1::int) i returning id`,
    [people],
  );
  const tokens = rows.map(({ id }) => `cluster-${id}`);
  await pool.query(
    `insert into msg_push_token (user_id, token_hash, token_enc, client_os, vendor, app_version, lang)
     select user_id, hash, enc, 1, 'fcm', '1.0.0', 'zh' from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as phone (user_id, hash, enc)`,
    [
      rows.map(({ id }) => id),
      tokens.map((token) => createHash('sha256').update(token).digest()),
      tokens.map((token) => seal(secrets, 'name', token).enc),
    ],
  );
}

/** Sends a notice that was approved to all users, into their inboxes and by push. @returns its id */
export async function sendNotice(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (insert into msg_system (msg_no, title, notice_type, receivers, channels, content, pinned, popup, end_time, status, target_count, read_count)
     select 'MN' || to_char(clock_timestamp(), 'YYMMDDHH24MISSMS'), '例行维护通知', (select min(code) from sys_item_code where category = 'NoticeType'), '{1}', '{1,2}',
       '<p>例行维护</p>', 0, 0, now() + interval '30 days', $1::smallint, 0, 0
     returning id)
     insert into sys_approval (entity, entity_id, round, step) select 'systemMessage', id, 1, 'waived' from made returning entity_id::text as id`,
    [waiting],
  );
  return rows[0]?.id ?? '';
}

/** Waits until nobody of a notice is left out, three minutes at most. @param first arrival at the service that may belong to it */
export async function sent(pool: pg.Pool, service: PushService, id: string, first: number): Promise<SendCounts> {
  const read = async () => {
    const { rows } = await pool.query<{ people: number; whole: number }>(
      `select (select count(*)::int from usr_app_user where not deleted) as people, (select count(*)::int from (
         select i.user_id from msg_inbox i join msg_push_record r on r.inbox_id = i.id and r.channel = 2
         where i.ref_type = 'systemMessage' and i.ref_id = $1
         group by 1 having count(*) = 1 and bool_and(r.status in (1, 2))) one) as whole`,
      [id],
    );
    return rows[0] ?? { people: 0, whole: 0 };
  };
  let counts = await read();
  for (const end = Date.now() + patienceMs; counts.whole < counts.people && Date.now() < end; counts = await read())
    await sleep(200);
  const arrivals = service.arrivals.slice(first);
  const seconds = ((arrivals.at(-1)?.at ?? 0) - (arrivals[0]?.at ?? 0)) / 1000;
  return {
    ...counts,
    rate: seconds === 0 ? 0 : Math.round(((arrivals.length - 1) / seconds) * 10) / 10,
    pushed: arrivals.length,
    again: arrivals.length - new Set(arrivals.map(({ key }) => key)).size,
    mostInASecond: mostWithin(
      arrivals.map(({ at }) => at),
      1_000,
    ),
  };
}

/** @param times ms, in order */
function mostWithin(times: readonly number[], ms: number): number {
  let [most, from] = [0, 0];
  for (const [to, time] of times.entries()) {
    while (time - (times[from] ?? time) >= ms) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}
