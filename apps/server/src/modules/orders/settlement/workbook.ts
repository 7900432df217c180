import type { StatementLine } from '@wheelhouse/contract/calls/orders/settlement';
import type { Text } from '@wheelhouse/contract/lang';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { wallClock } from '../../../db/wall-clock.ts';
import { writeTaker } from '../../../entity/export/info.ts';
import type { CallContext } from '../../../http/context.ts';
import { startWorkbook, styles, type Cell, type SheetColumn, type WorkbookWriter } from '../../../sheet/write.ts';
import { fileSink } from '../../../sheet/zip.ts';
import type { Printed } from './statement.ts';

const [settlement, revenue] = [entityNamed('settlement'), entityNamed('themeRevenue')];
const texts = {
  statement: { zh: '结算单', en: 'Statement' },
  themes: { zh: '按主题', en: 'By theme' },
  entries: { zh: '明细', en: 'Entries' },
  what: { zh: '项目', en: 'What' },
  value: { zh: '内容', en: 'Value' },
  amount: { zh: '金额(元)', en: 'Amount (CNY)' },
  orders: { zh: '订单数', en: 'Orders' },
  adjustment: { zh: '调整：{reason}', en: 'Adjustment: {reason}' },
} as const satisfies Record<string, Text>;

const yuan = (fen: number): number => fen / 100;
const money = { style: styles.money } as const;
const facts = ['settlementNo', 'month', 'partnerName', 'generateTime'] as const;
const sums = ['grossFen', 'refundFen', 'feeFen', 'shareFen', 'adjustmentFen', 'carriedFen', 'payableFen'] as const;

async function write(workbook: WorkbookWriter, columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]) {
  const sheet = await workbook.sheet(columns);
  await sheet.rows(rows);
  return sheet;
}

async function writeSums(ctx: CallContext, workbook: WorkbookWriter, printed: Printed): Promise<void> {
  const { lang } = ctx;
  const columns = [
    { title: texts.what[lang], width: 30 },
    { title: texts.value[lang], width: 28 },
    { title: texts.amount[lang], ...money },
  ];
  const sheet = await write(workbook, columns, [
    ...facts.map((name) => [labelOf(settlement, name)[lang], printed[name], null]),
    ...sums.map((name) => [labelOf(settlement, name)[lang], null, yuan(printed[name])]),
    ...(printed.adjustments ?? []).map(({ reason, amountFen }) => [
      texts.adjustment[lang].replace('{reason}', () => reason),
      null,
      yuan(amountFen),
    ]),
  ]);
  await writeTaker(sheet, ctx.user, new Date(), lang);
  await sheet.end();
}

async function writeThemes(
  { lang }: CallContext,
  workbook: WorkbookWriter,
  lines: readonly StatementLine[],
): Promise<void> {
  const columns = [
    { title: labelOf(revenue, 'themeNo')[lang] },
    { title: labelOf(revenue, 'themeName')[lang], width: 24 },
    { title: texts.orders[lang] },
    ...(['grossFen', 'refundFen', 'feeFen', 'shareFen'] as const).map((name) => ({
      title: labelOf(settlement, name)[lang],
      ...money,
    })),
  ];
  const sheet = await write(
    workbook,
    columns,
    lines.map(({ themeNo, themeName, orders, grossFen, refundFen, feeFen, shareFen }) => [
      themeNo,
      themeName,
      orders,
      ...[grossFen, refundFen, feeFen, shareFen].map(yuan),
    ]),
  );
  await sheet.end();
}

interface Entry {
  readonly id: string;
  readonly cells: readonly (string | number | null)[];
}
/** Entries of one statement at a time. */
const portion = 2000;
const entryFields = ['entryNo', 'occurTime', 'orderNo', 'refundNo', 'themeNo', 'themeName'] as const;
const entryMoney = ['payFen', 'channelFeeFen', 'partnerShareFen'] as const;

async function writeEntries({ app, lang }: CallContext, workbook: WorkbookWriter, settlementNo: string): Promise<void> {
  const sheet = await workbook.sheet([
    ...entryFields.map((name) => ({ title: labelOf(revenue, name)[lang], width: 24 })),
    ...entryMoney.map((name) => ({ title: labelOf(revenue, name)[lang], ...money })),
  ]);
  for (let after = '0'; ;) {
    const { rows } = await sql<Entry>`
      select t.id::text as id, jsonb_build_array(t.entry_no, ${wallClock('t.occur_time')}, t.order_no, t.refund_no, t.theme_no, t.theme_name,
        t.pay_fen / 100.0, t.channel_fee_fen / 100.0, t.partner_share_fen / 100.0) as cells
      from ord_theme_revenue t where t.settlement_no = ${settlementNo} and t.id > ${after}::bigint order by t.id limit ${portion}`.execute(
      app.db,
    );
    await sheet.rows(rows.map(({ cells }) => cells));
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) break;
    after = last.id;
  }
  await sheet.end();
}

/** A statement as a workbook: its sums and adjustments, its themes, and every entry. */
export async function writeStatement(
  ctx: CallContext,
  path: string,
  printed: Printed,
  lines: readonly StatementLine[],
): Promise<void> {
  const file = await fileSink(path);
  try {
    const names = [texts.statement, texts.themes, texts.entries].map((one) => one[ctx.lang]);
    const workbook = await startWorkbook(file.sink, names);
    await writeSums(ctx, workbook, printed);
    await writeThemes(ctx, workbook, lines);
    await writeEntries(ctx, workbook, printed.settlementNo);
    await workbook.finish();
  } finally {
    await file.close();
  }
}
