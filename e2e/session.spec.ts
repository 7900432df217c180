import type { Locator, Page } from '@playwright/test';
import { expect, expectMessage, samplePassword, signIn, test, tokenOf, unique } from './fixtures.ts';
import { typeInto } from './hands.ts';

const series = '/equipmentManage/vehicleSeries';
const username = 'ops.lin';

/** A page of an operator whose session can be ended from outside; the live stream, which would report it at once, is off. */
async function open(page: Page, server: string): Promise<string> {
  const token = await tokenOf(server, username);
  await signIn(page.context(), server, token);
  await page.route('**/live/stream?**', (route) => route.abort());
  await page.goto(series);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  return token;
}

const post = (server: string, path: string, token: string): Promise<Response> =>
  fetch(new URL(path, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: '{}',
  });

const formOf = (page: Page): Locator => page.getByRole('dialog', { name: /编辑/ });
const remark = (page: Page): Locator => formOf(page).getByLabel('备注', { exact: true });

async function edit(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).getByText('编辑', { exact: true }).click();
  await expect(remark(page)).toBeVisible();
}

test('a session that ends over a form: signed in again in place, and the save goes on', async ({
  page,
  server,
  consoleErrors,
}) => {
  const token = await open(page, server);
  await edit(page);
  await typeInto(remark(page), unique());
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await post(server, '/system/crm/sysUser/ssoLogout', token);
  await formOf(page).getByRole('button', { name: '保存' }).click();
  const again = page.getByRole('dialog', { name: '请重新登录' });
  await expect(again.getByLabel('用户名', { exact: true })).toHaveValue(username);
  // Another user is warned, and may go back.
  await typeInto(again.getByLabel('用户名', { exact: true }), 'auditor.tang');
  await typeInto(again.getByLabel('密码', { exact: true }), samplePassword);
  await again.getByRole('button', { name: '登录', exact: true }).click();
  await expect(again.getByRole('alert')).toContainText('未保存的内容将丢失');
  await again.getByRole('button', { name: '返回' }).click();
  await typeInto(again.getByLabel('密码', { exact: true }), samplePassword);
  await again.getByRole('button', { name: '登录', exact: true }).click();
  await expectMessage(page, '操作成功');
  await expect(again).toBeHidden();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  expect(consoleErrors.splice(0).filter((error) => !/401|net::/.test(error))).toEqual([]);
});

test('a draft and the open tabs survive F5; a discarded draft does not come back', async ({
  page,
  server,
  consoleErrors,
}) => {
  await open(page, server);
  await page.goto('/qa');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: '标签页' }).getByRole('listitem');
  await expect(tabs).toHaveText(['车系管理', '使用问答']);
  await tabs.first().getByRole('link').click();
  const typed = unique();
  await edit(page);
  await typeInto(remark(page), typed);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(tabs).toHaveText(['车系管理', '使用问答']);
  await edit(page);
  await expect(formOf(page).getByRole('alert')).toContainText('未保存的草稿');
  await formOf(page).getByRole('button', { name: '恢复草稿' }).click();
  await expect(remark(page)).toHaveValue(typed);
  await formOf(page).getByRole('button', { name: '取消' }).click();
  await page.getByRole('dialog', { name: '内容未保存' }).getByRole('button').last().click();
  await expect(formOf(page)).toBeHidden();
  await edit(page);
  await expect(remark(page)).not.toHaveValue(typed);
  await expect(formOf(page).getByText('未保存的草稿')).toHaveCount(0);
  consoleErrors.splice(0);
});

test('the form of a role keeps its draft, functions included', async ({ admin: page }) => {
  const search = '搜索功能名称或编码';
  await page.goto('/systemManage/roleAdd');
  const name = page.getByLabel('角色名称', { exact: true });
  const stop = page.getByRole('treeitem', { name: /^停运/ });
  const typed = `草稿${unique()}`;
  await typeInto(name, typed);
  await typeInto(page.getByLabel(search), 'vehicleManage.stop');
  await stop.check();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(name).toHaveValue(typed);
  await typeInto(page.getByLabel(search), 'vehicleManage.stop');
  await expect(stop).toBeChecked();
  await page.reload();
  await page.getByRole('alert').getByRole('button', { name: '丢弃' }).click();
  await expect(page.getByText('未保存的草稿')).toHaveCount(0);
  await expect(name).toHaveValue('');
});
