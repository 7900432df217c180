import fc from 'fast-check';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { createLog } from '../../src/log.ts';
import { balances, wholeSum } from '../../src/modules/orders/ledger/balances.ts';
import { countDays } from '../../src/modules/orders/ledger/count.ts';
import { watchLedger } from '../../src/modules/orders/ledger/watch.ts';
import { post } from '../../src/modules/orders/ledger/post.ts';
import type { Line, Posting } from '../../src/modules/orders/ledger/posting.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL: '24' } });
});
afterAll(() => t.stop());

const occurTime = new Date('2025-11-20T02:15:58Z');
const pair = (amountFen: number, goods = 'theme'): Line[] => [
  { account: 'channel:1', amountFen },
  { account: `revenue:${goods}`, amountFen: -amountFen },
];
const posting = (key: string, lines: readonly Line[], more: Partial<Posting> = {}): Posting => ({
  kind: 'paid',
  key,
  occurTime,
  lines,
  ...more,
});
const send = (one: Posting) => withTransaction(t.app.db, (tx) => post(tx, one));
const run = (statement: string, values: readonly unknown[] = []) => t.app.pool.query(statement, [...values]);
const linesOf = async (key: string) =>
  (
    await t.app.pool.query<{ account: string; fen: string }>(
      `select a.code as account, e.amount_fen as fen from ldg_entry e join ldg_account a on a.id = e.account_id join ldg_transaction t on t.id = e.transaction_id
       where t.key = $1 order by e.id`,
      [key],
    )
  ).rows;
const rowsOf = async (table: 'ldg_transaction' | 'ldg_account' | 'ldg_day', where = 'true'): Promise<number> =>
  (await t.app.pool.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)).rows[0]?.n ?? -1;

describe('a posting', () => {
  test('is written whole, without lines of nothing', async () => {
    expect(await send(posting('whole', [...pair(500), { account: 'fee:1', amountFen: 0 }]))).toBe('posted');
    expect(await linesOf('whole')).toEqual([
      { account: 'channel:1', fen: '500' },
      { account: 'revenue:theme', fen: '-500' },
    ]);
    expect(await send(posting('nothing', pair(0)))).toBe('empty');
    expect(await rowsOf('ldg_transaction', "key = 'nothing'")).toBe(0);
  });

  test('is written once by its key, and refused under a key that says something else', async () => {
    expect(await send(posting('once', pair(500)))).toBe('posted');
    expect(await send(posting('once', pair(500).toReversed()))).toBe('known');
    await expect(send(posting('once', pair(900)))).rejects.toThrow(
      'the ledger has once as paid, channel:1 500, revenue:theme -500, not as paid, channel:1 900, revenue:theme -900',
    );
    await expect(send(posting('once', pair(500), { kind: 'refunded' }))).rejects.toThrow('not as refunded');
    expect(await linesOf('once')).toHaveLength(2);
  });

  test.each([
    ['a sum that is not zero', [...pair(500), { account: 'fee:1', amountFen: 1 }], 'sums to 1'],
    ['one line', [{ account: 'bank', amountFen: 5 }], 'ck_ldg_transaction_lines'],
    ['a fraction', pair(0.5), 'no whole number'],
    ['an amount beyond all numbers', pair(2 ** 60), 'no whole number'],
    ['more money than there is', pair(2_000_000_000_000), 'ck_ldg_entry_amount_fen'],
  ] as const)('with %s is refused', async (what, lines, why) => {
    await expect(send(posting(`wrong ${what}`, lines))).rejects.toThrow(why);
    expect(await rowsOf('ldg_transaction', `key like 'wrong%'`)).toBe(0);
  });

  test('goes with the transaction that it is part of', async () => {
    const failing = withTransaction(t.app.db, async (tx) => {
      await post(tx, posting('gone', pair(500)));
      throw new Error('the order was closed meanwhile');
    });
    await expect(failing).rejects.toThrow('closed meanwhile');
    expect(await rowsOf('ldg_transaction', "key = 'gone'")).toBe(0);
  });

  test('is one, and its accounts are, when 20 post it at the same moment', async () => {
    const keys = Array.from({ length: 20 }, (_, n) => `at once ${n}`);
    const answers = await Promise.all(
      keys.flatMap((key, n) => Array.from({ length: 20 }, () => send(posting(key, pair(100 + n, `new${n % 3}`))))),
    );
    expect(answers.filter((answer) => answer === 'posted')).toHaveLength(keys.length);
    expect(answers.filter((answer) => answer === 'known')).toHaveLength(19 * keys.length);
    expect(await rowsOf('ldg_account', "code like 'revenue:new%'")).toBe(3);
    expect(await rowsOf('ldg_transaction', "key like 'at once%'")).toBe(keys.length);
  });
});

describe('the database itself', () => {
  const insert = (lines: number) =>
    `insert into ldg_transaction (kind, key, occur_time, lines) values ('paid', gen_random_uuid()::text, now(), ${lines}) returning id`;
  const entries = (...amounts: readonly number[]) =>
    `with t as (${insert(amounts.length)}), a as (select min(id) as id from ldg_account)
     insert into ldg_entry (transaction_id, account_id, amount_fen) select t.id, a.id, n from t, a, unnest(array[${amounts.join(',')}]) n`;

  test('takes entries that sum to zero, two at least, none of nothing', async () => {
    await run(entries(5, -2, -3));
    await expect(run(entries(5, -4))).rejects.toThrow('sums to 1');
    await expect(run(entries(0, 0))).rejects.toThrow('ck_ldg_entry_amount_fen');
    await expect(run(entries(5))).rejects.toThrow('ck_ldg_transaction_lines');
  });

  test('takes no transaction without entries', async () => {
    await expect(run(insert(2))).rejects.toThrow('has no entries');
  });

  test('takes no entries afterwards, though they sum to zero, and none of nobody', async () => {
    const add = 'insert into ldg_entry (transaction_id, account_id, amount_fen)';
    await send(posting('closed', pair(7)));
    await expect(
      run(
        `${add} select e.transaction_id, e.account_id, e.amount_fen from ldg_entry e join ldg_transaction t on t.id = e.transaction_id where t.key = 'closed'`,
      ),
    ).rejects.toThrow('has 4 entries of 2');
    await expect(run(`${add} values (999999999, 1, 1), (999999999, 1, -1)`)).rejects.toThrow('does not exist');
    await expect(
      run(`with t as (${insert(2)}) ${add} select t.id, 999999999, n from t, unnest(array[1, -1]) n`),
    ).rejects.toThrow('an entry without an account');
  });

  test.each(['ldg_entry', 'ldg_transaction', 'ldg_account'])('changes and deletes nothing of %s', async (table) => {
    await expect(run(`delete from ${table}`)).rejects.toThrow('append only');
    const change = { ldg_entry: 'amount_fen = 1', ldg_transaction: "note = 'x'", ldg_account: "side = 'credit'" }[
      table
    ];
    await expect(run(`update ${table} set ${change}`)).rejects.toThrow('append only');
  });
});

describe('balances', () => {
  const first = Date.parse('2026-01-01T00:00:00+08:00');
  const accounts = ['channel:2', 'revenue:sound', 'fee:2', 'partner:乙'] as const;
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        day: fc.nat(9),
        hour: fc.nat(23),
        from: fc.nat(3),
        to: fc.nat(3),
        fen: fc.integer({ min: 1, max: 9_999 }),
      }),
    },
    { weight: 1, arbitrary: fc.constant('count' as const) },
  );

  test('are exact at the end of each day whatever arrives late, and however often it is counted', async () => {
    let key = 0;
    const posted: { day: string; lines: readonly Line[] }[] = [];
    /** The same by adding up everything. */
    const model = (day?: string): Record<string, number> => {
      const all: Record<string, number> = {};
      for (const one of posted)
        if (day === undefined || one.day <= day)
          for (const { account, amountFen } of one.lines) all[account] = (all[account] ?? 0) + amountFen;
      return all;
    };
    const answered = async (day?: string) => {
      const found = (await balances(t.app.db, day)).filter(({ account }) => accounts.some((one) => one === account));
      return Object.fromEntries(found.map(({ account, balanceFen }) => [account, balanceFen]));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), fc.nat(9), async (steps, asked) => {
        for (const one of steps) {
          if (one === 'count') {
            await Promise.all([countDays(t.app), countDays(t.app)]);
            continue;
          }
          const { day, hour, from, to, fen } = one;
          if (from === to) continue;
          const at = new Date(first + day * 86_400_000 + hour * 3_600_000);
          const lines: Line[] = [
            { account: accounts[from] ?? 'bank', amountFen: fen },
            { account: accounts[to] ?? 'bank', amountFen: -fen },
          ];
          await send(posting(`history ${key++}`, lines, { occurTime: at }));
          posted.push({ day: formatDay(at), lines });
        }
        const day = formatDay(new Date(first + asked * 86_400_000));
        const [now, then] = [await answered(), await answered(day)];
        for (const account of accounts) {
          expect(now[account] ?? 0).toBe(model()[account] ?? 0);
          expect(then[account] ?? 0).toBe(model(day)[account] ?? 0);
        }
        expect(await wholeSum(t.app.db)).toBe(0);
      }),
      { numRuns: 60 },
    );
    expect(await rowsOf('ldg_day', "day >= '2026-01-01'")).toBeGreaterThan(10);
  });

  test('count nothing that is still under way, and nothing twice', async () => {
    const bank = async () => (await balances(t.app.db)).find(({ account }) => account === 'bank')?.balanceFen ?? 0;
    const warned: string[] = [];
    const log = createLog('warn', { write: (line) => void warned.push(line) });
    const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const underWay = withTransaction(t.app.db, async (tx) => {
      await post(
        tx,
        posting('under way', [
          { account: 'bank', amountFen: 70 },
          { account: 'channel:1', amountFen: -70 },
        ]),
      );
      begun.resolve();
      await mayEnd.promise;
    });
    await begun.promise;
    const before = await bank();
    await countDays({ db: t.app.db, log });
    expect(warned.join()).toContain('the ledger is not counted');
    mayEnd.resolve();
    await underWay;
    expect(await bank()).toBe(before + 70);
    await countDays({ db: t.app.db, log });
    expect(await bank()).toBe(before + 70);
    const rows = await rowsOf('ldg_day');
    await countDays({ db: t.app.db, log });
    expect(await rowsOf('ldg_day')).toBe(rows);
    expect(warned).toHaveLength(1);
  });

  test('miss nothing of those who post while it is counted', async () => {
    let left = 300;
    const poster = async () => {
      for (let n = left--; n > 0; n = left--) await send(posting(`busy ${n}`, pair(n, 'busy')));
    };
    const counting = async () => {
      while (left > 0) await countDays(t.app);
    };
    await Promise.all([...Array.from({ length: 8 }, poster), counting()]);
    await countDays(t.app);
    const busy = (await balances(t.app.db)).find(({ account }) => account === 'revenue:busy');
    expect(busy).toEqual({ account: 'revenue:busy', kind: 'revenue', side: 'credit', balanceFen: (-300 * 301) / 2 });
    expect(await wholeSum(t.app.db)).toBe(0);
  });
});

test('a ledger that was changed past the platform is noticed', async () => {
  const errors: string[] = [];
  const log = createLog('error', { write: (line) => void errors.push(line) });
  const shown = async () => (await t.app.metrics.getSingleMetric('wheelhouse_ledger_sum_fen')?.get())?.values[0]?.value;
  const watch = async () => {
    const watching = watchLedger({ ...t.app, log });
    const begun = errors.length;
    await expect.poll(shown).toBe(await wholeSum(t.app.db));
    await watching.stop();
    return errors.slice(begun).join();
  };
  expect(await watch()).toBe('');
  await run('alter table ldg_entry disable trigger user');
  await run('insert into ldg_entry (transaction_id, account_id, amount_fen) values (1, 1, 30)');
  await run('alter table ldg_entry enable trigger user');
  expect(await watch()).toContain('the ledger does not sum to zero');
  expect(await shown()).toBe(30);
});
