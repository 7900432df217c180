import { openArchive, UnreadableFile } from '../../../sheet/check.ts';
import { BillUnreadable, type BillRow } from '../adapter.ts';
import { fenOf, milliFenOf } from '../yuan.ts';
import { instantOf } from './wire.ts';

// A day's bill: a ZIP with the list of a merchant's trades and its summary, CSV in GBK. Files are known by their first lines: their names are
// in GBK too, and do not say so.

const mebibyte = 1024 * 1024;
const limits = { entries: 10, total: 256 * mebibyte, ratio: 200 };
const titles = { list: '#支付宝业务明细查询', summary: '#支付宝业务汇总查询' };
const headLines = 4;

/** Columns of the list, in Alipay's order. */
export const listColumns = [
  '支付宝交易号',
  '商户订单号',
  '业务类型',
  '商品名称',
  '创建时间',
  '完成时间',
  '门店编号',
  '门店名称',
  '操作员',
  '终端号',
  '对方账户',
  '订单金额（元）',
  '商家实收（元）',
  '支付宝红包（元）',
  '集分宝（元）',
  '支付宝优惠（元）',
  '商家优惠（元）',
  '券核销金额（元）',
  '券名称',
  '商家红包消费金额（元）',
  '卡消费金额（元）',
  '退款批次号/请求号',
  '服务费（元）',
  '分润（元）',
  '备注',
] as const;
export const summaryColumns = [
  '门店编号',
  '门店名称',
  '交易订单总笔数',
  '退款订单总笔数',
  '订单金额（元）',
  '商家实收（元）',
  '支付宝优惠（元）',
  '商家优惠（元）',
  '卡消费金额（元）',
  '服务费（元）',
  '分润（元）',
  '实收净额（元）',
] as const;
export const kindNames = { pay: '交易', refund: '退款' } as const;

interface Wanted {
  /** YYYY-MM-DD, Asia/Shanghai. */
  readonly day: string;
  readonly sellerId: string;
}

const refuse = (why: string, cause?: unknown): never => {
  throw new BillUnreadable(why, { cause });
};

/** Texts of the files of the archive. */
function textsOf(zip: Buffer): readonly string[] {
  try {
    return openArchive(zip, limits).map((file) => new TextDecoder('gbk').decode(file.read()));
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof RangeError) return refuse('the archive is broken', error);
    throw error;
  }
}

/** A table: rows by the names of their columns, and the lines after its end. */
interface Table<Column extends string> {
  readonly rows: readonly ((column: Column) => string)[];
  readonly foot: readonly string[];
}

/** Ids end with a TAB, so that spreadsheet programs leave them as they are. */
const cellsOf = (line: string): readonly string[] => line.split(',').map((cell) => cell.trim());

function readTable<Column extends string>(
  text: string,
  columns: readonly Column[],
  { day, sellerId }: Wanted,
): Table<Column> {
  const lines = text.split(/\r?\n/);
  const head = lines.slice(0, headLines).join('\n');
  const [year, month, date] = day.split('-');
  if (!head.includes(`#账号：[${sellerId}`)) refuse('it is another account’s, or of none');
  if (!head.includes(`起始日期：[${year}年${month}月${date}日`)) refuse('it is of another day, or of none');
  const names = cellsOf(lines[headLines] ?? '');
  const places = new Map(columns.map((column) => [column, names.indexOf(column)]));
  for (const [column, place] of places) if (place < 0) refuse(`the column ${column} is missing`);
  const end = lines.findIndex((line, n) => n > headLines && line.startsWith('#'));
  if (!lines[end]?.includes('列表结束')) refuse('it ends early');
  const rows = lines.slice(headLines + 1, end).map((line, n) => {
    const cells = cellsOf(line);
    // More than columns are commas of the remark, which is the last.
    if (cells.length < names.length) refuse(`row ${n + 1} ends early`);
    return (column: Column): string => cells[places.get(column) ?? -1] ?? '';
  });
  return { rows, foot: lines.slice(end + 1) };
}

interface Line {
  readonly row: BillRow;
  /** What the merchant gets, before the fee: below zero for a refund. */
  readonly receivedFen: number;
}

function lineOf(cell: (column: (typeof listColumns)[number]) => string, n: number): Line {
  const kind = cell('业务类型') === kindNames.pay ? 'pay' : 'refund';
  const [amount, received] = [fenOf(cell('订单金额（元）')), fenOf(cell('商家实收（元）'))];
  const [fee, time] = [milliFenOf(cell('服务费（元）')), instantOf(cell('完成时间'))];
  const [tradeNo, channelTradeNo] = [cell('商户订单号'), cell('支付宝交易号')];
  const refundNo = cell('退款批次号/请求号');
  const isWhole = cell('业务类型') === kindNames[kind] && tradeNo !== '' && channelTradeNo !== '';
  if (!isWhole || amount === undefined || received === undefined || fee === undefined || time === null)
    return refuse(`row ${n + 1} is not written like the rows of a bill`);
  if (kind === 'pay' ? amount < 0 : amount > 0) return refuse(`row ${n + 1} has an amount of the other sign`);
  return {
    row: {
      kind,
      time,
      tradeNo,
      channelTradeNo,
      refundNo: kind === 'refund' && refundNo !== '' ? refundNo : null,
      channelRefundNo: null,
      amountFen: Math.abs(amount),
      // The bill tells what the merchant gets: the fee of a payment is below zero there.
      feeMilliFen: fee === 0 ? 0 : -fee,
    },
    receivedFen: received,
  };
}

/** The sums below the list: `#退款合计：1笔，商家实收退款共-30.00元，…`. */
function checkFoot(foot: readonly string[], lines: readonly Line[]): void {
  for (const kind of ['pay', 'refund'] as const) {
    const own = lines.filter(({ row }) => row.kind === kind);
    const sum = own.reduce((all, { receivedFen }) => all + receivedFen, 0);
    const [, count, amount] =
      foot
        .map((line) => /^#+(?:交易|退款)合计：(\d+)笔，商家实收(?:退款)?共(-?[\d.]+)元/.exec(line))
        .find((m) => m?.[0].includes(`${kindNames[kind]}合计`)) ?? refuse('its sums are missing');
    if (Number(count) !== own.length || fenOf(amount) !== sum)
      refuse(`its rows do not add up to its sums: ${kindNames[kind]}`);
  }
}

function checkSummary({ rows }: Table<(typeof summaryColumns)[number]>, lines: readonly Line[]): void {
  const total = rows.find((cell) => cell('门店编号') === '合计');
  const count = (kind: BillRow['kind']): string => String(lines.filter(({ row }) => row.kind === kind).length);
  const fee = lines.reduce((all, { row }) => all - row.feeMilliFen, 0);
  const agrees =
    total?.('交易订单总笔数') === count('pay') &&
    total('退款订单总笔数') === count('refund') &&
    milliFenOf(total('服务费（元）')) === (fee === 0 ? 0 : fee);
  if (!agrees) refuse('the list does not add up to its summary');
}

/** All rows of a day's bill. @throws BillUnreadable */
export function readBill(zip: Buffer, wanted: Wanted): readonly BillRow[] {
  const texts = textsOf(zip);
  const [list, summary] = [titles.list, titles.summary].map((title) => texts.find((text) => text.startsWith(title)));
  if (list === undefined || summary === undefined) return refuse('the list or its summary is missing');
  const { rows, foot } = readTable(list, listColumns, wanted);
  const lines = rows.map(lineOf);
  checkFoot(foot, lines);
  checkSummary(readTable(summary, summaryColumns, wanted), lines);
  return lines.map(({ row }) => row);
}
