import type { FoundGroup } from '@wheelhouse/contract/search';
import { entities, plain } from '@wheelhouse/entities/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seal } from '../../src/entity/seal.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample, sampleForm } from '../registry/samples.ts';

let app: TestApp;
let vehicle: { id: string; vin: string; imei: string; ecuSn: string; plateNo: string };
let foreign: { id: string; vin: string };
let dealer: { id: string; dealerCode: string; name: string };
const mobile = '13800001234';

async function addVehicle(dealerId: string): Promise<typeof vehicle> {
  const form = { ...(await sampleForm(app, plain(entities.vehicle))), dealerId };
  const { code, data } = await app.call<{ id: string }>('POST', '/veh/crm/vehicle/add', form, { as: 'admin' });
  expect(code).toBe(0);
  return { ...(form as unknown as typeof vehicle), id: data.id };
}

async function addUser(nickname: string, phone: string): Promise<string> {
  const sealed = seal(app.app.secrets, 'mobile', phone);
  const { rows } = await app.app.pool.query<{ id: string }>(
    'insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_time, status, city_id) values ($1, $2, $3, $4, 0, now(), 1, $5) returning id',
    [nickname, sealed.enc, sealed.hash, sealed.mask, '310100'],
  );
  return rows[0]?.id ?? '';
}

beforeAll(async () => {
  app = await createTestApp();
  const [mine, theirs] = [await addSample(app, plain(entities.dealer)), await addSample(app, plain(entities.dealer))];
  dealer = (await app.call<typeof dealer>('POST', '/data/crm/dealer/detail', { id: mine }, { as: 'admin' })).data;
  vehicle = await addVehicle(mine);
  foreign = await addVehicle(theirs);
  await addSample(app, plain(entities.battery));
  await addUser('晨光骑士', mobile);
  for (let n = 0; n < 7; n++) await addUser(`晨光${n}`, `1380000200${n}`);
});
afterAll(() => app.stop());

const search = async (keyword: unknown, as = 'admin', lang: 'zh' | 'en' = 'zh') =>
  app.call<FoundGroup[]>('POST', '/search/global', { keyword }, { as, lang });
const found = async (keyword: string, as?: string) => (await search(keyword, as)).data;
const itemsOf = (groups: readonly FoundGroup[], entity: string) =>
  groups.find((group) => group.entity === entity)?.items ?? [];

describe('what is found', () => {
  test('a vehicle by each of its keys, whole; by the end of its VIN; in any case', async () => {
    for (const key of [
      vehicle.vin,
      vehicle.imei,
      vehicle.ecuSn,
      vehicle.plateNo,
      vehicle.vin.toLowerCase(),
      ` ${vehicle.vin} `,
      vehicle.vin.slice(-6),
    ]) {
      expect(
        itemsOf(await found(key), 'vehicle').map((item) => item.id),
        key,
      ).toContain(vehicle.id);
    }
    const [item] = itemsOf(await found(vehicle.imei), 'vehicle');
    expect(item).toMatchObject({ name: vehicle.vin, hint: `IMEI ${vehicle.imei}` });
  });

  test('a dealer by code and part of its name; a battery by its serial', async () => {
    expect(itemsOf(await found(dealer.dealerCode), 'dealer').map((item) => item.id)).toEqual([dealer.id]);
    expect(itemsOf(await found(dealer.name.slice(2)), 'dealer').map((item) => item.id)).toContain(dealer.id);
    const { data } = await app.call<{ list: { id: string; batterySn: string }[] }>(
      'POST',
      '/veh/crm/battery/list',
      {},
      { as: 'admin' },
    );
    const battery = data.list[0];
    expect(itemsOf(await found(battery?.batterySn ?? ''), 'battery').map((item) => item.id)).toEqual([battery?.id]);
  });

  test('a user by the whole mobile number, never shown; not by a part of it; by the beginning of their nickname', async () => {
    const answer = await found(mobile);
    expect(itemsOf(answer, 'appUser')).toHaveLength(1);
    expect(itemsOf(answer, 'appUser')[0]?.name).toBe('晨光骑士');
    expect(JSON.stringify(answer)).not.toContain(mobile);
    expect(itemsOf(await found(mobile.slice(0, 8)), 'appUser')).toEqual([]);
    expect(itemsOf(await found('晨光骑'), 'appUser').map((item) => item.name)).toEqual(['晨光骑士']);
    expect(itemsOf(await found('光骑'), 'appUser')).toEqual([]);
  });

  test('a whole identifier leads to the record that it names first, then to those that have it', async () => {
    const card = await addSample(app, plain(entities.simCard));
    const { rows } = await app.app.pool.query<{ iccid: string }>('select iccid from sim_card where id = $1', [card]);
    const iccid = rows[0]?.iccid ?? '';
    await app.app.pool.query('update veh_vehicle set iccid = $1 where id = $2', [iccid, vehicle.id]);
    const byIccid = await found(iccid);
    expect(byIccid.map(({ entity }) => entity)).toEqual(['simCard', 'vehicle']);
    expect(itemsOf(byIccid, 'simCard')[0]?.id).toBe(card);
    const alarmNo = 'AL202601010001';
    await app.app.pool.query(
      `insert into alm_alarm (alarm_no, vehicle_id, vin, imei, alarm_type, level, first_time, last_time, count, recover_status, handle_status,
          escalated, suppressed, rule_version)
        values ($1, $2, $3, $4, 'TOW', 4, now(), now(), 1, 0, 0, 0, 0, 1)`,
      [alarmNo, vehicle.id, vehicle.vin, vehicle.imei],
    );
    for (const key of [vehicle.vin, vehicle.imei]) {
      const groups = await found(key);
      expect(itemsOf(groups, 'alarm'), key).toHaveLength(1);
      expect(groups[0]?.entity, key).toBe('vehicle');
    }
    expect((await found(alarmNo))[0]?.entity).toBe('alarm');
  });

  test('staff by their name or username', async () => {
    const { username, userId } = await signInAs(app, { roles: [] });
    await app.app.pool.query('update sys_user set real_name = $1 where id = $2', ['张伟明', userId]);
    for (const key of ['张伟明', '张伟', username])
      expect(itemsOf(await found(key), 'sysUser').map((item) => item.name)).toEqual(['张伟明']);
  });

  test('at most five of a kind, and that there are more', async () => {
    const group = (await found('晨光')).find(({ entity }) => entity === 'appUser');
    expect(group?.items).toHaveLength(5);
    expect(group?.more).toBe(true);
  });

  test('nothing for less than two characters; wildcards are plain text', async () => {
    for (const keyword of ['', ' ', 'L', '晨', '%', '%%', '__', '%_%', '\\%'])
      expect(await found(keyword), keyword).toEqual([]);
  });

  test('labels follow the language', async () => {
    const { data } = await search(vehicle.ecuSn, 'admin', 'en');
    expect(itemsOf(data, 'vehicle')[0]?.hint).not.toMatch(/[\u4e00-\u9fff]/);
  });
});

describe('who finds', () => {
  test('nobody without a session', async () => {
    expect((await app.call('POST', '/search/global', { keyword: vehicle.vin })).status).toBe(401);
  });

  test('only kinds whose page one has', async () => {
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('dealers_only', '仅经销商', 1, 0, 0, 1), ('nothing', '无', 1, 0, 0, 1)`,
    );
    await app.app.pool.query(
      `insert into sys_role_function (role_code, function_code) select 'dealers_only', code from sys_function where code like 'dealerManage%'`,
    );
    const { token } = await signInAs(app, { roles: ['dealers_only'] });
    expect(await found(vehicle.vin, token)).toEqual([]);
    expect(await found(mobile, token)).toEqual([]);
    expect(itemsOf(await found(dealer.dealerCode, token), 'dealer')).toHaveLength(1);
    expect(await found(dealer.dealerCode, (await signInAs(app, { roles: ['nothing'] })).token)).toEqual([]);
  });

  test('only records in one’s data scope', async () => {
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('dealer_search', '经销商搜索', 4, 1, 0, 1)`,
    );
    await app.app.pool.query(
      `insert into sys_role_function (role_code, function_code) select 'dealer_search', code from sys_function where code like 'vehicleManage%' or code like 'dealerManage%'`,
    );
    const { token } = await signInAs(app, { roles: ['dealer_search'], dealerId: dealer.id });
    expect(itemsOf(await found(vehicle.vin, token), 'vehicle').map((item) => item.id)).toEqual([vehicle.id]);
    expect(await found(foreign.vin, token)).toEqual([]);
    expect(itemsOf(await found(vehicle.vin.slice(0, 8), token), 'vehicle').map((item) => item.id)).toEqual([
      vehicle.id,
    ]);
  });
});

describe('any keyword', () => {
  test('is answered or refused, never a failure', async () => {
    const keyword = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 70 }),
      fc.constantFrom("' or 1=1 --", '\u0000', '\\', '%_%', '${1}', '9'.repeat(60), '<script>'),
      fc.integer(),
      fc.object({ maxDepth: 1 }),
      fc.constant(null),
    );
    await fc.assert(
      fc.asyncProperty(keyword, async (value) => {
        const answer = await search(value);
        expect(answer.status).toBeLessThan(500);
        if (answer.code === 0) for (const group of answer.data) expect(group.items.length).toBeLessThanOrEqual(5);
      }),
      { numRuns: 150 },
    );
  });
});
