import type { SharedObject, Sharer, ShareSummary } from '@wheelhouse/contract/calls/events/shares';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { dayOf } from '../../../db/wall-clock.ts';
import { readQuery } from '../../../entity/query.ts';
import { listWhere } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { dayRange, type DayRange } from '../../../http/day-range.ts';
import { form } from '../../../http/kit.ts';
import { shareDays } from './hooks.ts';
import { objectName } from './objects.ts';

const entity = entityNamed('shareRecord');
const [mostObjects, mostSharers] = [20, 100];

interface Asked extends DayRange {
  /** Over the alias `t`: the rows of the list under the same conditions. */
  readonly where: RawBuilder<unknown>;
}

/** Conditions of the list, by the list's own rules, with both ends of the time. @throws AppError 1001, 1012, 8003 */
async function askedFor(ctx: CallContext, query: Readonly<Record<string, unknown>>): Promise<Asked> {
  const where = await listWhere(ctx, entity, readQuery(ctx, entity, { query }));
  const ends = [query['time.ge'], query['time.le']] as const;
  return { ...dayRange(ctx, ['time.ge', 'time.le'], ends, { days: shareDays }), where };
}

const sums = sql`count(*)::int as shares, coalesce(sum(f.visits), 0)::int as visits, coalesce(sum(f.new_users), 0)::int as new_users`;
const counts = sql`'shares', c.shares, 'visits', c.visits, 'newUsers', c.new_users`;

const summary = defineCall('POST /act/crm/share/summary', {
  access: 'shareCount.query',
  effect: 'reads',
  body: z.object({ query: form }),
  summary: { zh: '分享统计汇总', en: 'What came of shares' },
  async run(ctx, { query }) {
    const { from, to, where } = await askedFor(ctx, query);
    const { rows } = await ctx.app.reads.run(({ db }) =>
      sql<ShareSummary>`
        with found as materialized (
          select t.user_id, t.channel, t.visits, t.new_users, ${dayOf('t.time')} as day from act_share_record t where ${where})
        select ${sums}, count(distinct f.user_id)::int as sharers,
          (select json_agg(json_build_object('day', to_char(d.day, 'YYYY-MM-DD'), 'shares', coalesce(c.shares, 0), 'visits', coalesce(c.visits, 0),
              'newUsers', coalesce(c.new_users, 0)) order by d.day)
            from generate_series(${formatDay(from)}::date, ${formatDay(to)}::date, interval '1 day') as d(day)
            left join (select f.day, ${sums} from found f group by f.day) c on c.day = d.day::date) as days,
          coalesce((select json_agg(json_build_object('channel', c.channel, ${counts}) order by c.channel)
            from (select f.channel, ${sums} from found f group by f.channel) c), '[]') as channels
        from found f`.execute(db),
    );
    const [row] = rows;
    if (row === undefined) throw new Error('an aggregate answers one row');
    return row;
  },
});

const rank = defineCall('POST /act/crm/share/rank', {
  access: 'shareCount.query',
  effect: 'reads',
  body: z.object({ query: form, topN: z.int().min(1).max(mostSharers).default(mostSharers) }),
  summary: { zh: '分享排行', en: 'What is shared most, and by whom' },
  async run(ctx, { query, topN }) {
    const { where } = await askedFor(ctx, query);
    return ctx.app.reads.run(async ({ db }) => {
      const objects = await sql<SharedObject>`
        select f.share_object, f.object_id, ${sql.raw(objectName('f'))} as object_name, f.shares, f.visits, f.new_users
        from (select f.share_object, f.object_id, ${sums} from act_share_record f where f.id in (select t.id from act_share_record t where ${where})
          group by f.share_object, f.object_id order by visits desc, shares desc, f.share_object, f.object_id limit ${Math.min(topN, mostObjects)}) f
        order by f.visits desc, f.shares desc, f.share_object, f.object_id`.execute(db);
      const sharers = await sql<Sharer>`
        select f.user_id::text as user_id, u.nickname, u.mobile_mask as mobile, f.shares, f.visits, f.new_users
        from (select f.user_id, ${sums} from act_share_record f where f.id in (select t.id from act_share_record t where ${where})
          group by f.user_id order by visits desc, shares desc, f.user_id limit ${topN}) f join usr_app_user u on u.id = f.user_id
        order by f.visits desc, f.shares desc, f.user_id`.execute(db);
      return { objects: objects.rows, sharers: sharers.rows };
    });
  },
});

export const shareStatistics: readonly Call[] = [summary, rank];
