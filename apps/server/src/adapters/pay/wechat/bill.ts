import { parseInstant } from '@wheelhouse/contract/time';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type BillRow, BillUnreadable } from '../adapter.ts';
import { fenOf, milliFenOf } from '../yuan.ts';

// The bill of trades: lines of cells that begin with a back-tick, and two lines of sums.

export const billColumns = [
  '交易时间',
  '公众账号ID',
  '商户号',
  '特约商户号',
  '设备号',
  '微信订单号',
  '商户订单号',
  '用户标识',
  '交易类型',
  '交易状态',
  '付款银行',
  '货币种类',
  '应结订单金额',
  '代金券金额',
  '微信退款单号',
  '商户退款单号',
  '退款金额',
  '充值券退款金额',
  '退款类型',
  '退款状态',
  '商品名称',
  '商户数据包',
  '手续费',
  '费率',
  '订单金额',
  '申请退款金额',
  '费率备注',
] as const;
type Column = (typeof billColumns)[number];

/** Each sum, and the column that it is of; the first counts rows. */
export const billSums = [
  ['总交易单数', null],
  ['应结订单总金额', '应结订单金额'],
  ['退款总金额', '退款金额'],
  ['充值券退款总金额', '充值券退款金额'],
  ['手续费总金额', '手续费'],
  ['订单总金额', '订单金额'],
  ['申请退款总金额', '申请退款金额'],
] as const satisfies readonly (readonly [sum: string, of: Column | null])[];

/** More than this is no bill of a day. */
const mostBytes = 512 * 1024 * 1024;
const unpack = promisify(gunzip);

type Cells = readonly string[];
const places = new Map<Column, number>(billColumns.map((name, at) => [name, at]));
const cell = (cells: Cells, name: Column): string => cells[places.get(name) ?? -1] ?? '';

function milliFen(text: string): number {
  const value = milliFenOf(text);
  if (value === undefined) throw new BillUnreadable('an amount is no number');
  return value;
}

function fen(text: string): number {
  const value = fenOf(text);
  if (value === undefined) throw new BillUnreadable('an amount is none of whole fen');
  return value;
}

/** A cell may hold commas: only a comma before a back-tick ends one. */
function cellsOf(line: string): Cells {
  if (!line.startsWith('`')) throw new BillUnreadable('a cell does not begin with a back-tick');
  return line.slice(1).split(',`');
}

function rowOf(cells: Cells): BillRow {
  const time = parseInstant(cell(cells, '交易时间'));
  if (time === undefined) throw new BillUnreadable('a row has no time');
  const common = {
    time,
    tradeNo: cell(cells, '商户订单号'),
    channelTradeNo: cell(cells, '微信订单号'),
    feeMilliFen: milliFen(cell(cells, '手续费')),
  };
  if (cell(cells, '交易状态') === 'SUCCESS')
    return { ...common, kind: 'pay', refundNo: null, channelRefundNo: null, amountFen: fen(cell(cells, '订单金额')) };
  if (cell(cells, '交易状态') !== 'REFUND') throw new BillUnreadable('a row is neither paid nor given back');
  return {
    ...common,
    kind: 'refund',
    refundNo: cell(cells, '商户退款单号'),
    channelRefundNo: cell(cells, '微信退款单号'),
    amountFen: fen(cell(cells, '申请退款金额')),
  };
}

function rowCells(line: string): Cells {
  const cells = cellsOf(line);
  if (cells.length !== billColumns.length) throw new BillUnreadable('a row has too few or too many cells');
  return cells;
}

function checkSums(rows: readonly Cells[], line: string): void {
  const sums = cellsOf(line);
  if (sums.length !== billSums.length) throw new BillUnreadable('the line of sums has too few or too many cells');
  for (const [at, [name, column]] of billSums.entries()) {
    const given = sums[at] ?? '';
    const isRight =
      column === null
        ? given === String(rows.length)
        : milliFen(given) === rows.reduce((sum, cells) => sum + milliFen(cell(cells, column)), 0);
    if (!isRight) throw new BillUnreadable(`its rows do not make its ${name}`);
  }
}

/** All rows of a bill. @throws BillUnreadable */
export function readBill(text: string): readonly BillRow[] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split(/\r?\n/);
  const [head, sums, heads] = [lines[0], lines.at(-1), lines.at(-2)];
  if (head !== billColumns.join(',')) throw new BillUnreadable('its columns are not those of a bill');
  if (sums === undefined || heads !== billSums.map(([name]) => name).join(','))
    throw new BillUnreadable('it ends before its sums');
  const rows = lines.slice(1, -2).map(rowCells);
  checkSums(rows, sums);
  return rows.map(rowOf);
}

/** The text of a bill as it was downloaded. `sha1`: of the unpacked file, hex. @throws BillUnreadable */
export async function unpackBill(packed: Buffer, sha1: string): Promise<string> {
  const bytes = await unpack(packed, { maxOutputLength: mostBytes }).catch((error: unknown) => {
    throw new BillUnreadable('it cannot be unpacked', { cause: error });
  });
  if (createHash('sha1').update(bytes).digest('hex') !== sha1.toLowerCase())
    throw new BillUnreadable('it is not the file that was announced');
  return bytes.toString('utf8');
}
