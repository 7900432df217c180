import type { WorkRow, WorkState } from '@wheelhouse/contract/calls/access/work';
import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setupsToSend } from '../../src/modules/bluetooth/setup-sync.ts';
import { works } from '../../src/work/list.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, password } from './fixture.ts';

const base = '/system/crm/work';
const code = setupsToSend.name;

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data>(call: string, body: object = {}, as = 'admin') =>
  t.call<Data>('POST', `${base}/${call}`, body, { as });
const stateOf = async () => (await post<WorkState[]>('list')).data.find((one) => one.code === code);

test('administrators see what waits, since when and why it failed, and try it again at once, which is logged', async () => {
  const id = await addSample(t, entityNamed('bluetoothSetup'));
  await t.app.pool.query("update veh_bluetooth_setup_due set next_time = now() - interval '1 hour'");
  expect(await stateOf()).toMatchObject({ waiting: 1, leased: 0, failing: 0, label: { en: 'Bluetooth setups' } });
  await t.app.pool.query(`
    create function refuse_end() returns trigger language plpgsql as $$ begin
      if old.leased_until is not null then raise exception 'number 13800000000' using errcode = '23514'; end if; return old; end $$;
    create trigger refuse_end before delete on veh_bluetooth_setup_due for each row execute function refuse_end()`);
  await setupsToSend.round(t.app);
  expect(await stateOf()).toMatchObject({ waiting: 0, since: null, failing: 1 });
  const rows = async () => (await post<{ list: WorkRow[] }>('rows', { work: code })).data.list;
  expect(await rows()).toMatchObject([{ id, leased: 0, attempts: 1, error: 'error 23514' }]);
  await t.app.pool.query('drop trigger refuse_end on veh_bluetooth_setup_due');
  expect(await setupsToSend.round(t.app)).toBe(0);
  expect((await post('retry', { work: code, row: '999' })).data).toEqual({ changed: 0 });
  expect((await post('retry', { work: code, row: id })).data).toEqual({ changed: 1 });
  expect(await setupsToSend.round(t.app)).toBe(1);
  expect(await rows()).toEqual([]);
  const { rows: log } = await t.app.pool.query(
    "select entity, entity_id, action, function_code, after from sys_operation_log where entity = 'work' order by id",
  );
  expect(log).toEqual(
    [0, 1].map((changed) => ({
      entity: 'work',
      entity_id: code,
      action: 'retry',
      function_code: 'operatorManage.work',
      after: { changed, row: changed === 0 ? '999' : id },
    })),
  );
});

test('every work can be asked about, one that is not there cannot', async () => {
  for (const { name } of works()) {
    expect(await post('rows', { work: name })).toMatchObject({ code: 0 });
    expect(await post('retry', { work: name })).toMatchObject({ code: 0 });
  }
  expect((await post('rows', { work: 'no.such' })).code).toBe(1002);
});

test('who may only look does not try again', async () => {
  await addRole(t, 'work_reader', ['operatorManage.query']);
  await addUser(t, { username: 'work.reader', roles: ['work_reader'] });
  const as = await t.login('work.reader', password);
  expect((await post('list', {}, as)).code).toBe(0);
  expect((await post('retry', { work: code }, as)).code).toBe(1003);
});
