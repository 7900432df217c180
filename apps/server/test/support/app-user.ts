import { createHash, randomUUID } from 'node:crypto';
import { seal } from '../../src/entity/seal.ts';
import type { TestApp } from './app.ts';

let users = 0;

/** Makes a user of the app, with a phone that takes pushes. @returns its id */
export async function addAppUser(t: TestApp, status = 1, number?: string): Promise<string> {
  const n = ++users;
  const mobile = seal(t.app.secrets, 'mobile', number ?? `137${String(n).padStart(8, '0')}`);
  const { rows } = await t.app.pool.query<{ id: string }>(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status)
     values ($1, $2, $3, $4, 0, now(), $5) returning id`,
    [`车主${n}`, mobile.enc, mobile.hash, mobile.mask, status],
  );
  const userId = String(rows[0]?.id);
  await addPhones(t, [userId]);
  return userId;
}

/** Gives each user one more phone; the sandbox of the push service knows faulty ones by the beginning of their token. */
export async function addPhones({ app }: TestApp, userIds: readonly string[], beginning = 'test'): Promise<void> {
  const tokens = userIds.map(() => `${beginning}-${randomUUID()}`);
  await app.pool.query(
    `insert into msg_push_token (user_id, token_hash, token_enc, client_os, vendor, app_version, lang)
     select user_id, hash, enc, 1, 'fcm', '1.0.0', 'zh' from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as phone (user_id, hash, enc)`,
    [
      userIds,
      tokens.map((token) => createHash('sha256').update(token).digest()),
      tokens.map((token) => seal(app.secrets, 'name', token).enc),
    ],
  );
}
