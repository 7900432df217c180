import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dealers } from '../fleet/world.ts';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';
import { numbers, subscriptionWorld, type Person, type SubscriptionWorld } from './subscriptions-kit.ts';
import { addRole } from '../access/fixture.ts';

let t: TestApp;
let w: SubscriptionWorld;
let owner: Person;
let other: Person;
beforeAll(async () => {
  t = await createTestApp({ env: { MAIL_RATE: '1000' } });
  w = await subscriptionWorld(t);
  [owner, other] = await Promise.all([w.person('report_all'), w.person('report_all')]);
});
afterAll(() => t.stop());

const refusedFields = async (as: Person, more: object): Promise<unknown> => {
  const { code, data } = await w.add(as, more);
  return [code, data?.errors?.map(({ field }) => field)];
};

describe('a subscription', () => {
  test('needs the right to export its statistic, and no other right', async () => {
    const [looks, none] = await Promise.all([w.person('report_looks'), w.person('report_none')]);
    expect((await w.add(looks)).code).toBe(1003);
    expect((await w.add(none)).code).toBe(1003);
    expect((await w.add(owner, { statistic: 'traffic' })).code).toBe(1003);
    expect(await refusedFields(owner, { statistic: 'nothing' })).toEqual([1001, ['statistic']]);
    expect(await refusedFields(owner, { statistic: 'constructor' })).toEqual([1001, ['statistic']]);
    expect((await w.add(owner)).code).toBe(0);
  });

  test('names filters of its statistic and no days', async () => {
    for (const filters of [
      { 'date.ge': '2020-01-01' },
      { date: '2020-01-01' },
      { granularity: 'day' },
      { vin: 'x' },
      { dealerId: "1' or '1'='1" },
      { alarmType: 'NOTHING' },
      { cityId: 'x' },
      ['x'],
    ])
      expect([filters, await refusedFields(owner, { filters })]).toEqual([filters, [1001, ['filters']]]);
    const filters = { dealerId: dealers.shanghai, 'level.in': ['1', '2'] };
    const id = await w.added(owner, { name: '筛选', filters });
    const { data } = await w.call<{ filters: unknown }>('detail', { id }, owner);
    expect(data.filters).toEqual(filters);
  });

  test('has a name of one line, and times that there are', async () => {
    for (const name of ['日报\r\nBcc: all@fleet.example', '日报\nx', '日\u2028报'])
      expect(await refusedFields(owner, { name })).toEqual([1001, ['name']]);
    for (const timeOfDay of ['24:00', '8:00', '08:60', '08:00:00'])
      expect(await refusedFields(owner, { timeOfDay })).toEqual([1001, ['timeOfDay']]);
    expect([await refusedFields(owner, { frequency: 2, weekday: 8 }), t.errors]).toEqual([[1001, ['weekday']], []]);
    expect(await refusedFields(owner, { frequency: 3, dayOfMonth: 32 })).toEqual([1001, ['dayOfMonth']]);
  });

  test('goes to people who may see its numbers and have an address', async () => {
    const [none, silent] = [await w.person('report_none'), await w.person('report_all', { address: null })];
    expect(await refusedFields(owner, { receiverIds: [other.id, none.id] })).toEqual([1001, ['receiverIds']]);
    expect(await refusedFields(owner, { receiverIds: [silent.id] })).toEqual([1001, ['receiverIds']]);
    expect(await refusedFields(silent, {})).toEqual([1001, ['toOwner']]);
    expect(await refusedFields(owner, { toOwner: 0 })).toEqual([1001, ['receiverIds']]);
    await t.app.pool.query('update sys_user set enabled = 0 where id = $1', [none.id]);
    expect(await refusedFields(owner, { receiverIds: [none.id] })).toEqual([1001, ['receiverIds']]);
  });

  test('of somebody else is not there: not to read, change, send or delete', async () => {
    const id = await w.added(owner, { name: '他人的' });
    const asked = [
      ['detail', { id }],
      ['update', { id, rev: 1, name: '改' }],
      ['update', { id, rev: 1, receiverIds: [other.id] }],
      ['send', { id }],
      ['deliveries', { id }],
    ] as const;
    for (const [path, body] of asked)
      expect([path, [1002, 1011].includes((await w.call(path, body, other)).code)]).toEqual([path, true]);
    await w.call('batchDelete', { ids: [id] }, other);
    const { data } = await w.call<{ list: { id: string }[] }>('list', {}, other);
    expect(data.list.map((row) => row.id)).not.toContain(id);
    expect((await w.call('detail', { id }, owner)).code).toBe(0);
    const token = await t.login('admin', adminPassword);
    expect((await w.call('detail', { id }, { ...owner, token })).code).toBe(0);
    // Its statistic and owner stay what they are.
    expect((await w.call('update', { id, rev: 1, statistic: 'traffic' }, owner)).code).toBe(1001);
    expect((await w.call('update', { id, rev: 1, ownerId: other.id }, owner)).code).toBe(1001);
    expect(
      (await t.call('POST', '/rest/w/reportSubscription', { id, rev: 1, name: '改' }, { as: other.token })).code,
    ).not.toBe(0);
  });

  test('cannot be changed or asked for by an owner whose right was taken', async () => {
    await addRole(t, 'report_short', numbers);
    const reader = await w.person('report_short');
    const id = await w.added(reader, { name: '短期' });
    await t.app.pool.query(
      `delete from sys_role_function where role_code = 'report_short' and function_code = 'alarmStatistics.export'`,
    );
    await t.app.pool.query(`select pg_notify('wh_live', '{"t":"access","d":{}}')`);
    const token = await t.login(`${reader.address.split('@')[0]}`, 'Correct-Horse-7');
    expect((await w.call('update', { id, rev: 1, name: '改' }, { ...reader, token })).code).toBe(1003);
    expect((await w.call('send', { id }, { ...reader, token })).code).toBe(1003);
    expect((await w.call('batchDelete', { ids: [id] }, { ...reader, token })).code).toBe(0);
  });

  test('that is switched off waits for nothing, and begins anew', async () => {
    const id = await w.added(owner, { name: '开关' });
    const due = async () =>
      (await t.app.pool.query('select 1 from stat_subscription_due where subscription_id = $1', [id])).rows.length;
    expect(await due()).toBe(1);
    expect((await w.call('update', { id, rev: 1, enabled: 0 }, owner)).code).toBe(0);
    expect(await due()).toBe(0);
    expect((await w.call('update', { id, rev: 2, enabled: 1 }, owner)).code).toBe(0);
    expect(await due()).toBe(1);
  });
});
