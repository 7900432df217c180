import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';

interface View {
  id: string;
  rev: number;
  name: string;
  ownerId: string;
  shared: number;
  isDefault: number;
  search: string | null;
  hiddenColumns: string[] | null;
}

let app: TestApp;
let anna: { token: string; userId: string };
let ben: { token: string; userId: string };
let cleo: { token: string; userId: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('fleet', '车队', 1, 0, 0, 1), ('bare', '空', 1, 0, 0, 1)`,
  );
  await app.app.pool.query(
    `insert into sys_role_function (role_code, function_code) select 'fleet', code from sys_function where code in ('equipmentManage', 'vehicleManage', 'vehicleManage.query')`,
  );
  anna = await signInAs(app, { roles: ['fleet'] });
  ben = await signInAs(app, { roles: ['fleet'] });
  cleo = await signInAs(app, { roles: ['bare'] });
});
afterAll(() => app.stop());

const base = '/system/crm/savedView';
const views = async (as: string, query: object = { pageName: 'vehicleManage' }) =>
  (await app.call<{ list: View[] }>('POST', `${base}/list`, { query, pageSize: 200 }, { as })).data.list;
const save = (as: string, form: object) =>
  app.call<{ id: string }>(
    'POST',
    `${base}/add`,
    { pageName: 'vehicleManage', search: 'online.eq=1', ...form },
    { as },
  );
const mine = async (as: string, name: string) => (await views(as)).find((view) => view.name === name);

describe('saved views', () => {
  test('are their owner’s own until they share them', async () => {
    const { code, data } = await save(anna.token, {
      name: '在线',
      hiddenColumns: ['imei'],
      columnOrder: ['vin', 'online'],
    });
    expect(code).toBe(0);
    expect(await mine(anna.token, '在线')).toMatchObject({
      ownerId: anna.userId,
      search: 'online.eq=1',
      hiddenColumns: ['imei'],
      shared: 0,
    });
    for (const other of [ben.token, cleo.token, 'admin']) {
      expect(await views(other)).toEqual([]);
      expect((await app.call('POST', `${base}/detail`, { id: data.id }, { as: other })).code).toBe(1011);
      expect((await app.call('POST', `${base}/update`, { id: data.id, rev: 1, name: '改' }, { as: other })).code).toBe(
        1011,
      );
      expect(
        (await app.call<{ deleted: number }>('POST', `${base}/batchDelete`, { ids: [data.id] }, { as: other })).data
          .deleted,
      ).toBe(0);
    }
  });

  test('shared ones are seen by who has the page; changed by owner and administrator only', async () => {
    const { data } = await save(anna.token, { name: '低电量', shared: 1 });
    expect((await views(ben.token)).map((view) => view.name)).toEqual(['低电量']);
    expect(await views(cleo.token)).toEqual([]);
    expect(
      (await app.call('POST', `${base}/update`, { id: data.id, rev: 1, name: '改' }, { as: ben.token })).code,
    ).toBe(1003);
    expect(
      (await app.call('POST', '/rest/w/savedView', { id: data.id, rev: 1, name: '改' }, { as: ben.token })).code,
    ).toBe(1003);
    expect(
      (
        await app.call<{ deleted: number; skipped: unknown[] }>(
          'POST',
          `${base}/batchDelete`,
          { ids: [data.id] },
          { as: ben.token },
        )
      ).data,
    ).toMatchObject({ deleted: 0, skipped: [{ id: data.id }] });
    expect(
      (await app.call('POST', `${base}/update`, { id: data.id, rev: 1, name: '电量低' }, { as: 'admin' })).code,
    ).toBe(0);
    const view = await mine(anna.token, '电量低');
    expect(view?.ownerId).toBe(anna.userId);
    expect(
      (await app.call<{ deleted: number }>('POST', `${base}/batchDelete`, { ids: [data.id] }, { as: anna.token })).data
        .deleted,
    ).toBe(1);
  });

  test('a shared one is for people of the same dealer, and one of staff for staff', async () => {
    const [first, second] = [await addSample(app, entityNamed('dealer')), await addSample(app, entityNamed('dealer'))];
    const [dora, emil, finn] = [
      await signInAs(app, { roles: ['fleet'], dealerId: first }),
      await signInAs(app, { roles: ['fleet'], dealerId: first }),
      await signInAs(app, { roles: ['fleet'], dealerId: second }),
    ];
    const { data } = await save(dora.token, { name: '门店', shared: 1 });
    const { data: ofStaff } = await save(anna.token, { name: '总部', shared: 1 });
    const seenBy = async (as: string) => {
      const ids = (await views(as)).map(({ id }) => id);
      return [ids.includes(data.id), ids.includes(ofStaff.id)];
    };
    for (const one of [dora, emil]) expect(await seenBy(one.token)).toEqual([true, false]);
    expect(await seenBy(finn.token)).toEqual([false, false]);
    for (const one of [anna.token, ben.token, 'admin']) expect(await seenBy(one)).toEqual([false, true]);
    expect((await app.call('POST', `${base}/detail`, { id: data.id }, { as: finn.token })).code).toBe(1011);
  });

  test('nobody makes one for somebody else, for a page they have not, or for no page', async () => {
    expect((await save(anna.token, { name: '冒名', ownerId: ben.userId })).code).toBe(1001);
    expect((await save(cleo.token, { name: '无权' })).code).toBe(1003);
    expect((await save(anna.token, { name: '乱写', pageName: 'noSuchPage' })).code).toBe(1001);
    expect((await save(anna.token, { name: '乱写', pageName: 'dealerManage' })).code).toBe(1003);
    expect((await save('admin', { name: '管理员', pageName: 'dealerManage' })).code).toBe(0);
  });

  test('a name is taken once by one person on one page', async () => {
    expect((await save(anna.token, { name: '同名' })).code).toBe(0);
    const again = await app.call<{ errors: { field: string }[] }>(
      'POST',
      `${base}/add`,
      { pageName: 'vehicleManage', name: '同名' },
      { as: anna.token },
    );
    expect(again.code).toBe(1009);
    expect(again.data.errors[0]?.field).toBe('name');
    expect((await save(ben.token, { name: '同名' })).code).toBe(0);
  });

  test('one default for each person and page', async () => {
    await save(anna.token, { name: '甲', isDefault: 1 });
    await save(ben.token, { name: '乙', isDefault: 1 });
    await save(anna.token, { name: '丙', isDefault: 1 });
    const defaults = async (as: string) =>
      (await views(as, { pageName: 'vehicleManage' }))
        .filter((view) => view.isDefault === 1 && view.ownerId === (as === anna.token ? anna.userId : ben.userId))
        .map((view) => view.name);
    expect(await defaults(anna.token)).toEqual(['丙']);
    expect(await defaults(ben.token)).toEqual(['乙']);
    const first = await mine(anna.token, '甲');
    expect(
      (await app.call('POST', `${base}/update`, { id: first?.id, rev: first?.rev, isDefault: 1 }, { as: anna.token }))
        .code,
    ).toBe(0);
    expect(await defaults(anna.token)).toEqual(['甲']);
  });
});

describe('dashboard layout', () => {
  test('is kept by the generic call and is its owner’s alone, also for an administrator', async () => {
    const saved = await app.call<{ dashboardLayout: { id: string; rev: number; items: string[] } }>(
      'POST',
      '/rest/w/dashboardLayout',
      { dashboardLayout: { items: ['vehicleManage', 'qa'] } },
      { as: cleo.token },
    );
    expect(saved.code, saved.message).toBe(0);
    const { id, rev, items } = saved.data.dashboardLayout;
    expect(items).toEqual(['vehicleManage', 'qa']);
    for (const other of ['admin', anna.token]) {
      expect(
        (await app.call('POST', '/rest/w/dashboardLayout', { dashboardLayout: { id, rev, items: [] } }, { as: other }))
          .code,
      ).toBe(1011);
      const read = await app.call<{ dashboardLayout: { total: number } }>(
        'POST',
        '/rest/r/dashboardLayout',
        {},
        { as: other },
      );
      expect(read.data.dashboardLayout.total).toBe(0);
    }
    const changed = await app.call<{ dashboardLayout: { items: string[] } }>(
      'POST',
      '/rest/w/dashboardLayout',
      { dashboardLayout: { id, rev, items: ['qa'] } },
      { as: cleo.token },
    );
    expect(changed.data.dashboardLayout.items).toEqual(['qa']);
  });
});
