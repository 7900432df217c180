import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PayBook } from '../../src/adapters/pay/sandbox/book.ts';
import { type PayFaults, plantFaults } from '../../src/adapters/pay/sandbox/faults.ts';
import { sandboxKey } from '../../src/adapters/pay/sandbox/keys.ts';
import { Notices, startPayClock } from '../../src/adapters/pay/sandbox/notices.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** The book of trades that the sandboxes of payment channels keep, with a wire that says everything openly. */
const channel = 99;
let t: TestApp;
let book: PayBook;
let notices: Notices;
let url: string;
let status = 200;
let waiting: (() => void) | undefined;
const heard: string[] = [];
const door = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push(Buffer.concat(chunks).toString());
    response.writeHead(status).end();
    waiting?.();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${boundPort(door)}/`;
  t = await createTestApp();
  [book, notices] = bookOf(channel, false);
});
afterAll(async () => {
  await t.stop();
  door.close();
});

// What another test left is told before.
beforeEach(() => notices.deliver());

function bookOf(of: number, moves: boolean): [PayBook, Notices] {
  const one = new PayBook(t.app.db, { channel: of, numbers: { trade: 'T', refund: 'R', length: 10 }, moves });
  const wire = {
    retrySeconds: [15, 30],
    tell: ({ trade, refund }: Parameters<ConstructorParameters<typeof Notices>[1]['tell']>[0], isForged: boolean) => {
      const what = refund === null ? `${trade.state} ${trade.amountFen}` : `${refund.state} ${refund.amountFen}`;
      return Promise.resolve({ headers: {}, body: isForged ? `forged ${what}` : what });
    },
    isTaken: (answer: { readonly status: number }) => answer.status === 200,
  };
  return [one, new Notices(one, wire)];
}

const freshNo = (): string => `GO${randomBytes(8).toString('hex')}`;
const minutes = (n: number): Date => new Date(Date.now() + n * 60_000);

async function trade(amountFen = 500, at = book, expireTime = minutes(15)): Promise<string> {
  const tradeNo = freshNo();
  await at.create({ tradeNo, amountFen, subject: '贴纸', notifyUrl: url, expireTime });
  return tradeNo;
}
async function paid(amountFen = 500): Promise<string> {
  const tradeNo = await trade(amountFen);
  await book.pay(tradeNo);
  return tradeNo;
}
const refund = (tradeNo: string, refundNo: string, amountFen: number) =>
  book.refund({ tradeNo, refundNo, amountFen, reason: '不想要了', notifyUrl: url });
const plant = (tradeNo: string, faults: PayFaults) => plantFaults(t.app.db, channel, tradeNo, faults);
async function delivered(): Promise<readonly string[]> {
  heard.length = 0;
  await notices.deliver();
  return heard.toSorted();
}

describe('a trade', () => {
  test('is one for its number, whoever asks at the same moment, and has one amount', async () => {
    const wish = { tradeNo: freshNo(), amountFen: 500, subject: '贴纸', notifyUrl: '', expireTime: minutes(15) };
    const made = await Promise.all([1, 2, 3].map(() => book.create(wish)));
    expect(made).toMatchObject([{ state: 'unpaid' }, { state: 'unpaid' }, { state: 'unpaid' }]);
    expect(await book.create({ ...wish, amountFen: 501 })).toBe('differs');
  });

  test('is paid once, and then not closed', async () => {
    const tradeNo = await trade();
    const all = await Promise.all([book.pay(tradeNo), book.pay(tradeNo), book.pay(tradeNo)]);
    expect(new Set(all.map((one) => one?.channelTradeNo)).size).toBe(1);
    expect(await book.close(tradeNo)).toBe('paid');
    expect(await book.findByChannelNo(all[0]?.channelTradeNo ?? '')).toMatchObject({ tradeNo, state: 'paid' });
    expect(await delivered()).toEqual(['paid 500']);
  });

  test('is not paid once it is closed or its time is over, nor with an amount that ends in 13 fen', async () => {
    const closed = await trade();
    expect(await book.close(closed)).toBe('closed');
    expect(await book.pay(closed)).toMatchObject({ state: 'closed' });
    expect(await book.pay(await trade(500, book, minutes(-1)))).toMatchObject({ state: 'closed' });
    expect(await book.pay(await trade(2_113))).toMatchObject({ state: 'unpaid' });
    expect(await book.close(freshNo())).toBe('unknown');
    const refused = await trade();
    await plant(refused, { refuse: 'pay' });
    expect(await book.pay(refused)).toMatchObject({ state: 'unpaid' });
    await plant(refused, {});
    expect(await book.pay(refused)).toMatchObject({ state: 'paid' });
  });
});

describe('a refund', () => {
  test('is one for its number, and never more than is left, whoever asks at the same moment', async () => {
    const tradeNo = await paid(500);
    const one = freshNo();
    expect(await refund(tradeNo, one, 200)).toMatchObject({ state: 'processing' });
    expect(await refund(tradeNo, one, 200)).toMatchObject({ state: 'processing', amountFen: 200 });
    expect(await refund(tradeNo, one, 100)).toBe('differs');
    const rest = await Promise.all([1, 2, 3].map(() => refund(tradeNo, freshNo(), 300)));
    expect(rest.filter((answer) => answer === 'tooMuch')).toHaveLength(2);
    expect(await book.find(tradeNo)).toMatchObject({ refundedFen: 500, state: 'paid' });
    expect(await refund(await trade(), freshNo(), 1)).toBe('unpaid');
    expect(await refund(freshNo(), freshNo(), 1)).toBe('unknown');
  });

  test('that fails leaves its money with the trade, and the end of a refund is its end', async () => {
    const [tradeNo, no, second] = [await paid(500), freshNo(), freshNo()];
    await plant(tradeNo, { refuse: 'refund' });
    await refund(tradeNo, no, 500);
    expect(await book.settle(no)).toMatchObject({ state: 'refused', doneTime: null });
    expect(await book.settle(no, 'done')).toMatchObject({ state: 'refused' });
    await plant(tradeNo, {});
    await refund(tradeNo, second, 500);
    expect(await book.settle(second)).toMatchObject({ state: 'done' });
    expect(await delivered()).toEqual(['done 500', 'paid 500', 'refused 500']);
  });
});

describe('a call-back', () => {
  test('comes at the channel’s times until it is taken, or they are over', async () => {
    const tradeNo = await paid();
    status = 500;
    expect(await delivered()).toEqual(['paid 500']);
    expect(await delivered()).toEqual([]);
    const next = async () => {
      const { rows } = await t.app.pool.query<{ sec: number | null }>(
        `select round(extract(epoch from due_time - now()))::integer as sec from sbx_pay_notice where trade_no = $1`,
        [tradeNo],
      );
      return rows[0]?.sec;
    };
    const due = () => t.app.pool.query('update sbx_pay_notice set due_time = now() where trade_no = $1', [tradeNo]);
    expect(await next()).toBeGreaterThan(10);
    await due();
    expect(await delivered()).toEqual(['paid 500']);
    expect(await next()).toBeGreaterThan(25);
    await due();
    expect(await delivered()).toEqual(['paid 500']);
    expect(await next()).toBeNull();
    status = 200;
  });

  test('goes wrong as it was planted', async () => {
    const all: [PayFaults, readonly string[]][] = [
      [{ told: 'never' }, []],
      [{ told: 'twice' }, ['paid 500', 'paid 500']],
      [{ told: 'amount' }, ['paid 501']],
      [{ told: 'forged' }, ['forged paid 500']],
      [{ lateSec: 600 }, []],
    ];
    for (const [faults, says] of all) {
      const tradeNo = await trade();
      await plant(tradeNo, faults);
      await book.pay(tradeNo);
      expect(await delivered()).toEqual(says);
    }
    await plant('', { told: 'forged' });
    await paid();
    expect(await delivered()).toEqual(['forged paid 500']);
    await plant('', {});
  });

  test('of a refund overtakes the one of its payment that is late', async () => {
    const [tradeNo, no] = [await trade(), freshNo()];
    await plant(tradeNo, { lateSec: 600 });
    await book.pay(tradeNo);
    await plant(tradeNo, {});
    await refund(tradeNo, no, 500);
    await book.settle(no);
    expect(await delivered()).toEqual(['done 500']);
  });

  test('is delivered once by several processes', async () => {
    for (let n = 0; n < 8; n++) await paid();
    heard.length = 0;
    const [, other] = bookOf(channel, false);
    const counts = await Promise.all([notices.deliver(), other.deliver(), notices.deliver()]);
    expect([counts.reduce((sum, n) => sum + n), heard.length]).toEqual([8, 8]);
  });
});

test('by the clock, trades are paid and refunds done by themselves, and told', async () => {
  const [moving, clockNotices] = bookOf(98, true);
  const due = (table: string, no: string) =>
    t.app.pool.query(`update ${table} set due_time = now() where trade_no = $1 and due_time is not null`, [no]);
  const [first, second, over] = [
    await trade(500, moving),
    await trade(700, moving),
    // Nobody can pay it any more, and it is not tried again and again.
    await trade(500, moving, minutes(-1)),
  ];
  expect(await moving.move()).toBe(0);
  await due('sbx_pay_trade', first);
  await due('sbx_pay_trade', over);
  expect(await moving.move()).toBe(2);
  expect([await moving.find(first), await moving.find(over)]).toMatchObject([{ state: 'paid' }, { state: 'closed' }]);
  const { rows } = await t.app.pool.query<{ due: Date | null }>(
    'select due_time as due from sbx_pay_trade where trade_no = $1',
    [over],
  );
  expect(rows).toEqual([{ due: null }]);
  const refundNo = freshNo();
  await moving.refund({ tradeNo: first, refundNo, amountFen: 500, reason: '', notifyUrl: '' });
  await due('sbx_pay_refund', first);
  expect(await moving.move()).toBe(1);
  expect(await moving.findRefund(refundNo)).toMatchObject({ state: 'done' });

  await clockNotices.deliver();
  const told = new Promise<void>((resolve) => (waiting = resolve));
  await due('sbx_pay_trade', second);
  startPayClock(t.app.pool, moving, clockNotices);
  await told;
  expect(heard.at(-1)).toBe('paid 700');
});

test('a day has what was paid on it, and refunds by when they were accepted', async () => {
  const [own] = bookOf(97, false);
  const [first, second, no] = [await trade(500, own), await trade(700, own), freshNo()];
  await own.pay(first);
  await own.pay(second);
  await own.refund({ tradeNo: first, refundNo: no, amountFen: 100, reason: '', notifyUrl: '' });
  await t.app.pool.query(
    `update sbx_pay_trade set paid_time = '2026-03-01 23:59:59+08' where channel = 97 and trade_no = $1`,
    [first],
  );
  await t.app.pool.query(`update sbx_pay_refund set create_time = '2026-03-02 00:00:00+08' where channel = 97`);
  const march = [await own.day('2026-03-01'), await own.day('2026-03-02')];
  expect(march).toMatchObject([
    { trades: [{ tradeNo: first }], refunds: [] },
    { trades: [], refunds: [{ refund: { refundNo: no }, trade: { tradeNo: first } }] },
  ]);
  const { rows } = await t.app.pool.query<{ time: Date }>(
    'select paid_time as time from sbx_pay_trade where channel = 97 and trade_no = $1',
    [second],
  );
  const today = await own.day(formatDay(rows[0]?.time ?? new Date()));
  expect(today.trades).toMatchObject([{ tradeNo: second }]);
});

test('a key is one for all processes', async () => {
  const make = () => randomBytes(8).toString('hex');
  const keys = await Promise.all([1, 2, 3].map(() => sandboxKey(t.app.db, { channel, name: 'own' }, make)));
  expect(new Set(keys).size).toBe(1);
  expect(await sandboxKey(t.app.db, { channel, name: 'other' }, make)).not.toBe(keys[0]);
});
