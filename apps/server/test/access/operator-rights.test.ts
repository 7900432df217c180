import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { freshMobile, md5, password } from './fixture.ts';
import { addClerkRoles, type Batch, operatorCalls, operatorForm, type Row } from './operators-kit.ts';

let t: TestApp;
const base = '/system/crm/sysUser';
const { post, detail, added, update, clerk } = operatorCalls(() => t);

beforeAll(async () => {
  t = await createTestApp();
  await addClerkRoles(t);
});
afterAll(() => t.stop());

describe('nobody grants beyond their own rights', () => {
  test('roles with more functions, and the administrator’s', async () => {
    const { token } = await clerk();
    expect((await post('addUser', operatorForm(), token)).code).toBe(0);
    for (const roleCodes of [['other'], ['lesser', 'other'], ['admin']])
      expect(await post('addUser', operatorForm({ roleCodes }), token)).toMatchObject({
        code: 1115,
        data: { errors: [{ field: 'roleCodes' }] },
      });
    const { id } = await added({}, token);
    expect((await update(id, { roleCodes: ['admin'] }, token)).code).toBe(1115);
    expect(
      (
        await t.call(
          'POST',
          '/rest/w/sysUser',
          { id, rev: (await detail(id)).rev, roleCodes: ['admin'] },
          { as: token },
        )
      ).code,
    ).toBe(1115);
    expect((await detail(id))['roleCodes']).toEqual(['lesser']);
  });

  test('accounts with more rights are out of reach: no edit, no reset, no end', async () => {
    const { token } = await clerk();
    const { id } = await added({ roleCodes: ['other'] });
    expect((await update(id, { mobile: freshMobile() }, token)).code).toBe(1115);
    expect((await post('resetPwd', { id }, token)).code).toBe(1115);
    expect((await post('resetPwd', { id: '1' }, token)).code).toBe(1115);
    expect((await post<Batch>('enable', { ids: [id], enabled: 0 }, token)).data).toMatchObject({
      changed: 0,
      skipped: [{ id, code: 1115, message: '不能授予超出自己权限的角色' }],
    });
    expect((await post<Batch>('batchDelete', { ids: [id, '1'] }, token)).data.deleted).toBe(0);
  });

  test('neither a wider scope nor an organization elsewhere', async () => {
    const { token } = await clerk(['clerks_east'], 'EAST');
    expect(
      (await post('addUser', operatorForm({ organizationCode: 'EAST.SH', roleCodes: ['lesser_east'] }), token)).code,
    ).toBe(0);
    expect(
      (await post('addUser', operatorForm({ organizationCode: 'HQ', roleCodes: ['lesser_east'] }), token)).code,
    ).toBe(1115);
    expect(
      (await post('addUser', operatorForm({ organizationCode: 'EAST.SH', roleCodes: ['lesser'] }), token)).code,
    ).toBe(1115);
    const west = await added({ organizationCode: 'WEST' });
    expect((await update(west.id, { remark: 'x' }, token)).code).toBe(1011);
    expect((await post('detail', { id: west.id }, token)).code).toBe(1011);
  });
});

describe('one’s own account', () => {
  test('cannot be disabled, deleted or reset, and keeps its rights', async () => {
    const { id, token } = await clerk();
    expect((await post<Batch>('enable', { ids: [id], enabled: 0 }, token)).data).toMatchObject({
      changed: 0,
      skipped: [{ message: '不能对自己执行该操作' }],
    });
    expect((await post<Batch>('batchDelete', { ids: [id] }, token)).data).toMatchObject({
      deleted: 0,
      skipped: [{ message: '不能对自己执行该操作' }],
    });
    expect((await post('resetPwd', { id }, token)).code).toBe(1111);
    for (const more of [{ roleCodes: ['lesser'] }, { validUntil: '2099-01-01' }, { organizationCode: 'EAST' }])
      expect((await update(id, more, token)).code).toBe(1111);
    expect((await update(id, { realName: '李四', roleCodes: ['clerks'] }, token)).code).toBe(0);
  });

  test('the last administrator stays one', async () => {
    const admins = async () =>
      (await post<{ list: Row[] }>('list', { query: { roleCodes: 'admin', enabled: 1 } })).data.list.map(
        (row) => row.id,
      );
    expect(await admins()).toEqual(['1']);
    const { id, initialPassword, username } = await added({ roleCodes: ['admin'] });
    const first = await t.login(username, initialPassword);
    await t.call(
      'POST',
      `${base}/modifyPassword`,
      { oldPassword: md5(initialPassword), newPassword: md5('Brand-New-8') },
      { as: first },
    );
    const token = await t.login(username, 'Brand-New-8');
    expect((await update(id, { validUntil: '2099-01-01' })).code).toBe(0);
    for (const more of [{ roleCodes: ['lesser'] }, { validUntil: '2099-01-01' }])
      expect((await update('1', more, token)).code).toBe(1112);
    expect((await post<Batch>('enable', { ids: ['1'], enabled: 0 }, token)).data.skipped).toMatchObject([
      { message: '至少保留一个启用的超级管理员' },
    ]);
    expect((await post<Batch>('batchDelete', { ids: ['1'] }, token)).data.deleted).toBe(0);
    expect((await update(id, { validUntil: null })).code).toBe(0);
    expect((await post<Batch>('enable', { ids: [id], enabled: 0 })).data.changed).toBe(1);
    const others = await Promise.all([1, 2].map(() => added({ roleCodes: ['admin'] })));
    // Of several at once the rule still sees one after the other.
    expect((await post<Batch>('batchDelete', { ids: others.map((one) => one.id) })).data.deleted).toBe(2);
    expect(await admins()).toEqual(['1']);
  });
});

test('two administrators who disable each other at the same time: one stays', async () => {
  const query = (text: string, ...values: unknown[]) => t.app.pool.query(text, values);
  const [one, two] = [await clerk(['admin']), await clerk(['admin'])];
  await query(`update sys_user set valid_until = '2099-01-01' where id <> all($1::bigint[])`, [one.id, two.id]);
  for (let round = 0; round < 8; round++) {
    const answers = await Promise.all([
      post<Batch>('enable', { ids: [two.id], enabled: 0 }, one.token),
      post<Batch>('enable', { ids: [one.id], enabled: 0 }, two.token),
    ]);
    expect(answers.filter(({ code, data }) => code === 0 && data.changed === 1)).toHaveLength(1);
    await query('update sys_user set enabled = 1 where id = any($1::bigint[])', [one.id, two.id]);
    for (const who of [one, two]) who.token = await t.login(String((await detail(who.id))['username']), password);
  }
  await query(`update sys_user set valid_until = null where valid_until = '2099-01-01'`);
  await query('update sys_user set enabled = 0 where id = any($1::bigint[])', [one.id, two.id]);
});
