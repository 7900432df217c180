import type { TestApp } from './app.ts';

let made = 0;

/** Makes feedback of an app user that nobody has dealt with. @returns its id */
export async function addFeedback({ app }: TestApp, userId: string): Promise<string> {
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into cs_feedback (feedback_no, user_id, category_code, sub_code, content, with_log, client_os, app_version, status, priority, reopened)
     values ($1, $2, 'P05', 'P0502', $3, 0, 1, '5.2.0', 0, 2, 0) returning id::text as id`,
    [`FB20250101${String(++made).padStart(6, '0')}`, userId, `感应解锁没有反应，第${made}次`],
  );
  return String(rows[0]?.id);
}
