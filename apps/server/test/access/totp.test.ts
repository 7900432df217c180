import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { codeAt, stepOf, toBase32 } from '../../src/modules/access/totp.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { addDealer, addUser, md5, password } from './fixture.ts';

let t: TestApp;
const totp = '/system/crm/sysTotp';

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const post = <Data = unknown>(call: string, body: object, as: string) =>
  t.call<Data>('POST', `${totp}/${call}`, body, { as });
let count = 0;
async function person(roles: readonly string[] = []) {
  const username = `totp.${++count}`;
  const id = await addUser(t, { username, roles });
  return { id, username, token: await t.login(username, password) };
}
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bytesOf = (secret: string) => {
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};
/** The code of an authenticator, some steps from now. */
const codeOf = (secret: string, ahead = 0) => codeAt(bytesOf(secret), stepOf(Date.now()) + ahead);
const wrongFor = (secret: string) =>
  ['000000', '111111', '222222', '333333'].find(
    (code) => ![-1, 0, 1].some((ahead) => codeOf(secret, ahead) === code),
  ) ?? '';

/** Each person signs in from an address of their own. */
const addresses = new Map<string, string>();
async function signIn(username: string, otp?: string, typed = password) {
  const from = addresses.get(username) ?? `10.7.0.${addresses.size + 1}`;
  addresses.set(username, from);
  const response = await t.http.inject({
    method: 'POST',
    url: '/system/crm/sysUser/ssoLogin',
    payload: { username, password: md5(typed), ...(otp !== undefined && { otp }) },
    remoteAddress: from,
  });
  return response.json<{ code: number; data: { accessToken: string } | null; message: string }>();
}
/** Forgets which codes were used, so that tests need not wait for the next one. */
const fresh = (id: string) => t.app.pool.query('update sys_totp set last_step = 0 where user_id = $1', [id]);

async function enrolled(roles: readonly string[] = []) {
  const who = await person(roles);
  const { data } = await post<{ secret: string; otpauthUri: string }>('enrol', { password: md5(password) }, who.token);
  const answer = await post<{ recoveryCodes: string[] }>('confirm', { otp: codeOf(data.secret) }, who.token);
  expect(answer.code).toBe(0);
  await fresh(who.id);
  return { ...who, ...data, recoveryCodes: answer.data.recoveryCodes };
}

test('codes are those of RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890');
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const cases = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const;
  for (const [second, code] of cases) expect(codeAt(secret, stepOf(second * 1000))).toBe(code);
});

test('enrolling asks for the password, shows the secret once and holds only after a code of it', async () => {
  const { token, username, id } = await person();
  expect((await post('enrol', { password: md5('wrong') }, token)).code).toBe(1109);
  const { data } = await post<{ secret: string; otpauthUri: string }>('enrol', { password: md5(password) }, token);
  expect(data.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(data.otpauthUri).toBe(
    `otpauth://totp/Wheelhouse%3A${username}?secret=${data.secret}&issuer=Wheelhouse&algorithm=SHA1&digits=6&period=30`,
  );
  expect((await signIn(username)).code).toBe(0);
  expect((await post('confirm', { otp: wrongFor(data.secret) }, token)).code).toBe(1124);
  const other = await t.login(username, password);
  const confirmed = await post<{ recoveryCodes: string[] }>('confirm', { otp: codeOf(data.secret) }, token);
  expect(confirmed.data.recoveryCodes).toHaveLength(10);
  expect((await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: other })).status).toBe(401);
  expect((await post('status', {}, token)).data).toMatchObject({ enabled: 1, recoveryCodesLeft: 10 });
  expect((await post('enrol', { password: md5(password) }, token)).code).toBe(1125);
  const { rows } = await t.app.pool.query<{ text: string }>(
    `select m::text as text from sys_totp m union all select c::text from sys_recovery_code c union all select l::text from sys_operation_log l where entity_id = $1`,
    [id],
  );
  for (const { text } of rows)
    for (const secret of [data.secret, ...confirmed.data.recoveryCodes]) expect(text).not.toContain(secret);
});

describe('signing in', () => {
  test('takes the password, then the code; a code is good once', async () => {
    const { username, secret } = await enrolled();
    expect(await signIn(username)).toMatchObject({ code: 1123, message: '请输入动态验证码' });
    expect((await signIn(username, codeOf(secret), 'wrong')).code).toBe(1101);
    expect((await signIn(username, wrongFor(secret))).code).toBe(1124);
    const code = codeOf(secret);
    const answers = await Promise.all([1, 2, 3].map(() => signIn(username, code)));
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 1124, 1124]);
  });

  test('takes clocks that are half a minute off, not more', async () => {
    const { username, secret, id } = await enrolled();
    /** Asked again where a step ended between the code and its check. */
    const codeIn = async (ahead: number): Promise<number> => {
      for (;;) {
        await fresh(id);
        const step = stepOf(Date.now());
        const { code } = await signIn(username, codeAt(bytesOf(secret), step + ahead));
        if (stepOf(Date.now()) === step) return code;
      }
    };
    for (const [ahead, expected] of [
      [-1, 0],
      [1, 0],
      [-3, 1124],
      [3, 1124],
    ] as const)
      expect(await codeIn(ahead), String(ahead)).toBe(expected);
  });

  test('takes a recovery code once, however it is typed', async () => {
    const { username, recoveryCodes, id, token } = await enrolled();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn(username, first)).code).toBe(0);
    expect((await signIn(username, first)).code).toBe(1124);
    expect((await signIn(username, ` ${second.toLowerCase().replace('-', ' ')} `)).code).toBe(0);
    expect((await post('status', {}, token)).data).toMatchObject({ recoveryCodesLeft: 8 });
    const { rows } = await t.app.pool.query(
      `select 1 from sys_operation_log where entity_id = $1 and action = 'recoveryCode'`,
      [id],
    );
    expect(rows).toHaveLength(2);
  });

  test('locks after five wrong codes, until an administrator unlocks', async () => {
    const { username, secret, id } = await enrolled();
    for (let i = 0; i < 5; i++) expect((await signIn(username, wrongFor(secret))).code).toBe(1124);
    expect((await signIn(username, codeOf(secret))).code).toBe(1103);
    expect(
      (await t.call<{ locked: number }>('POST', '/system/crm/sysUser/detail', { id }, { as: 'admin' })).data.locked,
    ).toBe(1);
    expect((await t.call('POST', '/system/crm/sysUser/unlock', { id }, { as: 'admin' })).code).toBe(0);
    expect((await signIn(username, codeOf(secret))).code).toBe(0);
  });

  test('many guesses at once get no more than five', async () => {
    const { username, secret } = await enrolled();
    const codes = await Promise.all(
      Array.from({ length: 12 }, async () => (await signIn(username, wrongFor(secret))).code),
    );
    expect(codes.filter((code) => code === 1124)).toHaveLength(5);
  });

  test('a new password by SMS does not get around it', async () => {
    const { username, secret, id } = await enrolled();
    const { data } = await t.call<{ newPassword: string }>(
      'POST',
      '/system/crm/sysUser/resetPwd',
      { id },
      { as: 'admin' },
    );
    expect((await signIn(username, undefined, data.newPassword)).code).toBe(1123);
    expect((await signIn(username, codeOf(secret), data.newPassword)).code).toBe(0);
  });
});

test('turning it off, and new recovery codes, take both factors', async () => {
  const { id, username, secret, token, recoveryCodes } = await enrolled();
  expect((await post('recoveryCodes', { password: md5('wrong'), otp: codeOf(secret) }, token)).code).toBe(1109);
  const renewed = await post<{ recoveryCodes: string[] }>(
    'recoveryCodes',
    { password: md5(password), otp: codeOf(secret) },
    token,
  );
  expect(renewed.data.recoveryCodes).toHaveLength(10);
  expect((await signIn(username, recoveryCodes[3])).code).toBe(1124);
  await fresh(id);
  expect((await post('disable', { password: md5(password), otp: wrongFor(secret) }, token)).code).toBe(1124);
  expect((await post('disable', { password: md5(password), otp: codeOf(secret) }, token)).code).toBe(0);
  expect((await signIn(username)).code).toBe(0);
  expect((await post('disable', { password: md5(password), otp: codeOf(secret) }, token)).code).toBe(1126);
  const { rows } = await t.app.pool.query<{ action: string }>(
    `select action from sys_operation_log where entity_id = $1 order by id`,
    [id],
  );
  expect(rows.map((row) => row.action)).toEqual(['totpOn', 'recoveryCodes', 'totpOff']);
});

test('an administrator removes it from somebody else, with a reason, never from themselves', async () => {
  const { id, username, token } = await enrolled();
  const reset = (body: object, as = 'admin') => t.call('POST', '/system/crm/sysUser/resetTotp', body, { as });
  expect((await reset({ id })).code).toBe(1001);
  expect((await reset({ id, reason: '手机丢失' }, token)).code).toBe(1003);
  expect((await reset({ id, reason: '手机丢失' })).code).toBe(0);
  expect((await signIn(username)).code).toBe(0);
  expect((await t.call('POST', '/system/crm/sysUser/myInfo', {}, { as: token })).status).toBe(401);
  expect((await reset({ id, reason: '手机丢失' })).code).toBe(1004);
  const log = await t.app.pool.query<{ after: object }>(
    `select after from sys_operation_log where entity_id = $1 and action = 'resetTotp' and result_code = 0`,
    [id],
  );
  expect(log.rows).toEqual([{ after: { totpEnabled: 0, '@reason': '手机丢失' } }]);
});

test('it is for staff', async () => {
  await addUser(t, { username: 'totp.dealer', roles: ['dealer'], dealerId: await addDealer(t) });
  const token = await t.login('totp.dealer', password);
  expect((await post('enrol', { password: md5(password) }, token)).code).toBe(1003);
});

test('its time is its own: guesses do not lock the password, and the other way round', async () => {
  const { username, secret, id } = await enrolled();
  for (let i = 0; i < 4; i++) await signIn(username, wrongFor(secret));
  for (let i = 0; i < 4; i++) expect((await signIn(username, undefined, 'wrong')).code).toBe(1101);
  await fresh(id);
  await vi.waitFor(async () => expect((await signIn(username, codeOf(secret))).code).toBe(0));
});
