import { sql } from 'kysely';
import { z } from 'zod';
import type { Lang } from '@wheelhouse/contract/lang';
import type { SimAbnormal, SimDay, SimMonth } from '@wheelhouse/contract/calls/sim';
import { withTransaction } from '../../db/pool.ts';
import { readPage } from '../../entity/sql-page.ts';
import { carrierOf } from '../../adapters/carrier/index.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { format, paged } from '../../http/kit.ts';
import { inLang } from '../../db/in-lang.ts';
import { limiter } from '../../limiter.ts';
import { refusalOf } from './card-calls.ts';
import { findCards } from './judge.ts';
import { exportUsage } from './flow-export.ts';
import { abnormalQuery, chartQuery, dayQuery, monthQuery, poolQuery } from './flow-queries.ts';
import {
  abnormalSource,
  daysOf,
  daySource,
  meets,
  monthSource,
  poolRows,
  usageOf,
  usageOfCards,
} from './flow-reports.ts';
import { keepDays } from './keep-days.ts';

const access = ['simFlow.query', 'simIndex.query'] as const;
const mostDays = 92;
const syncDays = 31;
const syncCards = 20;
const parallel = 4;
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

const days = defineCall('POST /veh/crm/simFlow/day', {
  access,
  body: z.object({ ...paged, query: dayQuery }),
  summary: { zh: '日用量', en: 'Usage by day' },
  run: (ctx, { query, ...paging }) => readPage<SimDay>(ctx.app.db, daySource(ctx, query), paging),
});

const months = defineCall('POST /veh/crm/simFlow/month', {
  access,
  body: z.object({ ...paged, query: monthQuery }),
  summary: { zh: '月用量', en: 'Usage by month' },
  run: (ctx, { query, ...paging }) => readPage<SimMonth>(ctx.app.db, monthSource(ctx, query), paging),
});

const pools = defineCall('POST /veh/crm/simFlow/pool', {
  access,
  body: z.object({ query: poolQuery }),
  summary: { zh: '流量池用量', en: 'Usage of pools' },
  run: (ctx, { query }) => poolRows(ctx, query),
});

const abnormal = defineCall('POST /veh/crm/simFlow/abnormal', {
  access,
  body: z.object({ ...paged, query: abnormalQuery }),
  summary: { zh: '异常用量', en: 'Abnormal usage' },
  run: (ctx, { query, ...paging }) => readPage<SimAbnormal>(ctx.app.db, abnormalSource(ctx, query), paging),
});

/** What the bars of the chart stand for, by dimension, and what they are added up by. */
const dimensions = (lang: Lang) =>
  ({
    day: { key: sql`to_char(d.stat_date, 'YYYY-MM-DD')`, by: sql`d.stat_date`, order: sql`1` },
    card: { key: sql`d.iccid`, by: sql`1`, order: sql`2 desc, 1` },
    vehicle: { key: sql`coalesce(d.vin, '-')`, by: sql`1`, order: sql`2 desc, 1` },
    model: { key: sql`coalesce(${inLang(lang, 'm.name')}, '-')`, by: sql`1`, order: sql`2 desc, 1` },
    pool: { key: sql`coalesce(s.pool_id, '-')`, by: sql`1`, order: sql`2 desc, 1` },
  }) as const;

const chart = defineCall('POST /veh/crm/simFlow/chart', {
  access,
  body: chartQuery,
  summary: { zh: '流量图表', en: 'Usage for charts' },
  async run(ctx, { dimension, from, to, topN, ...query }) {
    const range = daysOf(ctx, from, to, mostDays);
    const { key, by, order } = dimensions(ctx.lang)[dimension];
    const most = dimension === 'day' ? mostDays : topN;
    const { rows } = await sql<{ key: string; usedKb: number; upKb: number; downKb: number }>`
      select ${key} as key, sum(d.used_kb)::float8 as used_kb, sum(d.up_kb)::float8 as up_kb, sum(d.down_kb)::float8 as down_kb
      from ${dimension === 'pool' ? usageOfCards : usageOf(ctx, query)} where d.stat_date between ${range.from}::date and ${range.to}::date and ${meets(ctx, query, sql`d.vin`, sql`d.vehicle_type_id`)}
      group by ${by} order by ${order} limit ${most}`.execute(ctx.app.db);
    return rows;
  },
});

const sync = defineCall('POST /veh/crm/simFlow/sync', {
  access: 'simFlow.sync',
  body: z.object({ iccids: z.array(format('iccid')).min(1).max(syncCards), from: day, to: day }),
  summary: { zh: '同步流量', en: 'Read usage from the carriers now' },
  async run(ctx, { iccids, from, to }) {
    const { app } = ctx;
    const range = daysOf(ctx, from, to, syncDays);
    const cards = await findCards(app.db, { iccids, seenBy: ctx.user });
    if (cards.length === 0) throw new AppError(1002);
    const turn = limiter(parallel);
    try {
      const read = await Promise.all(
        cards.map((card) =>
          turn(async () => {
            const found = await (await carrierOf(app, card.carrier)).usage(card.iccid, range.from, range.to);
            await withTransaction(app.db, (tx) => keepDays(tx, new Map([[card.iccid, found]])));
            return found.length;
          }),
        ),
      );
      return { cards: cards.length, days: read.reduce((sum, n) => sum + n, 0) };
    } catch (error) {
      throw refusalOf(error);
    }
  },
});

export const simFlowCalls: readonly Call[] = [days, months, pools, abnormal, chart, sync, exportUsage];
