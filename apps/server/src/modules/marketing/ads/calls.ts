import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { adSlots } from '@wheelhouse/entities/marketing/ad-slots';
import { sql } from 'kysely';
import { z } from 'zod';
import { inLang } from '../../../db/in-lang.ts';
import { today, wallClock } from '../../../db/wall-clock.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { dayRange } from '../../../http/day-range.ts';
import { AppError } from '../../../http/errors.ts';
import { id } from '../../../http/kit.ts';
import { signedUrl } from '../../files/service.ts';
import { isForUser } from '../../audience/service.ts';

const advertisement = entityNamed('advertisement');
const { waiting, live } = machines['SM-Ad'].states;
/** Of places without a limit. */
const mostShown = 20;
/** What one user's app may count of an advertisement in a day. */
const mostEvents = { show: 100, click: 20 } as const;

/** Its time, not the state that follows it within a minute, decides what is on. */
const isOn = sql`not a.deleted and a.status in (${waiting}, ${live}) and a.start_time <= now() and a.end_time > now()`;

interface Shown {
  readonly id: string;
  readonly title: string;
  readonly image: string;
  readonly jumpType: number;
  readonly jumpTarget: string | null;
  readonly displaySeconds: number | null;
  readonly frequency: number;
  readonly endTime: string;
}

const list = defineAppCall('GET /app/v1/ad/list', {
  query: z.object({
    position: z.string().regex(/^[1-5]$/),
    clientOs: z.string().regex(/^[1-3]$/),
    version: z.string().regex(/^\d{1,3}(\.\d{1,3}){2}$/),
  }),
  summary: { zh: 'APP：展示中的广告', en: 'App: advertisements that are on' },
  async run({ app, lang, appUser }, { position, clientOs, version }) {
    const isHere = sql`${isOn} and a.position = ${Number(position)}`;
    const made = await sql<{ by: string | null }>`
      select distinct a.create_by::text as by from ps_advertisement a where ${isHere}`.execute(app.db);
    const authors = made.rows.map(({ by }) => by);
    const { rows } = await sql<Shown>`
      select a.id::text as id, a.title, ${inLang(lang, 'a.image')} as image, a.jump_type as "jumpType", a.jump_target as "jumpTarget",
        a.display_seconds as "displaySeconds", a.frequency, ${wallClock('a.end_time')} as "endTime"
      from ps_advertisement a join usr_app_user u on u.id = ${appUser.id}
      where ${isHere} and ${await isForUser(app.db, advertisement, 'a', { clientOs, version, authors })}
      order by a.sort, a.id desc limit ${adSlots[Number(position)]?.most ?? mostShown}`.execute(app.db);
    return rows.map(({ image: fileId, ...row }) => ({ ...row, imageUrl: signedUrl(app, fileId) }));
  },
});

const event = defineAppCall('POST /app/v1/ad/event', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id, event: z.enum(['show', 'click']) }),
  summary: { zh: 'APP：上报广告展示或点击', en: 'App: an advertisement was shown or clicked' },
  async run({ app, appUser }, input) {
    const [show, click] = input.event === 'show' ? [1, 0] : [0, 1];
    const { rows } = await sql<{ known: boolean }>`
      with ad as (select a.id from ps_advertisement a where a.id = ${input.id} and ${isOn}),
      recorded as (
        insert into ps_ad_user_day as d (stat_date, ad_id, user_id, shows, clicks)
        select ${today}, ad.id, ${appUser.id}::bigint, ${show}::int, ${click}::int from ad
        on conflict (stat_date, ad_id, user_id) do update set shows = d.shows + excluded.shows, clicks = d.clicks + excluded.clicks
          where excluded.shows = 1 and d.shows < ${mostEvents.show} or excluded.clicks = 1 and d.clicks < ${mostEvents.click}
        returning ad_id, stat_date, (d.shows + d.clicks = 1)::int as users),
      counted as (
        insert into ps_ad_stat_day as s (ad_id, stat_date, impressions, clicks, users)
        select ad_id, stat_date, ${show}::int, ${click}::int, users from recorded
        on conflict (ad_id, stat_date) do update set impressions = s.impressions + excluded.impressions,
          clicks = s.clicks + excluded.clicks, users = s.users + excluded.users)
      select exists (select 1 from ad) as known`.execute(app.db);
    if (rows[0]?.known !== true) throw new AppError(1002);
    return null;
  },
});

interface Day {
  readonly statDate: string;
  readonly impressions: number;
  readonly clicks: number;
  readonly users: number;
}

const statistics = defineCall('POST /ps/crm/advertisement/statistics', {
  access: 'bannerManage.query',
  body: z.object({ id, from: z.string().max(20), to: z.string().max(20) }),
  summary: { zh: '广告统计', en: 'Impressions and clicks of an advertisement by day' },
  async run(ctx, input) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: 366 });
    await findInScope(ctx, advertisement, input.id);
    const { rows } = await sql<Day>`
      select s.stat_date::text as "statDate", s.impressions, s.clicks, s.users from ps_ad_stat_day s
      where s.ad_id = ${input.id} and s.stat_date between ${formatDay(from)}::date and ${formatDay(to)}::date
      order by s.stat_date`.execute(ctx.app.db);
    const sum = (of: 'impressions' | 'clicks'): number => rows.reduce((total, row) => total + row[of], 0);
    return { impressions: sum('impressions'), clicks: sum('clicks'), days: rows };
  },
});

export const adCalls: readonly Call[] = [list, event, statistics];
