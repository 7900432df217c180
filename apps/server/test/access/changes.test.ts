import type { ChangesSummary } from '@wheelhouse/contract/calls/access/logs';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, password } from './fixture.ts';

interface Change {
  readonly entity: string;
  readonly entityId: string;
  readonly entityTitle: string | null;
  readonly action: string;
  readonly userId: string | null;
  readonly realName: string | null;
  readonly ip: string | null;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}
interface Answer {
  readonly list: readonly Change[];
  readonly total: number;
  readonly summary: ChangesSummary;
}

let t: TestApp;
let made = 0;
const day = (back: number): string =>
  new Date(Date.now() + 8 * 3_600_000 - back * 86_400_000).toISOString().slice(0, 10);
const ask = (as: string, more: object = {}) =>
  t.call<Answer>(
    'POST',
    '/system/crm/operationLog/changes',
    { from: day(1), to: day(0), pageSize: 200, ...more },
    { as },
  );
const about = ({ data }: { data: Answer }, id: string, kind = 'vehicle'): Change[] =>
  data.list.filter(({ entity, entityId }) => entity === kind && entityId === id);

async function person(roles: readonly string[], more: object = {}): Promise<{ id: string; token: string }> {
  const username = `changes.${++made}`;
  const id = await addUser(t, { username, roles, ...more });
  return { id, token: await t.login(username, password) };
}

async function changed(id: string, remark: string, as = 'admin'): Promise<void> {
  const vehicle = await t.call<{ rev: number }>('POST', '/veh/crm/vehicle/detail', { id }, { as: 'admin' });
  const answer = await t.call('POST', '/veh/crm/vehicle/update', { id, rev: vehicle.data.rev, remark }, { as });
  expect(answer.code, JSON.stringify(answer)).toBe(0);
}

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'vehicle_reader', ['vehicleManage.query']);
  await addRole(t, 'vehicle_writer', ['vehicleManage.query', 'vehicleManage.edit']);
});
afterAll(() => t.stop());

test('changes of all records one may open, newest first, with their numbers by day, domain and person', async () => {
  const [vehicle, qa] = [await addSample(t, entityNamed('vehicle')), await addSample(t, entityNamed('consoleQa'))];
  const writer = await person(['vehicle_writer']);
  await changed(vehicle, '昨天以来的第一次', writer.token);
  const all = await ask('admin');
  expect(all.code, JSON.stringify(all)).toBe(0);
  expect(about(all, vehicle)[0]).toMatchObject({
    entity: 'vehicle',
    action: 'update',
    userId: writer.id,
    entityTitle: expect.stringMatching(/^LZX/),
    changes: [{ field: 'remark', after: '昨天以来的第一次' }],
  });
  expect(about(all, qa, 'consoleQa')).toHaveLength(1);
  const { byDay, byDomain, byPerson } = all.data.summary;
  expect(byDay.map((one) => one.day)).toContain(day(0));
  expect(byDomain.map(({ domain }) => domain)).toEqual(expect.arrayContaining(['vehicles', 'access']));
  expect(byPerson).toContainEqual({ userId: writer.id, name: '测试员', count: 1 });
  const sums = [byDay, byDomain, byPerson].map((counts) => counts.reduce((sum, { count }) => sum + count, 0));
  expect(new Set([...sums, all.data.total]).size, 'they are the same changes').toBe(1);
  // Narrowed by domain, by person, by day.
  expect(new Set((await ask('admin', { domain: 'vehicles' })).data.list.map(({ entity }) => entity))).not.toContain(
    'consoleQa',
  );
  expect((await ask('admin', { userId: writer.id })).data.list.map(({ entityId }) => entityId)).toEqual([vehicle]);
  expect((await ask('admin', { from: day(1), to: day(1) })).data.list).toEqual([]);
  expect((await ask('admin', { from: day(60) })).code).toBe(1012);
  expect((await ask('admin', { from: 'x' })).code).toBe(1001);
  expect((await ask('admin', { domain: 'support' })).code).toBe(1001);
});

test('looks, exports and refused attempts are no changes', async () => {
  const vehicle = await addSample(t, entityNamed('vehicle'));
  const before = (await ask('admin')).data.total;
  await t.call('POST', '/veh/crm/vehicle/export', { query: { 'id.in': [vehicle] } }, { as: 'admin' });
  await t.call('POST', '/veh/crm/vehicle/update', { id: vehicle, rev: 99, remark: 'x' }, { as: 'admin' });
  expect((await ask('admin')).data.total).toBe(before);
});

test('rights, data scope and hidden fields hold: other pages, other dealers’ records, sealed and guarded values', async () => {
  const [mine, other] = [await addSample(t, entityNamed('dealer')), await addSample(t, entityNamed('dealer'))];
  const [own, foreign] = [await addSample(t, entityNamed('vehicle')), await addSample(t, entityNamed('vehicle'))];
  const give = (vehicleId: string, dealerId: string) =>
    t.app.pool.query('update veh_vehicle set dealer_id = $2 where id = $1', [vehicleId, dealerId]);
  await give(own, mine);
  await give(foreign, other);
  await changed(own, '自己的');
  await changed(foreign, '别家的');
  const reader = await person(['vehicle_reader']);
  const seen = await ask(reader.token);
  // Beside their own page they have those that are open to all.
  expect(new Set(seen.data.list.map(({ entity }) => entity))).toEqual(new Set(['vehicle', 'consoleQa']));
  expect(about(seen, foreign).length).toBeGreaterThan(0);
  expect(seen.data.list.every(({ ip }) => ip === null)).toBe(true);
  expect(new Set(seen.data.summary.byDomain.map(({ domain }) => domain))).toEqual(new Set(['vehicles', 'access']));
  const dealer = await person(['dealer'], { dealerId: mine });
  const limited = await ask(dealer.token, { domain: 'vehicles' });
  expect(limited.code, JSON.stringify(limited)).toBe(0);
  expect(about(limited, own).length).toBeGreaterThan(0);
  expect(about(limited, foreign)).toEqual([]);
  // Who works for the platform is the platform to a dealer, in rows, in numbers and as a condition.
  expect(about(limited, own)[0]).toMatchObject({ userId: null, realName: '平台', ip: null });
  expect(limited.data.summary.byPerson.every(({ userId }) => userId === null || userId === dealer.id)).toBe(true);
  expect((await ask(dealer.token, { userId: '1' })).data.list).toEqual([]);
  await t.app.pool.query(
    `insert into sys_operation_log (user_id, username, action, entity, entity_id, after) values (1, 'admin', 'update', 'dealer', $1, '{"licenseImage":"secret-file","remark":"x"}')`,
    [mine],
  );
  await addRole(t, 'dealer_reader', ['dealerManage.query']);
  const plainReader = await person(['dealer_reader']);
  const text = JSON.stringify((await ask(plainReader.token)).data.list);
  expect(text).toContain('"remark"');
  expect(text).not.toContain('secret-file');
  const nobody = await person([]);
  expect((await ask(nobody.token)).data.list.filter(({ entity }) => entity !== 'consoleQa')).toEqual([]);
});
