import { createHash } from 'node:crypto';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { StatementLine } from '@wheelhouse/contract/calls/orders/settlement';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOf } from '../../src/modules/orders/settlement/document.ts';
import { monthBefore, settleMonth } from '../../src/modules/orders/settlement/job.ts';
import { sampleFile } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { monthsAgo, revenueWorld, type RevenueWorld } from './revenue-kit.ts';

/** What partners are paid for a month. */
let w: RevenueWorld;
beforeAll(async () => {
  w = await revenueWorld();
});
afterAll(() => w.stop());

const { toGenerate, toConfirm, paid } = machines['SM-Settlement'].states;
const [third, second, first] = [monthsAgo(3), monthsAgo(2), monthsAgo(1)];

/** A partner who sold one theme of 500 in a month: share 199. */
async function sold(partnerName: string, month = second) {
  const goodsId = await w.theme(partnerName);
  return { goodsId, orderNo: await w.sell(goodsId, `${month}-15 12:00:00`) };
}
async function statementOf(partnerName: string, month = second): Promise<string> {
  const { code, data } = await w.generate(month, partnerName);
  expect({ code, n: data.settlementNos.length }).toEqual({ code: 0, n: 1 });
  return data.settlementNos[0] ?? '';
}
const adjustments = [
  { amountFen: -20, reason: '上月多付，本月扣回' },
  { amountFen: 5, reason: '推广补贴' },
];

describe('generating', () => {
  test('takes what happened until the last second of the month in Shanghai', async () => {
    const partnerName = '月末工作室';
    const goodsId = await w.theme(partnerName);
    const last = new Date(Date.UTC(Number(second.slice(0, 4)), Number(second.slice(5)), 0)).toISOString().slice(0, 10);
    await w.sell(goodsId, `${last} 23:59:59`);
    await w.sell(goodsId, `${first}-01 00:00:00`);
    await w.sell(goodsId, `${second}-01 00:00:00`);
    const settlementNo = await statementOf(partnerName);
    expect(await w.one({ settlementNo })).toMatchObject({
      month: second,
      partnerName,
      status: toConfirm,
      entryCount: 2,
      grossFen: 1_000,
      refundFen: 0,
      feeFen: 6,
      shareFen: 398,
      payableFen: 398,
    });
    expect(await w.entries({ settlementNo })).toMatchObject([{ settleMonth: second }, { settleMonth: second }]);
    const { data } = await w.post<{ list: StatementLine[] }>('settlement/lines', { settlementNo });
    expect(data.list).toMatchObject([{ orders: 2, grossFen: 1_000, feeFen: 6, shareFen: 398 }]);
  });

  test('is refused for a month that goes on, and by those who do not settle', async () => {
    expect(await w.generate(monthsAgo(0))).toMatchObject({ code: 1001 });
    expect(await w.generate('2025-13')).toMatchObject({ code: 1001 });
    const { token } = await signInAs(w.t, { roles: ['cs'] });
    expect(await w.post('settlement/generate', { month: second }, token)).toMatchObject({ code: 1003 });
  });

  test('at the same moment makes one statement a partner', async () => {
    await Promise.all(['并发甲', '并发乙', '并发丙'].map((name) => sold(name)));
    const answers = await Promise.all([1, 2, 3, 4].map(() => w.generate(second)));
    const made = answers.flatMap(({ code, data }) => (code === 0 ? data.settlementNos : ['failed']));
    expect(made).not.toContain('failed');
    expect(new Set(made).size).toBe(made.length);
    for (const partnerName of ['并发甲', '并发乙', '并发丙'])
      expect(await w.statements({ partnerName })).toMatchObject([{ shareFen: 199, entryCount: 1 }]);
    expect((await w.generate(second)).data.settlementNos).toEqual([]);
  });

  test('puts what is known late into the next month', async () => {
    const partnerName = '迟到工作室';
    const { orderNo, goodsId } = await sold(partnerName);
    const settlementNo = await statementOf(partnerName);
    // Paid back within the month, and told of after it was frozen; and a sale of it.
    await w.giveBack(orderNo, 500, `${second}-28 10:00:00`);
    await w.sell(goodsId, `${second}-27 10:00:00`);
    expect((await w.generate(second, partnerName)).data.settlementNos).toEqual([]);
    expect(await w.one({ settlementNo })).toMatchObject({ refundFen: 0, shareFen: 199 });
    const later = await statementOf(partnerName, first);
    expect(await w.one({ settlementNo: later })).toMatchObject({
      grossFen: 500,
      refundFen: 500,
      feeFen: 0,
      shareFen: 0,
    });
    expect((await w.generate(third, partnerName)).data.settlementNos).toEqual([]);
  });

  test('is done by the system on the 3rd, for the month before', async () => {
    await sold('月初任务社', first);
    await settleMonth.run(w.t.app);
    await settleMonth.run(w.t.app);
    expect(await w.statements({ partnerName: '月初任务社' })).toMatchObject([{ month: first, shareFen: 199 }]);
    expect(
      await w.number(`select count(*) from ord_settlement where partner_name = '月初任务社' and generator_id is null`),
    ).toBe(1);
    expect(monthBefore(new Date('2026-01-03T03:00:00Z'))).toBe('2025-12');
    expect(monthBefore(new Date('2026-02-28T16:30:00Z'))).toBe('2026-02');
  });
});

describe('a statement', () => {
  test('is adjusted with reasons, confirmed by another person, and paid with a voucher', async () => {
    const partnerName = '全程工作室';
    await sold(partnerName);
    const settlementNo = await statementOf(partnerName);
    expect(await w.step(settlementNo, 'adjust', { adjustments: [{ amountFen: 1, reason: '' }] })).toMatchObject({
      code: 1001,
    });
    expect(await w.step(settlementNo, 'adjust', { adjustments: [{ amountFen: 1.5, reason: '补差' }] })).toMatchObject({
      code: 1001,
    });
    expect(await w.step(settlementNo, 'adjust', { adjustments })).toMatchObject({ code: 0 });
    expect(await w.one({ settlementNo })).toMatchObject({ shareFen: 199, adjustmentFen: -15, payableFen: 184 });
    expect(await w.step(settlementNo, 'confirm')).toMatchObject({ code: 5002 });
    expect(await w.step(settlementNo, 'confirm', { rev: null }, w.second)).toMatchObject({ code: 1001 });
    expect(await w.step(settlementNo, 'confirm', { rev: 1 }, w.second)).toMatchObject({ code: 1005 });
    const other = [{ amountFen: -15, reason: '另一个原因' }];
    expect(await w.step(settlementNo, 'confirm', { adjustments: other }, w.second)).toMatchObject({ code: 1005 });
    expect(await w.step(settlementNo, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') })).toMatchObject({
      code: 1004,
    });
    expect(await w.step(settlementNo, 'confirm', { adjustments }, w.second)).toMatchObject({ code: 0 });
    expect(await w.balance(`partner:${partnerName}`)).toBe(0);
    expect(await w.balance(`adjustment:${partnerName}`)).toBe(-15);
    expect(await w.balance(`payable:${partnerName}`)).toBe(-184);
    for (const action of ['adjust', 'confirm', 'redo', 'generate'])
      expect(await w.step(settlementNo, action, { adjustments }, w.second)).toMatchObject({ code: 7021 });
    expect(await w.step(settlementNo, 'pay')).toMatchObject({ code: 1001 });
    const bank = await w.balance('bank');
    expect(await w.step(settlementNo, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') })).toMatchObject({
      code: 0,
    });
    expect(await w.one({ settlementNo })).toMatchObject({ status: paid, payableFen: 184 });
    expect(await w.balance(`payable:${partnerName}`)).toBe(0);
    expect(await w.balance('bank')).toBe(bank - 184);
    expect(await w.step(settlementNo, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') })).toMatchObject({
      code: 1004,
    });
    expect(await w.step(settlementNo, 'redo')).toMatchObject({ code: 7021 });
  });

  test('is voided and generated anew with what came meanwhile, under its number', async () => {
    const partnerName = '重算工作室';
    const { goodsId } = await sold(partnerName);
    const settlementNo = await statementOf(partnerName);
    await w.sell(goodsId, `${second}-16 12:00:00`);
    await w.step(settlementNo, 'adjust', { adjustments });
    expect(await w.step(settlementNo, 'redo')).toMatchObject({ code: 0 });
    expect(await w.one({ settlementNo })).toMatchObject({
      status: toGenerate,
      entryCount: 0,
      payableFen: 0,
      adjustmentFen: 0,
    });
    expect(await w.entries({ settlementNo })).toEqual([]);
    expect(await w.step(settlementNo, 'redo')).toMatchObject({ code: 1004 });
    // Another month leaves what belongs to it.
    await w.sell(goodsId, `${first}-16 12:00:00`);
    const later = await statementOf(partnerName, first);
    expect(await w.one({ settlementNo: later })).toMatchObject({ entryCount: 1 });
    expect(await w.step(settlementNo, 'generate')).toMatchObject({ code: 0 });
    expect(await w.one({ settlementNo })).toMatchObject({
      status: toConfirm,
      entryCount: 2,
      shareFen: 398,
      payableFen: 398,
    });
    await w.step(settlementNo, 'redo');
    const { data } = await w.generate(second, partnerName);
    expect(data.settlementNos).toEqual([settlementNo]);
    // Whoever wrote adjustments that were dropped has written nothing of it; who confirms is another all the same.
    expect(await w.step(settlementNo, 'confirm', {}, w.second)).toMatchObject({ code: 0 });
  });

  test('below zero is not paid: the next one takes it over', async () => {
    const partnerName = '结转工作室';
    const { orderNo, goodsId } = await sold(partnerName, third);
    const old = await statementOf(partnerName, third);
    await w.step(old, 'confirm');
    expect(await w.step(old, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') })).toMatchObject({ code: 0 });
    await w.giveBack(orderNo, 500, `${second}-02 12:00:00`);
    const minus = await statementOf(partnerName);
    expect(await w.one({ settlementNo: minus })).toMatchObject({ shareFen: -199, payableFen: -199 });
    await w.step(minus, 'confirm');
    expect(await w.step(minus, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') })).toMatchObject({
      code: 7022,
    });
    for (let n = 0; n < 2; n++) await w.sell(goodsId, `${first}-05 12:00:0${n}`);
    const next = await statementOf(partnerName, first);
    expect(await w.one({ settlementNo: next })).toMatchObject({ shareFen: 398, carriedFen: -199, payableFen: 199 });
    await w.step(next, 'redo');
    await w.step(next, 'generate');
    expect(await w.one({ settlementNo: next })).toMatchObject({ carriedFen: -199, payableFen: 199 });
    await w.step(next, 'confirm');
    await w.step(next, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') });
    expect(await w.one({ settlementNo: next })).toMatchObject({ status: paid });
    expect(await w.balance(`payable:${partnerName}`)).toBe(0);
    expect(await w.balance(`partner:${partnerName}`)).toBe(0);
  });

  test('that is confirmed is changed by nobody, not in the database either', async () => {
    const partnerName = '固定工作室';
    await sold(partnerName);
    const settlementNo = await statementOf(partnerName);
    await w.step(settlementNo, 'confirm');
    for (const change of [
      'share_fen = 1, payable_fen = 1 + adjustment_fen + carried_fen',
      `adjustments = '[]'`,
      `status = ${toConfirm}`,
      `month = '2020-01'`,
    ])
      await expect(
        w.t.app.pool.query(`update ord_settlement set ${change} where settlement_no = $1`, [settlementNo]),
      ).rejects.toMatchObject({ code: '42501' });
    await expect(
      w.t.app.pool.query(
        'update ord_theme_revenue set settlement_no = null, settle_month = null where settlement_no = $1',
        [settlementNo],
      ),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

describe('the statement as a file', () => {
  test('is a workbook at any time, and once confirmed a document whose bytes are those of the record', async () => {
    const partnerName = '文件工作室';
    await sold(partnerName);
    const settlementNo = await statementOf(partnerName);
    const issue = (format: string, as = 'admin') =>
      w.post<{ fileName: string }>('settlement/statement', { settlementNo, format }, as);
    expect(await issue('pdf')).toMatchObject({ code: 1004 });
    expect((await w.file((await issue('xlsx')).data.fileName)).subarray(0, 2).toString()).toBe('PK');
    await w.step(settlementNo, 'adjust', { adjustments });
    await w.step(settlementNo, 'confirm', {}, w.second);
    const one = await w.file((await issue('pdf')).data.fileName);
    await w.step(settlementNo, 'pay', { voucherFileId: await sampleFile(w.t, 'evidence') });
    const again = await w.file((await issue('pdf')).data.fileName);
    expect(one.subarray(0, 5).toString()).toBe('%PDF-');
    expect(again.equals(one)).toBe(true);
    const { id } = await w.one({ settlementNo });
    const { data } = await w.post<{ documentHash: string }>('settlement/detail', { id });
    expect(data.documentHash).toBe(createHash('sha256').update(one).digest('hex'));
    const { token } = await signInAs(w.t, { roles: ['marketing'] });
    expect(await issue('pdf', token)).toMatchObject({ code: 1003 });
  });

  test('has a glyph for every Chinese character: each leaves ink of its own', async () => {
    const library = await PDFiumLibrary.init();
    /** Dark pixels where the partner's name stands, and which. */
    const drawn = async (partnerName: string) => {
      const sums = {
        entryCount: 1,
        grossFen: 500,
        refundFen: 0,
        feeFen: 3,
        shareFen: 199,
        adjustmentFen: 0,
        carriedFen: 0,
        payableFen: 199,
      };
      const printed = {
        settlementNo: 'ST202511000001',
        month: '2025-11',
        partnerName,
        ...sums,
        adjustments: null,
        generateTime: '2025-12-03 11:00:00',
      };
      const document = await library.loadDocument(await documentOf(printed, []));
      const { data, width } = await document.getPage(0).render({ scale: 2, render: 'bitmap' });
      const dark: number[] = [];
      // 14 points below the name's label, at the left margin.
      for (let y = 240; y < 280; y++)
        for (let x = 96; x < 96 + 44; x++) if ((data[(y * width + x) * 4] ?? 255) < 128) dark.push(y * width + x);
      document.destroy();
      return dark;
    };
    const pictures: string[] = [];
    for (const name of ['晨', '昏', '设', '计', '室', '龘', '汉']) {
      const dark = await drawn(name);
      // Strokes, neither nothing nor the box of a missing glyph, which would be alike for all.
      expect(dark.length).toBeGreaterThan(60);
      pictures.push(dark.join());
    }
    expect(new Set(pictures).size).toBe(pictures.length);
    library.destroy();
  });
});
