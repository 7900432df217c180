import { expect, test } from '../fixtures.ts';

test('an administrator sees what there is to do, and what of it waits', async ({ admin: page }) => {
  await page.goto('/systemManage/operatorManage');
  const parts = page.getByRole('navigation', { name: '操作员管理的内容' });
  await parts.getByRole('link', { name: '后台任务' }).click();
  const works = page.getByRole('region', { name: '后台任务' });
  await works.getByRole('button', { name: 'SIM卡操作' }).click();
  await expect(page.getByRole('heading', { name: '等待的记录：SIM卡操作' })).toBeVisible();
});
