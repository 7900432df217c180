import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

/** Columns that the app shows: those of the record as they were approved. */
const shown = sql.raw(
  `title, title_en, type_id, author, cover, cover_style, cover_images, summary, content_type, content, content_en, link_url, tags, vehicle_type_ids,
    allow_comment, allow_share, share_title, share_image`,
);

/** Shows what an article says now in the app: what was approved, to the letter. */
export async function goLive(tx: Tx, articleId: string): Promise<void> {
  await sql`delete from cnt_article_live where article_id = ${articleId}`.execute(tx);
  await sql`
    insert into cnt_article_live (article_id, publish_time, ${shown})
    select id, now(), ${shown} from cnt_article where id = ${articleId}`.execute(tx);
}

/** Shows it no longer. */
export async function leaveLive(tx: Tx, articleId: string): Promise<void> {
  await sql`delete from cnt_article_live where article_id = ${articleId}`.execute(tx);
}

export async function isLive(tx: Tx, articleId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from cnt_article_live where article_id = ${articleId}`.execute(tx);
  return rows.length > 0;
}
