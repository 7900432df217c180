import { afterAll, beforeAll, expect, test } from 'vitest';
import { works } from '../../src/work/list.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { killableWorkers, type KillableWorkers } from '../support/killed-workers.ts';
import { workSamples } from './work-samples.ts';

/** Advisory lock at which a worker waits with the end of a step. */
const atEnd = 4_713;

let t: TestApp;
let workers: KillableWorkers;
beforeAll(async () => {
  t = await createTestApp();
  workers = await killableWorkers(t);
});
afterAll(async () => {
  await workers.stop();
  await t.stop();
});

test('every work has a sample', () => {
  expect(
    works()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(Object.keys(workSamples).toSorted());
});

test.each(Object.entries(workSamples))(
  '%s: killed with its step, a process leaves it to another one',
  async (name, add) => {
    const work = works().find((one) => one.name === name);
    if (work === undefined) throw new Error(`there is no ${name}`);
    const { table, promise } = work;
    const query = async (text: string) => (await t.app.pool.query(text)).rows;
    const effects = await add(t);
    // The database would carry out the statement on which the process waits as it is killed.
    await query(`
    create function hold_end() returns trigger language plpgsql as $$ begin
      if old.leased_until is null then return coalesce(new, old); end if;
      if tg_op = 'UPDATE' then if new.leased_until is not null then return new; end if; end if;
      perform pg_advisory_xact_lock_shared(${atEnd});
      raise exception 'the process has died';
    end $$;
    create trigger hold_end before update or delete on ${table} for each row execute function hold_end()`);
    await workers.killAt(atEnd);
    await query(`drop trigger hold_end on ${table}; drop function hold_end()`);
    const held = `select 1 from ${table} where leased_until > now()`;
    expect(await query(held)).not.toEqual([]);
    if (promise === 'once') expect(await effects()).toBe(0);
    // Until the lease is over, nobody else takes it.
    expect(await work.round(t.app)).toBe(0);
    await query(`update ${table} set leased_until = now(), next_time = now() where leased_until > now()`);
    expect(await work.round(t.app)).toBeGreaterThan(0);
    expect(await query(held)).toEqual([]);
    expect(await effects()).toBe(1);
  },
  180_000,
);
