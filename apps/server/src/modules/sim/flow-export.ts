import type { Lang, Text } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { issueSheet } from '../../entity/export/issue-sheet.ts';
import { countRows, type PageSource } from '../../entity/sql-page.ts';
import { defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { parseInput } from '../../http/translate.ts';
import type { Cell } from '../../sheet/write.ts';
import { simAbnormalRules } from '@wheelhouse/entities/sim/abnormal';
import { abnormalQuery, dayQuery, monthQuery, poolQuery } from './flow-queries.ts';
import { abnormalSource, daySource, monthSource, poolRows } from './flow-reports.ts';

const limit = 100_000;
const portion = 5_000;
const kbOfMb = 1024;
const fenOfYuan = 100;

type Row = Readonly<Record<string, string | number | null>>;
type Columns = Readonly<Record<string, Text>>;

const card = { iccid: { zh: 'ICCID', en: 'ICCID' }, vin: { zh: '车架号', en: 'VIN' } };
const model = { vehicleTypeName: { zh: '车型', en: 'Model' } };
const day = { statDate: { zh: '日期', en: 'Day' } };
const used = { usedKb: { zh: '用量(MB)', en: 'Used (MB)' } };

/** Name and columns of each tab; those in KB are written in MB. */
const tabs = {
  day: {
    title: { zh: 'SIM卡日用量', en: 'SIM usage by day' },
    columns: {
      ...day,
      ...card,
      ...model,
      ...used,
      upKb: { zh: '上行(MB)', en: 'Up (MB)' },
      downKb: { zh: '下行(MB)', en: 'Down (MB)' },
      sessionCount: { zh: '会话数', en: 'Sessions' },
      onlineMin: { zh: '在线(分)', en: 'Online (min)' },
      deviceKb: { zh: '设备上报(MB)', en: 'By the device (MB)' },
      deviceDiffers: { zh: '相差超过20%', en: 'More than 20% apart' },
    },
  },
  month: {
    title: { zh: 'SIM卡月用量', en: 'SIM usage by month' },
    columns: {
      month: { zh: '月份', en: 'Month' },
      ...card,
      ...used,
      packageMb: { zh: '套餐(MB)', en: 'Package (MB)' },
      usageRate: { zh: '使用率(%)', en: 'Used (%)' },
      overKb: { zh: '超出(MB)', en: 'Over (MB)' },
      feeFen: { zh: '费用(元)', en: 'Fee (CNY)' },
    },
  },
  pool: {
    title: { zh: '流量池用量', en: 'Usage of pools' },
    columns: {
      poolId: { zh: '流量池', en: 'Pool' },
      cards: { zh: '卡数', en: 'Cards' },
      activeCards: { zh: '正常卡数', en: 'Active cards' },
      totalMb: { zh: '总量(MB)', en: 'Volume (MB)' },
      usedMb: { zh: '已用(MB)', en: 'Used (MB)' },
      predictedMb: { zh: '月末预测(MB)', en: 'At the end of the month (MB)' },
      rate: { zh: '使用率(%)', en: 'Used (%)' },
    },
  },
  abnormal: {
    title: { zh: 'SIM卡异常用量', en: 'Abnormal SIM usage' },
    columns: {
      ...day,
      ...card,
      ...model,
      ...used,
      medianKb: { zh: '车型中位数(MB)', en: 'Median of the model (MB)' },
      rule: { zh: '规则', en: 'Rule' },
    },
  },
} as const satisfies Readonly<Record<string, { readonly title: Text; readonly columns: Columns }>>;
type Tab = keyof typeof tabs;

const yesNo = { yes: { zh: '是', en: 'Yes' }, no: { zh: '否', en: 'No' } } as const;

function cellOf(row: Row, name: string, lang: Lang): Cell {
  const value = row[name] ?? null;
  if (name === 'rule' && typeof value === 'number') return simAbnormalRules[value as 1 | 2 | 3][lang];
  if (name === 'deviceDiffers' && value !== null) return yesNo[value === 1 ? 'yes' : 'no'][lang];
  if (name === 'feeFen' && typeof value === 'number') return value / fenOfYuan;
  return name.endsWith('Kb') && typeof value === 'number' ? Math.round((value / kbOfMb) * 100) / 100 : value;
}

interface Made {
  readonly rows: number;
  readonly portions: AsyncIterable<readonly Row[]>;
}

/** @throws AppError 1007 over the limit */
async function madeOf(ctx: CallContext, { select, from, where, order }: PageSource): Promise<Made> {
  const { db } = ctx.app;
  const { total, more } = await countRows(db, { from, where });
  if (more === true || total > limit) throw new AppError(1007, { n: limit });
  async function* portions() {
    for (let at = 0; at < total; at += portion) {
      const { rows } =
        await sql<Row>`select ${select} from ${from} where ${where} order by ${order} limit ${portion} offset ${at}`.execute(
          db,
        );
      yield rows;
    }
  }
  return { rows: total, portions: portions() };
}

async function poolsOf(ctx: CallContext, query: z.output<typeof poolQuery>): Promise<Made> {
  const rows = (await poolRows(ctx, query)).map((row): Row => ({ ...row }));
  async function* portions() {
    yield rows;
  }
  return { rows: rows.length, portions: portions() };
}

const made: { readonly [K in Tab]: (ctx: CallContext, query: unknown) => Promise<Made> } = {
  day: async (ctx, query) => madeOf(ctx, daySource(ctx, await parseInput(dayQuery, query, ctx.lang))),
  month: async (ctx, query) => madeOf(ctx, monthSource(ctx, await parseInput(monthQuery, query, ctx.lang))),
  pool: async (ctx, query) => poolsOf(ctx, await parseInput(poolQuery, query, ctx.lang)),
  abnormal: async (ctx, query) => madeOf(ctx, abnormalSource(ctx, await parseInput(abnormalQuery, query, ctx.lang))),
};

/** A tab of usage as a workbook for the caller. */
export const exportUsage = defineCall('POST /veh/crm/simFlow/export', {
  access: 'simFlow.export',
  body: z.object({ tab: z.enum(['day', 'month', 'pool', 'abnormal']), query: z.looseObject({}) }),
  summary: { zh: '导出流量', en: 'Export usage' },
  async run(ctx, { tab, query }) {
    const { lang, app } = ctx;
    const { title } = tabs[tab];
    const columns: Columns = tabs[tab].columns;
    const names = Object.keys(columns);
    const { rows, portions } = await made[tab](ctx, query);
    async function* cells() {
      for await (const some of portions) yield some.map((row) => names.map((name) => cellOf(row, name, lang)));
    }
    const fileName = await issueSheet(ctx, {
      title: title[lang],
      columns: Object.values(columns).map((label) => ({ title: label[lang] })),
      portions: cells(),
      log: () =>
        withTransaction(app.db, (tx) =>
          audit(tx, ctx, {
            action: 'export',
            entity: 'simCard',
            entityId: null,
            after: { tab, query, rows },
            path: '/veh/crm/simFlow/export',
            functionCode: 'simFlow.export',
          }),
        ),
    });
    return { fileName, rows };
  },
});
