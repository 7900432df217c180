import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { callAsOwner, someOwner } from '../owner.ts';
import { pressOn, typeInto } from '../hands.ts';

test('a log is asked for, and the user agrees', async ({ admin: page, server }) => {
  const userId = await someOwner(server, 12);
  const at = (hours: number): string =>
    new Date(Date.now() + (hours + 8) * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
  const { id } = await callAsAdmin(server, '/user/crm/appLog/request', {
    userId,
    logType: 2,
    fromTime: at(-20),
    toTime: at(-1),
    reason: '感应解锁失败',
  });
  const waiting = await callAsOwner(server, userId, 'GET /app/v1/log/list', {});
  const [request] = waiting.toReversed();
  await page.goto('/guideUseManage/appLogRecord');
  const row = page.getByRole('row').filter({ hasText: request?.logNo ?? id });
  await expect(row).toContainText('已请求');
  await callAsOwner(server, userId, 'POST /app/v1/log/consent', { logNo: request?.logNo ?? '', agree: true });
  await page.reload();
  await expect(row).toContainText('用户已同意');
});

test('an uploaded log is read and searched in parts', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/user/crm/appLog/list', { query: { 'status.eq': 2, 'logType.eq': 2 } });
  const { logNo } = firstOf(list);
  await page.goto('/guideUseManage/appLogRecord?status.eq=2&logType.eq=2');
  await page
    .getByRole('row')
    .filter({ hasText: String(logNo) })
    .getByRole('button', { name: '详情', exact: true })
    .click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: String(logNo) });
  await drawer.getByRole('tab', { name: '日志内容' }).click();
  const lines = drawer.getByRole('log', { name: '日志' });
  await expect(lines).toContainText('runtime.log');
  await drawer.getByRole('button', { name: '错误', exact: true }).click();
  await expect(lines).toContainText('authentication failed');
  await expect(lines).not.toContainText('runtime.log');
  // A line that was found is shown among its neighbours.
  await lines.getByRole('button').first().click();
  await expect(lines.locator('[aria-current]')).toContainText('authentication failed');
  await expect(lines.locator('[data-level="D"]').first()).toBeAttached();
  const search = drawer.getByRole('textbox', { name: '在日志中搜索' });
  await typeInto(search, 'nothing has this text');
  await pressOn(search, 'Enter');
  await expect(lines).toContainText('没有符合条件的内容');
});
