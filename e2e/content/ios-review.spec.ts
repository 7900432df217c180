import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';

async function entryOf(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /的更多操作$/ }).click();
  return page.getByRole('menuitem', { name: '提审', exact: true });
}

async function submit(page: Page, row: Locator): Promise<void> {
  await (await entryOf(page, row)).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定$/ })
    .click();
}

test('a version of the demo is approved, and the next one submitted', async ({ admin: page, server }) => {
  await page.goto('/guideUseManage/iosApproval');
  const row = (version: string) => page.locator('.eu-table tbody tr').filter({ hasText: version });
  await expect(row('5.3.0')).toContainText('审核中');
  const entry = await entryOf(page, row('5.3.1'));
  await expect(entry).toContainText('已有版本在审核中');
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  const { list } = await callAsAdmin(server, '/ps/crm/iosReview/list', { query: { reviewStatus: 1 } });
  await callAsAdmin(server, '/ps/crm/iosReview/transition', { id: firstOf(list).id, action: 'approve' });
  await page.goto('/guideUseManage/iosApproval');
  await expect(row('5.3.0')).toContainText('已通过');
  await submit(page, row('5.3.1'));
  await expect(row('5.3.1')).toContainText('审核中');
});
