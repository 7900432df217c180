import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addRole, addUser, freshMobile, md5, password } from './fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const send = '/system/crm/sendSmsCode';
const reset = '/system/crm/mobile/changePassword';
const update = '/system/crm/sysUser/updatePersonalData';
const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await t.app.pool.query<Row>(text, values)).rows;

let address = 0;
/** A public call from an address of its own. */
async function ask(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await t.http.inject({
    method: 'POST',
    url,
    payload: body,
    headers,
    remoteAddress: `10.1.0.${++address}`,
  });
  return { status: response.statusCode, ...response.json<{ code: number; data: unknown; message: string }>() };
}
const messages = () =>
  query<{ body: string; mobile_mask: string }>('select body, mobile_mask from sys_sms_outbox order by id');
const maskOf = (mobile: string): string => `${mobile.slice(0, 3)}****${mobile.slice(-4)}`;
const codesRead = new Map<string, number>();
/** The next code sent to a number: who has no session gets the answer before the message is sent. */
async function nextCode(mobile: string): Promise<string> {
  const at = codesRead.get(mobile) ?? 0;
  codesRead.set(mobile, at + 1);
  const read = async (): Promise<string> => {
    const theirs = (await messages()).filter((one) => one.mobile_mask === maskOf(mobile));
    const [code] = /\d{6}/.exec(theirs[at]?.body ?? '') ?? [];
    if (code === undefined) throw new Error('no code was sent');
    return code;
  };
  return vi.waitFor(read, { timeout: 20_000, interval: 20 });
}
/** Lets the pause between two codes be over. */
const afterPause = () => query(`delete from sys_attempt where kind = 'sms-mobile'`);

describe('forgotten password', () => {
  test('the answer does not show that a provider refused a known number: unknown numbers get the same answer', async () => {
    // The sandbox of the provider has no credit for this one.
    const [refused, unknown] = ['19900009003', freshMobile()];
    await addUser(t, { username: 'no.credit', mobile: refused });
    expect(await ask(send, { mobile: refused, scene: 2 })).toEqual(await ask(send, { mobile: unknown, scene: 2 }));
    const token = await t.login('no.credit', password);
    await afterPause();
    expect(await t.call('POST', send, { mobile: refused, scene: 3 }, { as: token })).toMatchObject({ code: 1020 });
  });

  test('a code sent to the mobile sets a new password, ends sessions and unlocks', async () => {
    const mobile = freshMobile();
    const id = await addUser(t, { username: 'forgot.me', mobile });
    const token = await t.login('forgot.me', password);
    for (let i = 0; i < 5; i++)
      await ask('/system/crm/sysUser/ssoLogin', { username: 'forgot.me', password: md5('x') });
    expect((await ask(send, { mobile, scene: '2' })).code).toBe(0);
    const smsCode = await nextCode(mobile);
    expect((await ask(reset, { mobile, smsCode, newPassword: md5('12345678') })).code).toBe(1107);
    expect((await ask(reset, { mobile, smsCode, newPassword: md5('forgot.me') })).code).toBe(1107);
    expect((await ask(reset, { mobile, smsCode, newPassword: md5('New-Pass-1') })).code).toBe(0);
    expect((await ask(reset, { mobile, smsCode, newPassword: md5('New-Pass-2') })).code).toBe(1110);
    expect((await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: token })).status).toBe(401);
    await t.login('forgot.me', 'New-Pass-1');
    expect(await query(`select action from sys_operation_log where entity = 'sysUser' and entity_id = $1`, id)).toEqual(
      [{ action: 'changePassword' }],
    );
  });

  test('unknown numbers get the same answers and no message', async () => {
    const [known, unknown] = [freshMobile(), freshMobile()];
    await addUser(t, { username: 'known.mobile', mobile: known });
    const before = (await messages()).length;
    expect(await ask(send, { mobile: unknown, scene: 2 })).toEqual(await ask(send, { mobile: known, scene: 2 }));
    const sent = await nextCode(known);
    expect((await messages()).length).toBe(before + 1);
    const [again, againUnknown] = [
      await ask(send, { mobile: known, scene: 2 }),
      await ask(send, { mobile: unknown, scene: 2 }),
    ];
    expect(again).toEqual(againUnknown);
    expect(again.code).toBe(1104);
    expect(await ask(reset, { mobile: unknown, smsCode: '000000', newPassword: md5('New-Pass-1') })).toEqual(
      await ask(reset, {
        mobile: known,
        smsCode: sent === '000000' ? '000001' : '000000',
        newPassword: md5('New-Pass-1'),
      }),
    );
  });

  test('five wrong tries burn a code; a code is good for five minutes; a new one voids the old', async () => {
    const mobile = freshMobile();
    await addUser(t, { username: 'burn.me', mobile });
    const fresh = async () => {
      await afterPause();
      await ask(send, { mobile, scene: 2 });
      return nextCode(mobile);
    };
    const tryCode = async (smsCode: string) =>
      (await ask(reset, { mobile, smsCode, newPassword: md5('New-Pass-1') })).code;
    const burnt = await fresh();
    const wrong = burnt === '123456' ? '654321' : '123456';
    for (let i = 0; i < 5; i++) expect(await tryCode(wrong)).toBe(1110);
    expect(await tryCode(burnt)).toBe(1110);
    const old = await fresh();
    await query(`update sys_sms_code set expire_time = now()`);
    expect(await tryCode(old)).toBe(1110);
    const first = await fresh();
    let second = await fresh();
    while (second === first) second = await fresh();
    expect(await tryCode(first)).toBe(1110);
    expect(await tryCode(second)).toBe(0);
  });

  test('ten codes a day', async () => {
    const mobile = freshMobile();
    for (let i = 0; i < 10; i++) {
      await afterPause();
      expect((await ask(send, { mobile, scene: 2 })).code).toBe(0);
    }
    await afterPause();
    expect((await ask(send, { mobile, scene: 2 })).code).toBe(1104);
  });

  test('codes are kept as keyed hashes and numbers sealed', async () => {
    const mobile = freshMobile();
    await addUser(t, { username: 'sealed.mobile', mobile });
    await ask(send, { mobile, scene: 2 });
    await nextCode(mobile);
    const dump = await query<{ text: string }>(
      'select c::text as text from sys_sms_code c union all select a::text from sys_attempt a',
    );
    for (const { text } of dump) expect(text).not.toContain(mobile);
  });

  test('other scenes need a session', async () => {
    expect(await ask(send, { mobile: freshMobile(), scene: 3 })).toMatchObject({ status: 401, code: 1102 });
    expect(await ask(send, { mobile: freshMobile(), scene: 9 })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'scene' }] },
    });
    expect(await ask(send, { mobile: '12345', scene: 2 })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'mobile' }] },
    });
  });
});

describe('personal data', () => {
  const own = (token: string) =>
    t.call<Record<string, unknown>>('POST', '/system/crm/sysUser/getPersonalDataId', {}, { as: token });

  test('is changed field by field, checked like any form, and logged', async () => {
    const id = await addUser(t, { username: 'my.data', roles: ['cs'], organizationCode: 'HQ.CS' });
    const token = await t.login('my.data', password);
    expect((await own(token)).data).toMatchObject({
      id,
      userName: 'my.data',
      organizationName: '客户服务部',
      roles: [{ roleCode: 'cs' }],
      lastLoginIp: '127.0.0.1',
    });
    expect((await own(token)).data).not.toHaveProperty('passwordHash');
    expect(
      (await t.call('POST', update, { realName: '李娜', gender: 2, email: 'li.na@example.com' }, { as: token })).code,
    ).toBe(0);
    expect((await own(token)).data).toMatchObject({ realName: '李娜', gender: 2, email: 'li.na@example.com' });
    expect((await t.call('POST', update, { email: null }, { as: token })).code).toBe(0);
    expect((await own(token)).data).toMatchObject({ realName: '李娜', email: null });
    for (const [body, field] of [
      [{ realName: '' }, 'realName'],
      [{ gender: 7 }, 'gender'],
      [{ email: 'nope' }, 'email'],
      [{ avatar: 'no-such-file' }, 'avatar'],
      [{ enabled: 0 }, 'enabled'],
    ] as const) {
      expect(await t.call('POST', update, body, { as: token })).toMatchObject({
        code: 1001,
        data: { errors: [{ field }] },
      });
    }
    const log = await query<{ before: object; after: object }>(
      `select before, after from sys_operation_log where entity_id = $1 and action = 'updatePersonalData' order by id limit 1`,
      id,
    );
    expect(log[0]).toMatchObject({ before: { realName: '测试员' }, after: { realName: '李娜' } });
    expect((await t.call('POST', '/system/crm/sysUser/getPersonalDataId', { id: '1' }, { as: token })).code).toBe(1003);
  });

  test('however a new number is written, it is not taken without the code that was sent to it', async () => {
    const mine = freshMobile();
    await addUser(t, { username: 'taken.over', mobile: mine });
    const token = await t.login('taken.over', password);
    const theirs = freshMobile();
    const wide = theirs.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
    const ways = [theirs, ` ${theirs}`, `${theirs}\u3000`, `\ufeff${theirs}`, `1\u200b${theirs.slice(1)}`, wide];
    for (const mobile of ways) {
      const answer = await t.call<{ errors: { field: string }[] }>('POST', update, { mobile }, { as: token });
      expect(
        answer.data?.errors?.map(({ field }) => field),
        JSON.stringify(mobile),
      ).toEqual(['smsCode']);
    }
    // The number under which the password can be set anew is still one's own.
    expect((await ask(send, { mobile: theirs, scene: '2' })).code).toBe(0);
    expect((await ask(send, { mobile: mine, scene: '2' })).code).toBe(0);
    await nextCode(mine);
    expect((await messages()).filter((one) => one.mobile_mask === maskOf(theirs))).toEqual([]);
  });

  test('a new mobile needs a code sent to it, and must be nobody else’s', async () => {
    const taken = freshMobile();
    await addUser(t, { username: 'has.mobile', mobile: taken });
    await addUser(t, { username: 'new.mobile' });
    const token = await t.login('new.mobile', password);
    const mobile = freshMobile();
    const change = (body: object) => t.call<{ errors: { field: string }[] }>('POST', update, body, { as: token });
    const code = async (to: string) => {
      await t.call('POST', send, { mobile: to, scene: 3 }, { as: token });
      return nextCode(to);
    };
    expect((await change({ mobile: String((await own(token)).data['mobile']), realName: '王芳' })).code).toBe(0);
    expect(await change({ mobile })).toMatchObject({ code: 1001, data: { errors: [{ field: 'smsCode' }] } });
    const smsCode = await code(mobile);
    expect((await change({ mobile: freshMobile(), smsCode })).code).toBe(1110);
    expect((await change({ mobile, smsCode })).code).toBe(0);
    expect((await own(token)).data).toMatchObject({ mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}` });
    expect(
      (await t.call('POST', '/system/crm/sysUser/ssoLogin', { username: mobile, password: md5(password) })).code,
    ).toBe(0);
    expect(await change({ mobile: taken, smsCode: await code(taken) })).toMatchObject({
      code: 1009,
      data: { errors: [{ field: 'mobile' }] },
    });
  });
});

test('sign-ins and operations: one’s own; others’ with the operators’ page and in scope', async () => {
  const id = await addUser(t, { username: 'log.owner', organizationCode: 'WEST' });
  const token = await t.login('log.owner', password);
  await addUser(t, { username: 'log.reader', roles: ['auditor'] });
  const [auditor, stranger] = [await t.login('log.reader', password), token];
  const logins = (as: string, body = {}) =>
    t.call<{ list: Record<string, unknown>[]; total: number }>('POST', '/system/crm/sysUser/loginLogs', body, { as });
  expect((await logins(token)).data).toMatchObject({
    total: 1,
    list: [{ result: 0, channel: 'password', username: 'log.owner' }],
  });
  expect((await logins(token)).data.list[0]?.['time']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await logins(auditor, { userId: id })).data.total).toBe(1);
  expect((await logins(stranger, { userId: '1' })).code).toBe(1003);
  expect((await logins(auditor, { userId: '999999' })).code).toBe(1002);
  await t.call('POST', update, { realName: '新名字' }, { as: token });
  const { data } = await t.call<{ list: { action: string; changes: { field: string; label: string }[] }[] }>(
    'POST',
    '/system/crm/sysUser/operationLogs',
    { userId: id },
    { as: auditor },
  );
  expect(data.list[0]).toMatchObject({
    action: 'updatePersonalData',
    changes: [{ field: 'realName', label: '姓名', before: '测试员', after: '新名字' }],
  });
});

test('what the sandbox would have sent is for administrators alone, and each look leaves a trace', async () => {
  const path = '/system/crm/smsOutbox/list';
  const number = freshMobile();
  await addUser(t, { username: 'outbox.one', mobile: number });
  await t.call('POST', send, { mobile: number, scene: 2 });
  await nextCode(number);
  await addRole(t, 'all_but_admin', []);
  await t.app.pool.query(`insert into sys_role_function select 'all_but_admin', code from sys_function`);
  await addUser(t, { username: 'outbox.two', roles: ['all_but_admin'] });
  const token = await t.login('outbox.two', password);
  expect((await t.call('POST', path, {}, { as: token })).code).toBe(1003);
  const { data } = await t.call<{ total: number; list: { mobile: string; body: string }[] }>(
    'POST',
    path,
    { mobile: number },
    { as: 'admin' },
  );
  expect(data).toMatchObject({ total: 1, list: [{ mobile: maskOf(number) }] });
  expect(data.list[0]?.body).toMatch(/验证码\d{6}/);
  const looks = await t.app.pool.query(
    `select username, result_code, after from sys_operation_log where path = $1 order by id`,
    [path],
  );
  expect(looks.rows).toEqual([
    { username: 'outbox.two', result_code: 1003, after: null },
    { username: 'admin', result_code: 0, after: null },
  ]);
});

test('console errors are counted, ten a minute', async () => {
  await addUser(t, { username: 'error.sender' });
  const token = await t.login('error.sender', password);
  const report = (message: unknown) =>
    t.call(
      'POST',
      '/system/crm/errorLog/report',
      { message, stack: 'at x', url: '/qa', info: 'click', appVersion: '5.2.0' },
      { as: token },
    );
  expect((await report(5)).code).toBe(1001);
  for (let i = 0; i < 10; i++) expect((await report(`row ${i} is undefined ${'x'.repeat(9000)}`)).code).toBe(0);
  expect((await report('one more')).code).toBe(1104);
  const [row] = await query<{ count: number; message: string }>('select count, message from sys_error_log');
  expect(row?.count).toBe(10);
  expect(row?.message.length).toBe(500);
});
