import { formatInstant } from '@wheelhouse/contract/time';
import { memorySink, ZipWriter } from '../../../sheet/zip.ts';
import type { SandboxTrade } from '../sandbox/book.ts';
import type { PayFaults } from '../sandbox/faults.ts';
import { yuanOf } from '../yuan.ts';
import { kindNames, listColumns, summaryColumns } from './bill.ts';
import { gbkOf } from './gbk.ts';

/** A payment or a refund on the bill. */
export interface Entry {
  readonly kind: keyof typeof kindNames;
  readonly trade: SandboxTrade;
  readonly time: Date;
  /** Below zero for a refund. */
  readonly amountFen: number;
  readonly refundNo: string;
  readonly remark: string;
}

/** 0.6 %, to the fen; given back with a refund. */
const feeOf = ({ kind, amountFen }: Entry): number => {
  const fee = Math.floor((Math.abs(amountFen) * 6 + 500) / 1000);
  return kind === 'pay' ? -fee : fee;
};

/** A cell that stays a text in spreadsheet programs. */
const text = (cell: string): string => `${cell}\t`;

function listRow(entry: Entry): string {
  const { kind, trade, time, amountFen, refundNo, remark } = entry;
  const yuan = yuanOf(amountFen);
  const cells: Record<(typeof listColumns)[number], string> = {
    支付宝交易号: text(trade.channelTradeNo ?? ''),
    商户订单号: text(trade.tradeNo),
    业务类型: text(kindNames[kind]),
    商品名称: trade.subject,
    创建时间: formatInstant(trade.createTime),
    完成时间: formatInstant(time),
    门店编号: text(''),
    门店名称: text(''),
    操作员: text(''),
    终端号: text(''),
    对方账户: text('*杨(138****0000)'),
    '订单金额（元）': yuan,
    '商家实收（元）': yuan,
    '支付宝红包（元）': '0.00',
    '集分宝（元）': '0.00',
    '支付宝优惠（元）': '0.00',
    '商家优惠（元）': '0.00',
    '券核销金额（元）': '0.00',
    券名称: '',
    '商家红包消费金额（元）': text('0.00'),
    '卡消费金额（元）': '0.00',
    '退款批次号/请求号': text(refundNo),
    '服务费（元）': yuanOf(feeOf(entry)),
    '分润（元）': '0.00',
    备注: remark,
  };
  return listColumns.map((column) => cells[column]).join(',');
}

const sumOf = (entries: readonly Entry[], fenOf: (entry: Entry) => number): number =>
  entries.reduce((sum, entry) => sum + fenOf(entry), 0);
const amountOf = ({ amountFen }: Entry): number => amountFen;

function summaryRow(entries: readonly Entry[]): string {
  const [amount, fee] = [sumOf(entries, amountOf), sumOf(entries, feeOf)];
  const count = (kind: Entry['kind']): string => String(entries.filter((entry) => entry.kind === kind).length);
  const cells: Record<(typeof summaryColumns)[number], string> = {
    门店编号: text('合计'),
    门店名称: text(''),
    交易订单总笔数: count('pay'),
    退款订单总笔数: count('refund'),
    '订单金额（元）': yuanOf(amount),
    '商家实收（元）': yuanOf(amount),
    '支付宝优惠（元）': '0.00',
    '商家优惠（元）': '0.00',
    '卡消费金额（元）': '0.00',
    '服务费（元）': yuanOf(fee),
    '分润（元）': '0.00',
    '实收净额（元）': yuanOf(amount + fee),
  };
  return summaryColumns.map((column) => cells[column]).join(',');
}

function sumLine(kind: Entry['kind'], entries: readonly Entry[]): string {
  const own = entries.filter((entry) => entry.kind === kind);
  const back = kind === 'pay' ? '' : '退款';
  return `#${kindNames[kind]}合计：${own.length}笔，商家实收${back}共${yuanOf(sumOf(own, amountOf))}元，商家优惠${back}共0.00元`;
}

interface Sheet {
  readonly name: string;
  readonly lines: readonly string[];
  readonly sums: readonly string[];
}

const feeColumn = listColumns.indexOf('服务费（元）');
const withoutFee = (line: string): string => line.split(',').toSpliced(feeColumn, 1).join(',');

const chinese = (date: string): string => date.replace(/^(\d+)-(\d+)-(\d+)/, '$1年$2月$3日');

function sheetText({ name, lines, sums }: Sheet, account: string, from: Date): string {
  const [start, end] = [from, new Date(from.getTime() + 86_400_000)].map((time) => chinese(formatInstant(time)));
  return [
    `#支付宝业务${name}查询`,
    `#账号：[${account}]`,
    `#起始日期：[${start}]   终止日期：[${end}]`,
    `#-----------------------------------------业务${name}列表----------------------------------------`,
    ...lines,
    `#-----------------------------------------业务${name}列表结束------------------------------------`,
    ...sums,
    `#导出时间：[${chinese(formatInstant(new Date()))}]`,
    '',
  ].join('\r\n');
}

/** What a bill is of. */
interface Day {
  readonly sellerId: string;
  /** The day's begin. */
  readonly from: Date;
  readonly fault: PayFaults['bill'];
}

/** A day's bill as Alipay packs it: names and texts in GBK. */
export async function billArchive(all: readonly Entry[], { sellerId, from, fault }: Day): Promise<Buffer> {
  const account = `${sellerId}0156`;
  // Its first row is missing, or its column of fees.
  const listed = (fault === 'sum' ? all.slice(1) : all).map(listRow);
  const lines = [listColumns.join(','), ...listed];
  const list = { name: '明细', lines: fault === 'column' ? lines.map(withoutFee) : lines };
  const summary = { name: '汇总', lines: [summaryColumns.join(','), summaryRow(all)], sums: [] };
  const sums = [sumLine('pay', all), sumLine('refund', all)];
  const { sink, bytes } = memorySink();
  const zip = new ZipWriter(sink);
  const name = `${account}_${formatInstant(from).slice(0, 10).replaceAll('-', '')}_业务明细`;
  await zip.add(gbkOf(`${name}.csv`), gbkOf(sheetText({ ...list, sums }, account, from)));
  await zip.add(gbkOf(`${name}(汇总).csv`), gbkOf(sheetText(summary, account, from)));
  await zip.finish();
  return bytes();
}
