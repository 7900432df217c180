import { entityNamed } from '@wheelhouse/entities/registry';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sampleForm } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { startBench, type Bench, type Made } from '../vehicles/fixture.ts';
import { replacementsOf } from './replacements-kit.ts';

/** When a changed part is taken back, by whom, and who gets a part that two want. */
let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

const { record, voidIt } = replacementsOf(() => b);

describe('voiding', () => {
  test('only within 24 hours, and while the part was not changed again', async () => {
    const vehicle = await b.vehicle();
    const part = (n: number) => ({ deviceType: 8, oldSn: `LIGHT-${n}`, newSn: `LIGHT-${n + 1}` });
    const [first, second] = [await record(vehicle, part(1)), await record(vehicle, part(2))];
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(await voidIt(first.data.id)).toMatchObject({
      code: 1004,
      message: '当前状态（该部件已再次更换）不允许该操作',
    });
    await b.rows(
      "update veh_replacement_record set create_time = now() - interval '25 hours' where id = $1",
      second.data.id,
    );
    expect(await voidIt(second.data.id)).toMatchObject({
      code: 1004,
      message: '当前状态（录入已超过24小时）不允许该操作',
    });
    await b.rows('update veh_replacement_record set create_time = now() where id = $1', second.data.id);
    expect((await voidIt(second.data.id)).code).toBe(0);
    expect((await voidIt(first.data.id)).code, 'the later one is void').toBe(0);
  });

  test('a record without its right is neither added nor voided', async () => {
    const vehicle = await b.vehicle();
    const { token } = await signInAs(b.t, { roles: ['auditor'] });
    const part = { deviceType: 9, oldSn: 'SEAT-1', newSn: 'SEAT-2' };
    expect((await record(vehicle, part, {}, token)).code).toBe(1003);
    const { data } = await record(vehicle, part);
    expect((await voidIt(data.id, token)).code).toBe(1003);
  });
});

test('two vehicles do not get the same part at once', async () => {
  const [one, other] = [await b.vehicle(), await b.vehicle()];
  const part = { deviceType: 7, oldSn: 'MOTOR-OLD', newSn: 'DJ25B2001' };
  const given = (vehicle: Made) => ({ ...part, oldSn: vehicle.form['motorNo'] ?? part.oldSn });
  const answers = await Promise.all([record(one, given(one)), record(other, given(other))]);
  expect(answers.map(({ code }) => code).toSorted((a, c) => a - c)).toEqual([0, 5112]);
});

test('what another writer takes meanwhile is named', async () => {
  const [vehicle, other] = [await b.vehicle(), await b.vehicle()];
  const free = await sampleForm(b.t, entityNamed('vehicle'));
  const writer = new pg.Client({ connectionString: b.t.databaseUrl });
  await writer.connect();
  try {
    await writer.query('begin');
    await writer.query('update veh_vehicle set imei = $2 where id = $1', [other.id, free['imei']]);
    const part = { deviceType: 1, oldSn: vehicle.form['ecuSn'], newSn: free['ecuSn'], newImei: free['imei'] };
    const answer = record(vehicle, part);
    // It saw no other vehicle with the IMEI, and waits for the index.
    const waiting = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%update veh_vehicle set%'`;
    await vi.waitFor(async () => expect((await b.t.app.pool.query(waiting)).rows).toHaveLength(1), { timeout: 30_000 });
    await writer.query('commit');
    expect(await answer).toMatchObject({ code: 1009, message: 'IMEI已存在' });
  } finally {
    await writer.end();
  }
});
