import { machines } from '@wheelhouse/entities/machines';
import { promoCodePattern } from '@wheelhouse/entities/marketing/promotion';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { defineCall, RedirectReply } from '../../../http/call.ts';
import type { App, PublicContext } from '../../../http/context.ts';
import { RateLimit } from '../../../http/rate.ts';
import { closedPage } from './closed.ts';
import { deviceHash, isRobot } from './device.ts';
import { promotionEvent } from './events.ts';
import { downloadPage, landingPage } from './landing.ts';

const { draft, notStarted, running, ended } = machines['SM-Promotion'].states;

/** Visits of one address for one code that count within an hour: a shop has one address for all its customers. */
export const mostVisits = 20;

const limits = new WeakMap<App, RateLimit>();
/** A flood from one address is not counted. */
export function isFlood(app: App, ip: string): boolean {
  const limit = limits.get(app) ?? new RateLimit(60, 1);
  limits.set(app, limit);
  return !limit.take(ip);
}

const counters = {
  [promotionEvent.scan]: sql.raw('scan_count'),
  [promotionEvent.download]: sql.raw('download_count'),
} as const;
type Visit = keyof typeof counters;

/** Counts a visit, unless its address has had its share. Visits of one address for one code are counted one after the other. */
async function count({ app, ip, userAgent }: PublicContext, id: string, event: Visit): Promise<void> {
  const device = deviceHash(app.secrets, { ip, userAgent });
  await withTransaction(app.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`promotion:${id}:${ip}`}, 0))`.execute(tx);
    const { rows } = await sql`
      insert into ps_promotion_event (promotion_id, event, device_hash, ip)
      select ${id}::bigint, ${event}::smallint, ${device}::bytea, ${ip}::text
      where (select count(*) from ps_promotion_event e
        where e.ip = ${ip}::text and e.promotion_id = ${id}::bigint and e.event = ${event}::smallint and e.time > now() - interval '1 hour') < ${mostVisits}
      returning id`.execute(tx);
    // Not a change of the record: whoever is editing it need not load it again.
    if (rows.length > 0)
      await sql`update ps_promotion set ${counters[event]} = ${counters[event]} + 1 where id = ${id}`.execute(tx);
  });
}

interface Found {
  readonly id: string;
  readonly landingType: number;
  readonly landingUrl: string | null;
  /** Whether visits count now, and whether it is over, by the clock: the state follows within a minute. */
  readonly counts: boolean;
  readonly isOver: boolean;
}

/**
 * What a QR code opens. A code stays good while its promotion is paused, as it is printed; one whose address is no longer allowed leads to the
 * page that offers the app. The code of an ended promotion or of none gets a page of this server.
 */
export const visit = defineCall('GET /p/:promoCode', {
  access: 'public',
  effect: 'changes',
  query: z.object({ to: z.literal('download').optional() }),
  summary: {
    zh: '扫推广码：计数并跳转；无效或已结束时显示说明页',
    en: 'A scanned promotion code: counts and redirects; a page that explains where it is not valid',
  },
  async run(ctx, { to }) {
    const { app, ip, lang, userAgent } = ctx;
    const { promoCode = '' } = ctx.params;
    const code = promoCode.toUpperCase();
    const { rows } = promoCodePattern.test(code)
      ? await sql<Found>`
          select id::text as id, landing_type, landing_url, status in (${notStarted}, ${running}) and now() >= start_time and now() < end_time as counts,
            status = ${ended} or now() >= end_time as is_over
          from ps_promotion where lower(promo_code) = lower(${code}) and not deleted and status <> ${draft}`.execute(
          app.db,
        )
      : { rows: [] };
    const [found] = rows;
    if (found === undefined || found.isOver) return closedPage(app.db, lang, found ? 'ended' : 'unknown');
    const own = to === 'download' ? undefined : await landingPage(app.db, found);
    const url = own ?? (await downloadPage(app.db));
    if (url === undefined) return closedPage(app.db, lang, 'unknown');
    if (found.counts && !isRobot(userAgent) && !isFlood(app, ip)) {
      const event = to === 'download' ? promotionEvent.download : promotionEvent.scan;
      // Whoever stands before a poster gets to the page also when the count fails.
      await count(ctx, found.id, event).catch((error: unknown) =>
        ctx.log.error({ err: error, promotionId: found.id }, 'a visit of a promotion was not counted'),
      );
    }
    return new RedirectReply(url);
  },
});
