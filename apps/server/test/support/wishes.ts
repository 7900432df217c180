import type { TestApp } from './app.ts';

let made = 0;

/** Makes a wish of an app user that nobody has looked at. @returns its id */
export async function addWish({ app }: TestApp, userId: string): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into act_wish (wish_no, content, category, user_id, like_count, status, flagged, top)
     values ($1, $2, '1', $3, 0, 0, 0, 0) returning id::text as id`,
    [`WS20250101${String(++made).padStart(6, '0')}`, `希望增加离线导航，第${made}次许愿`, userId],
  );
  return String(rows[0]?.id);
}
