import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { StatementLine } from '@wheelhouse/contract/calls/orders/settlement';
import type { Text } from '@wheelhouse/contract/lang';
import { formatMoney, parseInstant } from '@wheelhouse/contract/time';
import PDFDocument from 'pdfkit';
import type { Printed } from './statement.ts';

/** Points: A4 with its margins. */
const [left, right, top, bottom] = [48, 547, 48, 780];
const [ink, faint, rule] = ['#1f1f1f', '#6b7280', '#d1d5db'];

/** Has glyphs for names in both languages; only those that are used are in the document. */
const readFont = (): Promise<Buffer> =>
  readFile(fileURLToPath(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')));
/** It is read by people of both sides: what stands in it stands there in both languages. */
const both = ({ zh, en }: Text): string => `${zh} ${en}`;
const texts = {
  title: { zh: '主题分成结算单', en: 'Statement of theme revenue' },
  partner: { zh: '合作方', en: 'Partner' },
  month: { zh: '月份', en: 'Month' },
  number: { zh: '结算单号', en: 'Settlement no.' },
  theme: { zh: '主题', en: 'Theme' },
  orders: { zh: '订单', en: 'Orders' },
  gross: { zh: '销售额', en: 'Gross' },
  refunds: { zh: '退款', en: 'Refunds' },
  fee: { zh: '通道费', en: 'Fee' },
  share: { zh: '分成', en: 'Share' },
  total: { zh: '合计', en: 'Total' },
  reason: { zh: '调整原因', en: 'Reason of adjustment' },
  amount: { zh: '金额', en: 'Amount' },
  adjustments: { zh: '调整', en: 'Adjustments' },
  carried: { zh: '上期结转', en: 'Carried over' },
  payable: { zh: '应付', en: 'Payable (CNY)' },
  generated: { zh: '生成时间', en: 'Generated' },
  unit: { zh: '金额单位：元', en: 'Amounts in CNY' },
} as const satisfies Record<string, Text>;

type Pdf = PDFKit.PDFDocument;
interface Column {
  readonly title: string;
  readonly from: number;
  readonly width: number;
  /** Numbers stand right. */
  readonly num?: true;
}

const themes: readonly Column[] = [
  { title: both(texts.theme), from: left, width: 179 },
  { title: both(texts.orders), from: 227, width: 56, num: true },
  { title: both(texts.gross), from: 283, width: 66, num: true },
  { title: both(texts.refunds), from: 349, width: 66, num: true },
  { title: both(texts.fee), from: 415, width: 66, num: true },
  { title: both(texts.share), from: 481, width: 66, num: true },
];
const changes: readonly Column[] = [
  { title: both(texts.reason), from: left, width: 413 },
  { title: both(texts.amount), from: 461, width: 86, num: true },
];

/** Room for the next lines, on a new page where this one has none. */
function room(pdf: Pdf, height: number): void {
  if (pdf.y + height <= bottom) return;
  pdf.addPage();
  pdf.y = top;
}

function line(pdf: Pdf): void {
  pdf.moveTo(left, pdf.y).lineTo(right, pdf.y).lineWidth(0.5).strokeColor(rule).stroke();
  pdf.y += 6;
}

/** A row of a table; a long text takes several lines. */
function row(pdf: Pdf, columns: readonly Column[], cells: readonly string[], { size = 9, color = ink } = {}): void {
  pdf.fontSize(size).fillColor(color);
  const padding = 8;
  const height = Math.max(
    ...columns.map(({ width }, at) => pdf.heightOfString(cells[at] ?? '', { width: width - padding })),
  );
  room(pdf, height + padding);
  const { y } = pdf;
  for (const [at, { from, width, num }] of columns.entries())
    pdf.text(cells[at] ?? '', from, y, { width: num ? width : width - padding, align: num ? 'right' : 'left' });
  pdf.y = y + height + 5;
}

function table(pdf: Pdf, columns: readonly Column[], rows: readonly (readonly string[])[]): void {
  row(
    pdf,
    columns,
    columns.map(({ title }) => title),
    { size: 8, color: faint },
  );
  line(pdf);
  for (const cells of rows) row(pdf, columns, cells);
  line(pdf);
}

/** A sum below the tables: what it is, and how much. */
function sum(pdf: Pdf, name: string, fen: number, size = 9): void {
  room(pdf, size + 10);
  const { y } = pdf;
  pdf
    .fontSize(size)
    .fillColor(size > 9 ? ink : faint)
    .text(name, 300, y, { width: 150 });
  pdf.fillColor(ink).text(formatMoney(fen), 450, y, { width: 97, align: 'right' });
  pdf.y = y + size + 8;
}

function head(pdf: Pdf, { settlementNo, month, partnerName }: Printed): void {
  pdf.fontSize(18).fillColor(ink).text(texts.title.zh, left, top);
  pdf
    .fontSize(10)
    .fillColor(faint)
    .text(texts.title.en, left, top + 28);
  pdf.y = top + 54;
  line(pdf);
  const { y } = pdf;
  const facts = [
    [both(texts.partner), partnerName],
    [both(texts.month), month],
    [both(texts.number), settlementNo],
  ];
  for (const [at, [name = '', value = '']] of facts.entries()) {
    const from = left + at * 170;
    pdf.fontSize(8).fillColor(faint).text(name, from, y, { width: 160 });
    pdf
      .fontSize(11)
      .fillColor(ink)
      .text(value, from, y + 14, { width: 160, height: 32, ellipsis: true });
  }
  pdf.y = y + 54;
}

function body(pdf: Pdf, printed: Printed, lines: readonly StatementLine[]): void {
  const money = (one: Omit<StatementLine, 'themeNo' | 'themeName'>) => [
    String(one.orders),
    ...[one.grossFen, one.refundFen, one.feeFen, one.shareFen].map(formatMoney),
  ];
  const orders = lines.reduce((all, one) => all + one.orders, 0);
  table(pdf, themes, [
    ...lines.map((one) => [`${one.themeName}  ${one.themeNo}`, ...money(one)]),
    [both(texts.total), ...money({ ...printed, orders })],
  ]);
  pdf.y += 10;
  const adjusted = printed.adjustments ?? [];
  if (adjusted.length > 0) {
    table(
      pdf,
      changes,
      adjusted.map(({ reason, amountFen }) => [reason, formatMoney(amountFen)]),
    );
    pdf.y += 10;
  }
  sum(pdf, both(texts.share), printed.shareFen);
  sum(pdf, both(texts.adjustments), printed.adjustmentFen);
  sum(pdf, both(texts.carried), printed.carriedFen);
  line(pdf);
  sum(pdf, both(texts.payable), printed.payableFen, 13);
}

function foot(pdf: Pdf, { settlementNo, generateTime }: Printed): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let at = start; at < start + count; at++) {
    pdf.switchToPage(at);
    // Below the margin, where text would begin a new page.
    pdf.page.margins.bottom = 0;
    const text = [
      settlementNo,
      `${both(texts.generated)} ${generateTime} (UTC+8)`,
      both(texts.unit),
      `${at + 1} / ${count}`,
    ].join(' · ');
    pdf
      .fontSize(7)
      .fillColor(faint)
      .text(text, left, 806, { width: right - left, align: 'center', lineBreak: false });
  }
}

/**
 * A statement as PDF. Nothing of it depends on when, where or for whom it is printed: the same content is the same bytes, whose hash is in the record.
 * @for a document in Chinese that is printed: pdfkit with a font that has the glyphs; a test draws it and counts pixels
 */
export async function documentOf(printed: Printed, lines: readonly StatementLine[]): Promise<Buffer> {
  const CreationDate = parseInstant(printed.generateTime) ?? new Date(0);
  const info = {
    Title: `${printed.settlementNo} ${printed.partnerName}`,
    CreationDate,
    Producer: 'Wheelhouse',
    Creator: 'Wheelhouse',
  };
  const pdf = new PDFDocument({ size: 'A4', margin: 48, bufferPages: true, info, lang: 'zh-CN' });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  pdf.font(await readFont());
  head(pdf, printed);
  body(pdf, printed, lines);
  foot(pdf, printed);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}
