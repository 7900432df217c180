import { codes } from '@wheelhouse/entities/codes';
import { shareCodePattern } from '@wheelhouse/entities/events/share-record';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { defineCall, RedirectReply } from '../../../http/call.ts';
import type { PublicContext } from '../../../http/context.ts';
import { closedPage, downloadPage, isFlood, isRobot, landingPage } from '../../marketing/promotions/service.ts';
import { phoneHash, visitorHash } from './visitor.ts';

/** Counts a visit: one an hour and visitor. A visit that does not count still is the last one, for whoever registers. */
async function count({ app, ip, userAgent }: PublicContext, shareId: string): Promise<void> {
  const [caller, now] = [{ ip, userAgent }, Date.now()];
  const [visitor, phone] = [visitorHash(app.secrets, caller, now), phoneHash(app.secrets, caller, now)];
  await withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ fresh: boolean }>`
      insert into act_share_visit (share_id, hour, visitor, phone) values (${shareId}, date_trunc('hour', now()), ${visitor}::bytea, ${phone}::bytea)
      on conflict (share_id, hour, visitor) do update set time = excluded.time returning xmax = 0 as fresh`.execute(tx);
    if (rows[0]?.fresh === true)
      await sql`update act_share_record set visits = visits + 1 where id = ${shareId}`.execute(tx);
  });
}

interface Found {
  readonly id: string;
  /** Of an article that is a page elsewhere, as the app shows it. */
  readonly linkUrl: string | null;
}

/** The page that offers the app, which learns what was shared. */
function withCode(address: string, shareCode: string): string {
  const url = new URL(address);
  url.searchParams.set('share', shareCode);
  return url.href;
}

/** What the link of a share opens: the page of an article that is one, else the page that offers the app; on hosts of D:LinkHost alone. */
export const visit = defineCall('GET /s/:shareCode', {
  access: 'public',
  effect: 'changes',
  query: z.object({}),
  summary: {
    zh: '打开分享链接：计数并跳转；无效时显示说明页',
    en: 'An opened link of a share: counts and redirects; a page that explains where it is not valid',
  },
  async run(ctx) {
    const { app, ip, lang, userAgent } = ctx;
    const { shareCode: given = '' } = ctx.params;
    const shareCode = given.toLowerCase();
    const { rows } = shareCodePattern.test(shareCode)
      ? await sql<Found>`
          select s.id::text as id, v.link_url from act_share_record s
          left join cnt_article_live v on s.share_object = ${codes.ShareObject.article} and v.article_id = s.object_id::bigint
            and v.content_type = ${codes.ContentType.link}
          where s.share_code = ${shareCode} and not s.deleted`.execute(app.db)
      : { rows: [] };
    const [found] = rows;
    if (found === undefined) return closedPage(app.db, lang, 'unshared');
    const { linkUrl: landingUrl } = found;
    const own = landingUrl && (await landingPage(app.db, { landingType: codes.JumpType.url, landingUrl }));
    const download = own ? undefined : await downloadPage(app.db);
    const url = own ? own : download && withCode(download, shareCode);
    if (!url) return closedPage(app.db, lang, 'unshared');
    if (!isRobot(userAgent) && !isFlood(app, ip))
      // Whoever opens a link gets to the page also when the count fails.
      await count(ctx, found.id).catch((error: unknown) =>
        ctx.log.error({ err: error, shareId: found.id }, 'a visit of a share was not counted'),
      );
    return new RedirectReply(url);
  },
});
