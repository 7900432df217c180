import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { callAsAdmin, unique } from '../fixtures.ts';
import { expect, test } from '../tab.ts';
import { choose, typeInto } from '../hands.ts';

const main = (page: Page): Locator => page.locator('main').filter({ visible: true }).last();
const field = (page: Page, name: string): Locator => main(page).locator(`[id="${name}"]`);

test('a service template is written with variables, previewed, changed and compared, and a test is sent', async ({
  admin: page,
  server,
}) => {
  const code = `SVC_${unique()}`.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
  const name = `保养${unique()}`;
  await page.goto('/messageManage/messageTemplateManage');
  // By which services it would go: push, SMS and voice have sandboxes here.
  await expect(main(page).getByText('沙箱', { exact: true })).toHaveCount(3);
  await main(page).getByRole('link', { name: '新增' }).click();
  await typeInto(field(page, 'templateCode'), code);
  await typeInto(field(page, 'name'), name);
  await choose(field(page, 'reminderType'), '保养到期');
  await typeInto(field(page, 'pushTitle'), '保养到期提醒');
  await typeInto(field(page, 'pushBody'), '您的');
  await main(page).getByRole('group', { name: '插入变量' }).getByRole('button', { name: '车型' }).click();
  await expect(field(page, 'pushBody')).toHaveValue('您的${vehicleName}');
  await expect(field(page, 'pushBody')).toBeFocused();
  await page.keyboard.type('该保养了。');
  // Battery health is no matter of maintenance.
  await expect(main(page).getByRole('button', { name: '电池健康(%)' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: '手机预览' })).toContainText('您的追风S3该保养了。');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/messageTemplateManage/);
  const { list } = await callAsAdmin(server, '/msg/crm/serviceTemplate/list', { query: { 'templateCode.like': code } });
  const [row] = list;
  expect(row?.pushTitle).toBe('保养到期提醒');
  const id = row?.id ?? '';
  await page.goto(`/messageManage/serviceTemplateEdit?id=${id}`);
  await typeInto(field(page, 'pushTitle'), '该保养了');
  await page.keyboard.press('Control+s');
  await expect(page).toHaveURL(/messageTemplateManage/);

  await page.goto(`/messageManage/messageTemplateManage?templateCode.like=${code}`);
  const line = page.getByRole('row').filter({ hasText: code });
  await line.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '发送测试' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByLabel('测试手机号'), '19900000000');
  const [answer] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === '/msg/crm/serviceTemplate/test'),
    dialog.getByRole('button', { name: /发送测试|确\s?定/ }).click(),
  ]);
  expect(((await answer.json()) as { code: number }).code).toBe(0);
  await line.getByRole('button', { name: '详情', exact: true }).click();
  await page.getByRole('tab', { name: '版本对比' }).click();
  const versions = page.getByRole('list', { name: '版本对比' });
  await expect(versions.getByText('版本2')).toBeVisible();
  await expect(versions.getByText('该版本 → 当前版本')).toBeVisible();
});

test('service and alarm templates are two lists of one page', async ({ admin: page }) => {
  const list = '/messageManage/messageTemplateManage';
  await page.goto(`${list}?templateCode.like=LOGIN_CODE`);
  await expect(page.getByRole('row').filter({ hasText: 'LOGIN_CODE' })).toBeVisible();
  await main(page).getByRole('button', { name: '报警模板', exact: true }).click();
  await expect(page).toHaveURL(/view=alarm/);
  await page.goto(`${list}?view=alarm&templateCode.like=ALM_SECURITY`);
  await expect(page.getByRole('row').filter({ hasText: 'ALM_SECURITY' })).toBeVisible();
  await main(page).getByRole('link', { name: '新增' }).click();
  await expect(page).toHaveURL(/alarmTemplateAdd/);
});
