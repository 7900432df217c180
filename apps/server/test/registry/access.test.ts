import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOfCall, entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { calls } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { addSample, sampleForm } from './samples.ts';

const all = Object.values(entities).map(plain);
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => app.stop());

/** What a definition says of its calls; who gets where by them is the matrix of all calls and roles. */
test.each(all.filter((entity) => entity.calls.length > 0))('the calls of $name ask for its own rights', (entity) => {
  const asked = new Map(calls.map(({ path, access }) => [path, [access].flat().toSorted()]));
  for (const call of entity.calls)
    expect(asked.get(pathOfCall(entity, call)), call).toContain(codeOfCall(entity, call));
  for (const { path, button } of Object.values(entity.actions ?? {}))
    expect(asked.get(`${entity.base}/${path}`), path).toContain(button);
});

describe('data scope', () => {
  test('a dealer account sees, changes and points to nothing of other dealers', async () => {
    const vehicleEntity = plain(entities.vehicle);
    const [mine, theirs] = [await addSample(app, plain(entities.dealer)), await addSample(app, plain(entities.dealer))];
    const add = async (dealerId: string) => {
      const form = await sampleForm(app, vehicleEntity);
      const answer = await app.call<{ id: string }>(
        'POST',
        '/veh/crm/vehicle/add',
        { ...form, dealerId },
        { as: 'admin' },
      );
      expect(answer.code, answer.message).toBe(0);
      return answer.data.id;
    };
    const [own, foreign] = [await add(mine), await add(theirs)];
    // A role that may do everything with vehicles and dealers, so that only scope is in the way.
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('dealer_all', '经销商全权', 4, 1, 0, 1)`,
    );
    await app.app.pool.query(
      `insert into sys_role_function (role_code, function_code) select 'dealer_all', code from sys_function where code like 'vehicleManage%' or code like 'dealerManage%' or code like 'batteryManage%'`,
    );
    await app.app.pool.query(
      `update sys_function set staff_only = 0 where code in (select function_code from sys_role_function where role_code = 'dealer_all')`,
    );
    const { token } = await signInAs(app, { roles: ['dealer_all'], dealerId: mine });
    const as = { as: token };
    const list = await app.call<{ list: { id: string }[]; total: number }>(
      'POST',
      '/veh/crm/vehicle/list',
      { pageSize: 200 },
      as,
    );
    expect(list.data.list.map((row) => row.id)).toEqual([own]);
    expect((await app.call('POST', '/veh/crm/vehicle/detail', { id: own }, as)).code).toBe(0);
    expect((await app.call('POST', '/veh/crm/vehicle/detail', { id: foreign }, as)).code).toBe(1011);
    expect((await app.call('POST', '/veh/crm/vehicle/update', { id: foreign, rev: 1, remark: 'x' }, as)).code).toBe(
      1011,
    );
    expect((await app.call('POST', '/veh/crm/vehicle/activate', { id: foreign, reason: '越权' }, as)).code).toBe(1011);
    const deleted = await app.call<{ deleted: number }>('POST', '/veh/crm/vehicle/batchDelete', { ids: [foreign] }, as);
    expect(deleted.data.deleted).toBe(0);
    const generic = await app.call<{ vehicle: { total: number } }>(
      'POST',
      '/rest/r/vehicle',
      { vehicle: { query: { id: foreign } } },
      as,
    );
    expect(generic.data.vehicle.total).toBe(0);
    const { rows } = await app.app.pool.query<{ rev: number }>('select rev from veh_vehicle where id = $1', [own]);
    const moved = await app.call<{ errors: { field: string }[] }>(
      'POST',
      '/veh/crm/vehicle/update',
      { id: own, rev: rows[0]?.rev, dealerId: theirs },
      as,
    );
    expect(moved.code).toBe(1001);
    expect(moved.data.errors[0]?.field).toBe('dealerId');
    const options = await app.call<{ id: string }[]>('POST', '/ref/options', { entity: 'dealer' }, as);
    expect(options.data.map((row) => row.id)).toEqual([mine]);
  });

  test('a regional role sees the dealers of its cities only', async () => {
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('regional', '区域经理', 3, 0, 0, 1)`,
    );
    await app.app.pool.query(
      `insert into sys_role_function (role_code, function_code) select 'regional', code from sys_function where code like 'dealerManage%'`,
    );
    const { token } = await signInAs(app, { roles: ['regional'], regionScope: ['440100'] });
    await addSample(app, plain(entities.dealer));
    const form = {
      ...(await sampleForm(app, plain(entities.dealer))),
      provinceId: '440000',
      cityId: '440100',
      districtId: '440106',
    };
    const added = await app.call<{ id: string }>('POST', '/data/crm/dealer/add', form, { as: 'admin' });
    expect(added.code, JSON.stringify(added.data)).toBe(0);
    const list = await app.call<{ list: { id: string }[] }>(
      'POST',
      '/data/crm/dealer/list',
      { pageSize: 200 },
      { as: token },
    );
    expect(list.data.list.map((row) => row.id)).toEqual([added.data.id]);
  });
});

describe('a change of rights', () => {
  test('takes effect on the next call, without a new sign-in', async () => {
    await app.app.pool.query(
      `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('short', '短期', 1, 0, 0, 1)`,
    );
    const { token } = await signInAs(app, { roles: ['short'] });
    expect((await app.call('POST', '/veh/crm/vehicleSeries/list', {}, { as: token })).code).toBe(1003);
  });
});
