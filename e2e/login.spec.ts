import { adminPassword, callAsAdmin, expect, md5, samplePassword, signIn, test, tokenOf, unique } from './fixtures.ts';
import { typeInto } from './hands.ts';

for (const [lang, username, password, button, refusal] of [
  ['中文', '用户名', '密码', '登录', '用户名或密码错误'],
  ['English', 'Username', 'Password', 'Log in', 'Wrong username or password'],
] as const)
  test(`a wrong password is refused in ${lang}; the name stays, the password goes`, async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('button', { name: lang }).click();
    const name = `nobody.${unique()}`;
    await typeInto(page.getByRole('textbox', { name: username }), name);
    await typeInto(page.getByRole('textbox', { name: password, exact: true }), 'not-the-password');
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(refusal);
    await expect(page.getByRole('textbox', { name: username })).toHaveValue(name);
    await expect(page.getByRole('textbox', { name: password, exact: true })).toHaveValue('');
  });

test('rules of the form are shown under the fields before anything is sent', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入用户名')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();
  await expect(page.getByRole('textbox', { name: '用户名' })).toBeFocused();
});

test('the name is sent trimmed, the password as uppercase MD5, without Authorization; then back to the wanted page', async ({
  page,
}) => {
  await page.goto('/equipmentManage/vehicleManage?page=2');
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/equipmentManage/vehicleManage?page=2')}`);
  await typeInto(page.getByRole('textbox', { name: '用户名' }), '  admin  ');
  await typeInto(page.getByRole('textbox', { name: '密码', exact: true }), adminPassword);
  const [request] = await Promise.all([page.waitForRequest('**/ssoLogin'), page.keyboard.press('Enter')]);
  expect(request.postDataJSON()).toEqual({ username: 'admin', password: md5(adminPassword) });
  expect(await request.headerValue('authorization')).toBeNull();
  await expect(page).toHaveURL('/equipmentManage/vehicleManage?page=2');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('车辆管理');
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'Admin-Token');
  expect(cookie).toMatchObject({ expires: -1, sameSite: 'Lax' });
});

test('a foreign address in redirect is not followed', async ({ page, server }) => {
  await page.goto('/login?redirect=//example.org/');
  await typeInto(page.getByRole('textbox', { name: '用户名' }), 'auditor.tang');
  await typeInto(page.getByRole('textbox', { name: '密码', exact: true }), samplePassword);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(new URL('/dashboard', server).href);
});

test('the name is remembered only on request', async ({ page }) => {
  await page.goto('/login?redirect=/userCenter/profile');
  await typeInto(page.getByRole('textbox', { name: '用户名' }), 'auditor.tang');
  await typeInto(page.getByRole('textbox', { name: '密码', exact: true }), samplePassword);
  await page.getByText('记住用户名').click();
  await expect(page.getByRole('switch', { name: '记住用户名' })).toBeChecked();
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL('/userCenter/profile');
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('textbox', { name: '用户名' })).toHaveValue('auditor.tang');
  expect(JSON.stringify(await page.evaluate(() => ({ ...localStorage })))).not.toContain(md5(samplePassword));
});

test('signed in, /login leads home and unknown addresses to /404', async ({ admin: page }) => {
  await page.goto('/login');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在');
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a page that is not granted leads to /401', async ({ openAs }) => {
  const page = await openAs('market.he');
  await page.goto('/equipmentManage/vehicleSeries');
  await expect(page).toHaveURL('/401');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('无权限访问');
  await expect(page.getByRole('button', { name: '退出登录' })).toBeVisible();
});

test('logging out asks first, and kills the token', async ({ page, server }) => {
  const token = await tokenOf(server, 'auditor.tang');
  await signIn(page.context(), server, token);
  await page.goto('/qa');
  const menu = page.getByRole('button', { name: '用户菜单' });
  await menu.click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const dialog = page.getByRole('dialog', { name: '确定退出登录吗？' });
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toBeHidden();
  await menu.click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL('/login');
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('Admin-Token');
  const answer = await fetch(new URL('/system/crm/sysUser/myInfo', server), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(401);
});

test('from the company portal one comes in without a password, with a ticket that is good once', async ({
  page,
  server,
}) => {
  const answer = await fetch(new URL('/system/crm/sysUser/ssoTicket', server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env['PORTAL_KEY']}` },
    body: JSON.stringify({ username: 'auditor.tang' }),
  });
  const { data } = (await answer.json()) as { data: { ticket: string } };
  const door = `/auth-redirect?ticket=${data.ticket}&redirect=${encodeURIComponent('/userCenter/profile')}`;
  await page.goto(door);
  await expect(page).toHaveURL('/userCenter/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(door);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alert')).toHaveText('登录状态无效，请重新登录');
});

test('a link of the portal without a good ticket leaves an open session alone', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page.context(), server, await tokenOf(server, 'auditor.tang'));
  for (const query of ['', '?ticket=nonsense']) {
    await page.goto(`/auth-redirect${query}`);
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  // The browser itself reports a ticket that was refused.
  expect(consoleErrors.splice(0).filter((error) => !error.includes('ssoLogin'))).toEqual([]);
});

test('a session that ended on the server leads to the login with the reason', async ({
  page,
  server,
  consoleErrors,
}) => {
  await signIn(page.context(), server, 'x'.repeat(40));
  // Whichever of the boot's calls is answered first ends the others.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.goto('/dashboard');
  await refused;
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('alert')).toHaveText('登录状态无效，请重新登录');
  // The browser itself reports each 401 of the boot's calls, and of those that the first page sends beside them.
  const expected = / 401 .*\/(?:myInfo|tree|dictionary|dashboard\/\w+|consoleActive|dashboardLayout\/list)(?:\?|$)/;
  for (const error of consoleErrors.splice(0)) expect(error).toMatch(expected);
});

test('a forgotten password is set anew with the code that the outbox shows', async ({ page, server }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: '忘记密码？' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByLabel('手机号'), '19900000107');
  await dialog.getByRole('button', { name: '获取验证码' }).click();
  await expect(dialog.getByRole('button', { name: /\d+/ })).toBeDisabled();
  let code: string | undefined;
  // The answer does not wait until the message is sent.
  await expect(async () => {
    const { list } = await callAsAdmin(server, '/system/crm/smsOutbox/list', { mobile: '19900000107' });
    [code] = /\d{6}/.exec(list[0]?.body ?? '') ?? [];
    expect(code).toBeDefined();
  }).toPass();
  await typeInto(dialog.getByLabel('验证码', { exact: true }), code ?? '');
  await typeInto(dialog.getByLabel('新密码', { exact: true }), samplePassword);
  await typeInto(dialog.getByLabel('确认新密码'), samplePassword);
  await dialog.getByRole('button', { name: '重置密码' }).click();
  await expect(dialog).toBeHidden();
  await tokenOf(server, 'sim.gao');
});
