import type { OutputOf } from '@wheelhouse/entities/calls';
import { entityNamed } from '@wheelhouse/entities/registry';
import { formatDay } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '../../../db/wall-clock.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { dayRange } from '../../../http/day-range.ts';
import { id } from '../../../http/kit.ts';

type Day = OutputOf<'POST /ps/crm/appTheme/statistics'>['days'][number];

const statistics = defineCall('POST /ps/crm/appTheme/statistics', {
  access: 'themeManage.statistics',
  body: z.object({ id, from: z.string().max(20), to: z.string().max(20) }),
  effect: 'reads',
  summary: { zh: '主题统计', en: 'Owners and downloads of a theme by day' },
  async run(ctx, input) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: 366 });
    await findInScope(ctx, entityNamed('appTheme'), input.id);
    const [first, last] = [sql`${formatDay(from)}::date`, sql`${formatDay(to)}::date`];
    const { rows } = await sql<Day>`
      with theme as (select theme_no from cnt_app_theme where id = ${input.id}),
      owners as (
        select u.time, u.id from cnt_user_theme u join cnt_app_theme t on t.id = u.theme_id join theme using (theme_no) where not u.deleted),
      counted as (
        select ${dayOf('time')} as stat_date, count(*)::int as owners, 0 as downloads from owners group by 1
        union all
        select d.stat_date, 0, d.downloads from cnt_theme_day d join theme using (theme_no))
      select day::date::text as "statDate", coalesce(sum(owners), 0)::int as owners, coalesce(sum(downloads), 0)::int as downloads
      from generate_series(${first}, ${last}, interval '1 day') day left join counted on stat_date = day::date group by 1 order by 1`.execute(
      ctx.app.db,
    );
    const sum = (of: 'owners' | 'downloads'): number => rows.reduce((total, row) => total + row[of], 0);
    return { owners: sum('owners'), downloads: sum('downloads'), days: rows };
  },
});

export const themeCalls: readonly Call[] = [statistics];
