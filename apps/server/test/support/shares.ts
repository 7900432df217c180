import type { TestApp } from './app.ts';

let made = 0;

interface Shared {
  readonly object?: number;
  readonly objectId?: string | null;
  readonly channel?: number;
  readonly visits?: number;
  readonly newUsers?: number;
  /** Days ago. */
  readonly ago?: number;
}

/** Makes a share of a user of the app, of the app itself unless it says of what. @returns its id */
export async function addShare({ app }: TestApp, userId: string, more: Shared = {}): Promise<string> {
  const { object = 4, objectId = null, channel = 1, visits = 0, newUsers = 0, ago = 0 } = more;
  const code = `test${String(++made)
    .padStart(6, '2')
    .replaceAll(/[01]/g, (digit) => (digit === '0' ? 'x' : 'y'))}`;
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into act_share_record (time, user_id, share_object, object_id, channel, client_os, share_code, visits, new_users)
     values (now() - make_interval(days => $2), $1, $3, $4, $5, 1, $6, $7, $8) returning id::text as id`,
    [userId, ago, object, objectId, channel, code, visits, newUsers],
  );
  return String(rows[0]?.id);
}
