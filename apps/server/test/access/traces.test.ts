import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entities, plain } from '@wheelhouse/entities/registry';
import { accessJobs } from '../../src/modules/access/jobs.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { fetchFile, readBytes } from '../import-export/workbook.ts';
import { addSample } from '../registry/samples.ts';
import { addRole, addUser, md5, password } from './fixture.ts';

let t: TestApp;
interface LogRow extends Record<string, unknown> {
  id: string;
  username: string;
  time: string;
}
const list = async (log: string, query: object = {}, as = 'admin', more: object = {}) =>
  t.call<{ list: LogRow[]; total: number }>(
    'POST',
    `/system/crm/${log}/list`,
    { query, pageSize: 200, ...more },
    { as },
  );
const run = (text: string, ...values: unknown[]) => t.app.pool.query(text, values);

beforeAll(async () => {
  t = await createTestApp();
  await addRole(t, 'keeper', ['operatorManage.query', 'operatorManage.export']);
  await addRole(t, 'keeper_east', ['operatorManage.query'], 2);
});
afterAll(() => t.stop());

let count = 0;
async function person(roles: readonly string[] = [], organizationCode = 'HQ') {
  const username = `trace.${++count}`;
  const id = await addUser(t, { username, roles, organizationCode });
  return { id, username, token: await t.login(username, password) };
}
const fail = (username: string) => t.call('POST', '/system/crm/sysUser/ssoLogin', { username, password: md5('wrong') });

describe('login log', () => {
  test('failed sign-ins are found, those of unknown names too', async () => {
    const { username, id } = await person();
    await fail(username);
    await fail('nobody.at.all');
    const failed = await list('loginLog', { 'result.ne': 0 });
    expect(failed.data.list.slice(0, 2)).toMatchObject([
      { username: 'nobody.at.all', result: 1101, userId: null },
      { username, result: 1101, userId: id, userName: '测试员' },
    ]);
    expect((await list('loginLog', { userId: id, result: 0 })).data).toMatchObject({
      total: 1,
      list: [{ channel: 'password', ip: '127.0.0.1' }],
    });
    expect((await list('loginLog', { 'username.like': '%nobody.at%' })).data.total).toBe(1);
    expect((await list('loginLog', { 'time.ge': '2099-01-01' })).data.total).toBe(0);
  });

  test('people in scope only', async () => {
    const [east, west] = [await person([], 'EAST'), await person([], 'WEST')];
    const { token } = await person(['keeper_east'], 'EAST');
    const seen = new Set((await list('loginLog', {}, token)).data.list.map((row) => row['userId']));
    expect([seen.has(east.id), seen.has(west.id), seen.has(null)]).toEqual([true, false, false]);
  });
});

describe('operation log', () => {
  test('says who did what to what, where, and what changed', async () => {
    const { token, id } = await person(['ops']);
    const { data } = await t.call<{ id: string }>(
      'POST',
      '/system/crm/qa/add',
      { question: '怎么重置？', answer: '<p>答</p>', category: '1' },
      { as: token },
    );
    const found = await list('operationLog', { userId: id });
    expect(found.data.list).toMatchObject([
      {
        action: 'add',
        entity: 'consoleQa',
        entityId: data.id,
        route: 'qa',
        functionCode: 'qa.add',
        resultCode: 0,
        ip: '127.0.0.1',
        requestId: expect.any(String),
      },
    ]);
    const changes = found.data.list[0]?.['changes'] as { field: string; label: string; after: unknown }[];
    expect(changes).toContainEqual({
      field: 'question',
      label: '问题',
      labelEn: 'Question',
      before: null,
      after: '怎么重置？',
    });
    expect(found.data.list[0]).not.toHaveProperty('before');
    for (const query of [
      { entity: 'consoleQa', entityId: data.id },
      { route: 'qa' },
      { action: 'add', functionCode: 'qa.add' },
    ])
      expect((await list('operationLog', query)).data.list.map((row) => row['entityId'])).toContain(data.id);
  });

  test('fields behind a right stay behind it', async () => {
    await run(
      `insert into sys_operation_log (user_id, username, action, entity, entity_id, after) values (1, 'admin', 'update', 'dealer', '1', '{"licenseImage":"secret-file","remark":"x"}')`,
    );
    const { token } = await person(['keeper']);
    const rows = (await list('operationLog', { entity: 'dealer' }, token)).data.list;
    expect(JSON.stringify(rows)).not.toContain('secret-file');
    expect(JSON.stringify((await list('operationLog', { entity: 'dealer' })).data)).toContain('secret-file');
  });
});

test('who has seen private values: all of it on a page, one person’s on theirs', async () => {
  const { id, token } = await person(['keeper']);
  await run(
    `insert into sys_sensitive_access_log (user_id, username, entity, entity_id, field, reason) values ($1, 'x', 'dealer', '7', 'contactMobile', '联系客户')`,
    id,
  );
  expect((await list('sensitiveAccessLog', { userId: id }, token)).data).toMatchObject({
    total: 1,
    list: [{ field: 'contactMobile', reason: '联系客户', entityId: '7' }],
  });
  const own = await t.call<{ total: number }>(
    'POST',
    '/system/crm/sysUser/sensitiveLogs',
    { userId: id },
    { as: 'admin' },
  );
  expect(own.data.total).toBe(1);
});

test('logs are for those with the operators’ page, exports for those who may export', async () => {
  const [nobody, keeper] = [await person(['cs']), await person(['keeper'])];
  for (const log of ['loginLog', 'operationLog', 'sensitiveAccessLog']) {
    expect((await list(log, {}, nobody.token)).code).toBe(1003);
    expect((await list(log, {}, keeper.token)).code).toBe(0);
    expect((await t.call('POST', `/system/crm/${log}/export`, { query: {} }, { as: nobody.token })).code).toBe(1003);
    expect((await t.call('POST', `/system/crm/${log}/export`, { query: {} }, { as: keeper.token })).code).toBe(0);
    expect((await t.call('POST', `/rest/w/${log}`, { username: 'x' }, { as: 'admin' })).code).toBe(1003);
  }
});

test('workbooks of the logs say in words what their rows have as codes', async () => {
  const { token, username } = await person(['keeper']);
  await fail(username);
  const id = await addSample(t, plain(entities.vehicleSeries));
  await t.call('POST', '/veh/crm/vehicleSeries/update', { id, rev: 99 }, { as: 'admin' });
  const rowsOf = async (log: string, query: object): Promise<string> => {
    const { data } = await t.call<{ fileName: string }>('POST', `/system/crm/${log}/export`, { query }, { as: token });
    return JSON.stringify((await readBytes(await fetchFile(t, data.fileName, token))).rows);
  };
  const signIns = await rowsOf('loginLog', { username });
  for (const word of ['密码', '成功', '用户名或密码错误']) expect(signIns).toContain(word);
  expect(signIns).not.toContain('"password"');
  const done = await rowsOf('operationLog', { entity: 'vehicleSeries', entityId: id });
  for (const word of ['新增', '编辑', '车系', '成功']) expect(done).toContain(word);
  expect(done).not.toMatch(/"(?:add|update|vehicleSeries)"/);
});

describe('append only', () => {
  const logs = ['sys_login_log', 'sys_operation_log', 'sys_sensitive_access_log'];
  test.each(logs)('%s: nobody changes or deletes, not even what is old', async (log) => {
    await expect(run(`update ${log} set username = 'x'`)).rejects.toThrow(/append only/);
    await expect(run(`delete from ${log}`)).rejects.toThrow(/append only/);
    await expect(run(`truncate ${log}`)).rejects.toThrow(/append only/);
  });

  test('retention deletes what is older, keeps half a year whatever is configured, and logs what it did', async () => {
    await run(
      `insert into sys_login_log (username, result, channel, time) select 'old.' || d, 0, 'password', now() - make_interval(days => d) from unnest(array[100, 179, 200, 1094, 1096, 2000]) d`,
    );
    const job = accessJobs.find((one) => one.name === 'access.logs');
    await job?.run(t.app);
    const left = async () =>
      (await run(`select username from sys_login_log where username like 'old.%' order by id`)).rows.map(
        (row: { username: string }) => row.username,
      );
    expect(await left()).toEqual(['old.100', 'old.179', 'old.200', 'old.1094']);
    expect((await run(`select after from sys_operation_log where action = 'retention'`)).rows).toEqual([
      { after: { log: 'sys_login_log', rows: 2, olderThanDays: 1095 } },
    ]);
    const short = { ...t.app, config: { ...t.app.config, logRetentionDays: 1 } };
    await expect(job?.run(short)).rejects.toThrow(/append only/);
    expect(await left()).toHaveLength(4);
  });
});

describe('logs are searched by what people know', () => {
  const found = async (log: string, keyword: string) =>
    (await list(log, { keyword })).data.list.map(({ id }) => String(id));

  test('by name, username, and the VIN of the vehicle; rows name their record', async () => {
    const who = await person();
    await run(`update sys_user set real_name = '欧阳搜索' where id = $1`, who.id);
    const vehicleId = await addSample(t, plain(entities.vehicle));
    const { rows } = await run('select coalesce(vin, frame_no) as key from veh_vehicle where id = $1', vehicleId);
    const { key: vin } = rows[0] as { key: string };
    const { rows: written } = await run(
      `insert into sys_sensitive_access_log (user_id, username, entity, entity_id, field, reason) values ($1, $2, 'vehicle', $3, 'trace', '司法协助') returning id`,
      who.id,
      who.username,
      vehicleId,
    );
    const id = String((written[0] as { id: string }).id);
    await run(
      `insert into sys_operation_log (user_id, username, action, entity, entity_id) values ($1, $2, 'control', 'vehicle', $3)`,
      who.id,
      who.username,
      vehicleId,
    );
    for (const keyword of ['欧阳搜', who.username, vin, vin.toLowerCase(), vehicleId])
      expect(await found('sensitiveAccessLog', keyword), keyword).toContain(id);
    expect(await found('sensitiveAccessLog', `${vin}9`)).toEqual([]);
    expect((await list('operationLog', { keyword: vin, action: 'control' })).data.list).toMatchObject([
      { entityId: vehicleId, entityTitle: vin },
    ]);
    expect((await list('sensitiveAccessLog', { keyword: vin })).data.list).toMatchObject([{ id, entityTitle: vin }]);
    expect(
      (await list('loginLog', { keyword: '欧阳搜' })).data.list.every(({ username }) => username === who.username),
    ).toBe(true);
  });
});
