import { seal } from '../../src/entity/seal.ts';
import type { TestApp } from './app.ts';

let users = 0;

/** Makes a user of the app. @returns its id */
export async function addAppUser({ app }: TestApp, status = 1, number?: string): Promise<string> {
  const n = ++users;
  const mobile = seal(app.secrets, 'mobile', number ?? `137${String(n).padStart(8, '0')}`);
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status)
     values ($1, $2, $3, $4, 0, now(), $5) returning id`,
    [`车主${n}`, mobile.enc, mobile.hash, mobile.mask, status],
  );
  return String(rows[0]?.id);
}
