import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { callAsAdmin, expect, test, unique } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';

const main = (page: Page): Locator => page.locator('main').filter({ visible: true }).last();
const field = (page: Page, name: string): Locator => main(page).locator(`[id="${name}"]`).filter({ visible: true });

test('a rule is written with a dry run, enabled, and shows its runs', async ({ admin: page, server }) => {
  const code = `SVC_${unique()}`.toUpperCase().replaceAll(/[^A-Z0-9_]/g, '_');
  const template = `里程提醒${unique()}`;
  await callAsAdmin(server, '/msg/crm/serviceTemplate/add', {
    templateCode: code,
    name: template,
    reminderType: '1',
    pushTitle: '车辆该保养了',
    pushBody: '您的${vehicleName}已行驶${odometerKm}公里。',
    channels: ['1', '2'],
    jumpPage: 'vehicle',
    enabled: 1,
  });
  const name = `保养${unique()}`;
  await page.goto('/messageManage/serviceReminderAdd');
  await typeInto(field(page, 'name'), name);
  const dryRun = main(page).getByRole('button', { name: '试算', exact: true });
  await expect(dryRun).toBeDisabled();
  await choose(field(page, 'reminderType'), '保养到期');
  await choose(field(page, 'templateId'), template, template);
  await typeInto(main(page).getByLabel('每行驶公里数(km)'), '500');
  await page.keyboard.press('Tab');
  await dryRun.click();
  await expect(
    main(page)
      .locator('output')
      .filter({ hasText: /现在将提醒|现在没有需要提醒的车辆/ }),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);
  const saved = page.waitForResponse((one) => one.url().endsWith('/msg/crm/serviceMessage/add'));
  await main(page)
    .getByRole('button', { name: /保\s?存$/ })
    .click();
  const answer = (await (await saved).json()) as { code: number; data: { id: string } };
  expect(answer.code).toBe(0);

  await page.goto(`/messageManage/serviceReminderManage?name.like=${encodeURIComponent(name)}`);
  const row = page.locator('.eu-table tbody tr').filter({ hasText: name });
  await expect(row).toContainText('每500公里');
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name: '启用', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/预计每日提醒[\d,]+辆车，确定启用/);
  await expect(dialog.locator('output')).toHaveText(/现在将提醒|现在没有需要提醒的车辆/);
  await dialog.getByRole('button', { name: /确\s?定$|启\s?用$/ }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('启用');
  // It must not begin to send while this and other tests look at records and inboxes.
  await callAsAdmin(server, '/msg/crm/serviceMessage/enable', { ids: [answer.data.id], enabled: 0 });

  await page.goto(`/messageManage/serviceReminderDetail?id=${answer.data.id}`);
  await page.getByRole('tab', { name: '执行记录' }).click();
  await expect(main(page).getByText('尚未执行')).toBeVisible();
  await page.getByRole('tab', { name: '试算' }).click();
  await main(page).getByRole('button', { name: '试算', exact: true }).click();
  await expect(main(page).locator('output').filter({ hasText: /现在/ })).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
