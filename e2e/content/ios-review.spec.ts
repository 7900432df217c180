import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';

async function submit(page: Page, row: Locator): Promise<void> {
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  await page.getByRole('menuitem', { name: '提审', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定$/ })
    .click();
}

test('a version of the demo is approved, and the next one submitted', async ({ admin: page, server }) => {
  await page.goto('/guideUseManage/iosApproval');
  const row = (version: string) => page.locator('.eu-table tbody tr').filter({ hasText: version });
  await expect(row('5.3.0')).toContainText('审核中');
  await submit(page, row('5.3.1'));
  await expect(page.getByRole('dialog').getByText('已有版本在审核中')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { list } = await callAsAdmin(server, '/ps/crm/iosReview/list', { query: { reviewStatus: 1 } });
  await callAsAdmin(server, '/ps/crm/iosReview/transition', { id: firstOf(list).id, action: 'approve' });
  await page.goto('/guideUseManage/iosApproval');
  await expect(row('5.3.0')).toContainText('已通过');
  await submit(page, row('5.3.1'));
  await expect(row('5.3.1')).toContainText('审核中');
});
