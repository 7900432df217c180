import { expect, test } from '../fixtures.ts';

test('an administrator sees what waits to be done, and makes it due at once', async ({ admin: page }) => {
  await page.goto('/systemManage/operatorManage');
  const parts = page.getByRole('navigation', { name: '操作员管理的内容' });
  await parts.getByRole('link', { name: '后台任务' }).click();
  const works = page.getByRole('table', { name: '后台任务' });
  const work = works.getByRole('row', { name: /SIM卡操作/ });
  await work.getByRole('button', { name: '全部立即重试' }).click();
  await expect(page.getByText(/\d+条将立即重试/)).toBeVisible();
  await work.getByRole('button', { name: 'SIM卡操作' }).click();
  await expect(page.getByRole('heading', { name: '等待的记录' })).toBeVisible();
  // What was tried again is in the log.
  await parts.getByRole('link', { name: '操作日志' }).click();
  await expect(page.getByRole('table').first()).toContainText('后台任务');
});
