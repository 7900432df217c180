import { callAsAdmin, unique } from '../fixtures.ts';
import { expect, test } from '../tab.ts';

test('a link is checked from its row, which then shows the result and when it was taken', async ({
  admin: page,
  server,
}) => {
  const linkCode = `E2E_${unique()}`.toUpperCase();
  await callAsAdmin(server, '/ps/crm/link/add', {
    linkCode,
    name: `检测${unique()}`,
    category: '9',
    url: 'https://m.example.com/e2e',
  });
  await page.goto(`/link?keyword=${linkCode}`);
  const row = page.getByRole('row').filter({ hasText: linkCode });
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '检测' }).click();
  // Which of them depends on the network that the test runs in.
  await expect(row).toContainText(/正常|返回错误|超时|无法连接|非公网地址/);
  const { list } = await callAsAdmin(server, '/ps/crm/link/list', { query: { 'keyword.like': linkCode } });
  expect(list).toHaveLength(1);
  expect(list[0]?.checkTime).toMatch(/^\d{4}-/);
  expect(list[0]?.checkResult).not.toBeNull();
});
