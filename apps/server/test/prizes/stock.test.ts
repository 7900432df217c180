import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const prize = entityNamed('prize');

interface Numbers {
  readonly rev: number;
  readonly stock: number;
  readonly reserved: number;
  readonly sent: number;
  readonly available: number;
}
interface Entry {
  readonly type: number;
  readonly qty: number;
  readonly availableBefore: number;
  readonly availableAfter: number;
  readonly stockAfter: number;
}
const post = <Data>(path: string, body: object) =>
  t.call<Data>('POST', `/act/crm/prize/${path}`, body, { as: 'admin' });
const numbers = async (id: string) => (await post<Numbers>('detail', { id })).data;
const addPrize = async (stock: number): Promise<string> => {
  const { code, data, message } = await post<{ id: string }>('add', { ...(await sampleForm(t, prize)), stock });
  expect(code, message).toBe(0);
  return data.id;
};
const move = (id: string, type: 1 | 2, qty: unknown, remark = '盘点') => post('stock', { id, type, qty, remark });
const log = async (id: string) =>
  (await post<{ list: Entry[]; total: number }>('stockLog', { id, page: 1, pageSize: 100 })).data;

describe('the stock of a prize', () => {
  test('begins with what the form says, as the first entry of its log', async () => {
    const id = await addPrize(12);
    expect(await numbers(id)).toMatchObject({ stock: 12, reserved: 0, sent: 0, available: 12 });
    expect((await log(id)).list).toMatchObject([{ type: 1, qty: 12, availableBefore: 0, availableAfter: 12 }]);
    expect((await log(await addPrize(0))).total).toBe(0);
  });

  test('is moved by putting in and taking out alone, never below what is promised', async () => {
    const id = await addPrize(5);
    expect(await move(id, 1, 3)).toMatchObject({ code: 0 });
    expect(await move(id, 2, 9)).toMatchObject({ code: 6004 });
    expect(await move(id, 2, 8)).toMatchObject({ code: 0 });
    expect(await numbers(id)).toMatchObject({ stock: 0, available: 0 });
    expect((await log(id)).list).toMatchObject([
      { type: 2, qty: 8, availableBefore: 8, availableAfter: 0, stockAfter: 0 },
      { type: 1, qty: 3, availableBefore: 5, availableAfter: 8, stockAfter: 8 },
      { type: 1, qty: 5 },
    ]);
    const { rev } = await numbers(id);
    expect(await post('update', { id, rev, stock: 99 })).toMatchObject({ code: 1001 });
  });

  test.each([-1, 0, 1.5, '2x', 1_000_001, null])('a quantity of %s is none', async (qty) => {
    const id = await addPrize(5);
    expect(await move(id, 1, qty)).toMatchObject({ code: 1001, data: { errors: [{ field: 'qty' }] } });
    expect(await numbers(id)).toMatchObject({ stock: 5 });
  });

  test('goes to as many of those who take at once as there are pieces', async () => {
    const id = await addPrize(10);
    const taken = await Promise.all(Array.from({ length: 64 }, () => move(id, 2, 1)));
    expect(taken.filter(({ code }) => code === 0)).toHaveLength(10);
    expect(taken.filter(({ code }) => code !== 0 && code !== 6004)).toEqual([]);
    expect(await numbers(id)).toMatchObject({ stock: 0, available: 0 });
    expect((await log(id)).total).toBe(11);
  });

  test('adds up at each entry, whatever was done', async () => {
    const id = await addPrize(20);
    for (let n = 0; n < 40; n++) await move(id, n % 3 === 0 ? 2 : 1, (n * 7) % 11 || 1);
    const { rows } = await t.app.pool.query<{ wrong: string }>(
      `select count(*) as wrong from (
         select available_before, lag(available_after, 1, 0) over (partition by prize_id order by id) as earlier, stock_after,
           sum(case type when 1 then qty when 2 then -qty else 0 end) over (partition by prize_id order by id) as total
         from act_prize_stock_log where prize_id = $1) l where available_before <> earlier or stock_after <> total`,
      [id],
    );
    expect(Number(rows[0]?.wrong)).toBe(0);
  });

  test('cannot be written past its log, nor the log be changed', async () => {
    const id = await addPrize(3);
    const run = (sql: string) => t.app.pool.query(sql, [id]);
    await expect(run('update act_prize set stock = stock + 1 where id = $1')).rejects.toThrow('moved by its log');
    await expect(run('update act_prize set sent = 1 where id = $1')).rejects.toThrow('moved by its log');
    await expect(run('update act_prize_stock_log set qty = 1 where prize_id = $1')).rejects.toThrow('append only');
    await expect(run('delete from act_prize_stock_log where prize_id = $1')).rejects.toThrow('append only');
  });
});

test('a prize of more than 50,000 yuan is refused by the law on prizes', async () => {
  const form = await sampleForm(t, prize);
  expect(await post('add', { ...form, marketPriceFen: 5_000_001 })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'marketPriceFen', message: '单件奖品价值超过5万元' }] },
  });
  expect(await post('add', { ...form, marketPriceFen: 5_000_000 })).toMatchObject({ code: 0 });
});
