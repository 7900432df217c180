import { sql } from 'kysely';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { each, type WorkDefinition } from '../../src/work/define.ts';
import { NotDone } from '../../src/work/failure.ts';
import { workGauges } from '../../src/work/metrics.ts';
import { numbersOf } from '../../src/work/statements.ts';
import { defineWork } from '../../src/work/work.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

// Works over a table of the test's own.

interface Row {
  readonly id: string;
}

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  await t.app.pool.query(`
    create table test_work (id bigint primary key, next_time timestamptz default now(), leased_until timestamptz, attempts integer not null default 0,
      last_error text, done integer not null default 0)`);
});
afterAll(() => t.stop());
beforeEach(async () => {
  await t.app.pool.query('truncate test_work');
});

const common = {
  name: 'test.work',
  label: { zh: '测试', en: 'Test' },
  table: 'test_work',
  key: { id: 'bigint' },
  select: 't.id::text as id',
  lease: 60,
  backoff: [1_000, 10_000],
  atOnce: 5,
  done: 'rest',
} as const;

const once = (step: Extract<WorkDefinition<Row>, { promise: 'once' }>['step'], more: object = {}) =>
  defineWork<Row>({ ...common, ...more, promise: 'once', step });
const atLeastOnce = (step: Extract<WorkDefinition<Row>, { promise: 'atLeastOnce' }>['step']) =>
  defineWork<Row>({ ...common, promise: 'atLeastOnce', step });

const query = async <R extends object>(text: string, ...values: unknown[]) =>
  (await t.app.pool.query<R>(text, values)).rows;
const add = (...ids: number[]) => query('insert into test_work (id) select unnest($1::int[])', ids);
/** Seconds until a row is due, in hundreds as a step may be a while ago, and what the kit has kept of it. */
const stateOf = async (id: number) =>
  (
    await query<{ due: number | null; attempts: number; error: string | null; leased: boolean; done: number }>(
      `select (round(extract(epoch from next_time - now()) / 100) * 100)::int as due, attempts, last_error as error, leased_until is not null as leased, done
       from test_work where id = $1`,
      id,
    )
  )[0];
const mark = (id: string) => sql`update test_work set done = done + 1 where id = ${id}`;
const timePasses = () =>
  query('update test_work set next_time = now(), leased_until = case when leased_until is not null then now() end');

describe('exactly once, in a transaction', () => {
  test('a row that fails waits longer each time, without its values in the error, and keeps no other from its turn', async () => {
    await add(1, 2, 3);
    const work = once(async (tx, { id }) => {
      await mark(id).execute(tx);
      if (id === '1') await sql`select ${'13800000000'}::int`.execute(tx);
      return 'done';
    });
    expect(await work.round(t.app)).toBe(3);
    expect(await stateOf(1)).toEqual({ due: 1_000, attempts: 1, error: 'error 22003', leased: false, done: 0 });
    expect(await stateOf(3)).toEqual({ due: null, attempts: 0, error: null, leased: false, done: 1 });
    for (const attempts of [2, 3]) {
      expect(await work.round(t.app)).toBe(0);
      await query('update test_work set next_time = now() where id = 1');
      await work.round(t.app);
      expect(await stateOf(1)).toMatchObject({ due: 10_000, attempts, done: 0 });
    }
  });

  test('several processes at once do each row once', async () => {
    await add(...Array.from({ length: 12 }, (_, n) => n + 1));
    const work = once(async (tx, { id }) => {
      await mark(id).execute(tx);
      return 'done';
    });
    const rounds = await Promise.all([1, 2, 3, 4].map(() => work.round(t.app)));
    expect(rounds.reduce((sum, n) => sum + n, 0)).toBe(12);
    expect(await query('select 1 from test_work where done <> 1 or next_time is not null')).toEqual([]);
  });

  test('what another process has taken since has no effect', async () => {
    await add(1);
    const late = once(async (tx, { id }) => {
      await mark(id).execute(tx);
      return 'done';
    });
    const rows = await late.statements.take(t.app.db, 5);
    await timePasses();
    await late.round(t.app);
    await late.statements.end(t.app.db, rows, { seconds: 0, added: null, error: null });
    expect(await stateOf(1)).toEqual({ due: null, attempts: 0, error: null, leased: false, done: 1 });
  });
});

describe('at least once, outside of a transaction', () => {
  test('a row whose process died is taken when its lease is over, which counts as a failure', async () => {
    await add(1);
    const work = atLeastOnce(each(1, async () => ({ againSec: 3_000 })));
    await work.statements.take(t.app.db, 5);
    expect(await work.round(t.app)).toBe(0);
    await timePasses();
    const attempts: number[] = [];
    await atLeastOnce(
      each(1, async (_app, row) => {
        attempts.push(row.attempts);
        throw new NotDone('busy', 'at the moment', { afterSec: 40_000 });
      }),
    ).round(t.app);
    expect(attempts).toEqual([1]);
    expect(await stateOf(1)).toMatchObject({ due: 40_000, attempts: 2, error: 'busy at the moment', leased: false });
    await query('update test_work set next_time = now()');
    await work.round(t.app);
    expect(await stateOf(1)).toMatchObject({ due: 3_000, attempts: 0, error: null });
  });

  test('what is asked for again during its step stays due; what was not tried costs no attempt', async () => {
    await add(1, 2);
    await atLeastOnce(
      each(2, async (_app, { id }) => {
        if (id === '2') throw new NotDone('rate', '', { tried: false, afterSec: 500 });
        await query('update test_work set next_time = now() where id = 1');
        return 'done';
      }),
    ).round(t.app);
    expect(await stateOf(1)).toMatchObject({ due: 0, leased: false });
    expect(await stateOf(2)).toMatchObject({ due: 500, attempts: 0, error: 'rate' });
  });

  test('a process that stops gives back what it has not begun', async () => {
    await add(1, 2, 3, 4);
    let begun = 0;
    const work = atLeastOnce(each(1, async () => (begun++, 'done')));
    await work.round(t.app, () => begun >= 2);
    expect(
      await query('select 1 from test_work where next_time <= now() and attempts = 0 and leased_until is null'),
    ).toHaveLength(2);
  });
});

test('what is done is deleted, unless it was asked for again', async () => {
  await add(1, 2);
  const work = once(
    async (tx, { id }) => {
      if (id === '2') await sql`update test_work set next_time = now() where id = 2`.execute(tx);
      return 'done';
    },
    { done: 'delete' },
  );
  await work.round(t.app);
  expect(await query('select id from test_work where next_time <= now() and leased_until is null')).toEqual([
    { id: '2' },
  ]);
});

test('the metrics say what waits, since when, and what is being done', async () => {
  await add(1, 2, 3);
  await query("update test_work set next_time = now() - interval '90 seconds' where id = 1");
  await query("update test_work set next_time = now() + interval '1 hour' where id = 3");
  const work = once(async () => 'done', { atOnce: 1 });
  const registry = new Registry();
  workGauges(registry, () => numbersOf(t.app.db, [work]));
  const read = async () =>
    Object.fromEntries(
      (await registry.getMetricsAsJSON()).map(({ name, values }) => [
        name.replace('wheelhouse_work_', ''),
        Math.floor(values[0]?.value ?? -1),
      ]),
    );
  const { oldest_seconds: oldest, ...others } = await read();
  expect(others).toEqual({ waiting: 2, leased: 0 });
  expect(oldest).toBeGreaterThanOrEqual(90);
  await work.statements.take(t.app.db, 1);
  expect(await read()).toMatchObject({ waiting: 1, leased: 1 });
});
