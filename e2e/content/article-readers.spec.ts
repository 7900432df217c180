import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { openDetailTab } from '../detail-tabs.ts';
import { typeInto } from '../hands.ts';
import { callAsOwner, someOwner } from '../owner.ts';

test('what a reader writes below an article is answered, hidden and shown again, and counted by day', async ({
  admin: page,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/ps/crm/article/list', { query: { 'title.like': '新车到手后' } });
  const { id } = firstOf(list);
  const reader = await someOwner(server, 2);
  const text = `请问首保要预约吗${unique()}`;
  await callAsOwner(server, reader, 'POST /app/v1/article/comment', { id, text });
  const inApp = async () =>
    (await callAsOwner(server, reader, 'GET /app/v1/article/comments', { id, pageSize: 50 })).find(
      (one) => one.text === text,
    );

  await page.goto(`/guideUseManageAPP/articleView?id=${id}`);
  await openDetailTab(page, '评论');
  const row = page.locator('.eu-table tbody tr').filter({ hasText: text });
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /的更多操作$/ }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await act('回复');
  const dialog = page.getByRole('dialog').filter({ has: page.locator('[id="content"]') });
  await typeInto(dialog.locator('[id="content"]'), '需要，请在APP中预约。');
  await dialog.getByRole('button', { name: '回复', exact: true }).click();
  await expect(row).toContainText('需要，请在APP中预约。');
  expect(await inApp()).toMatchObject({ mine: 1, reply: '需要，请在APP中预约。' });

  await act('隐藏');
  const hidden = row.getByRole('cell').nth(3);
  await expect(hidden).toHaveText('是');
  expect(await inApp()).toBeUndefined();
  await act('恢复显示');
  await expect(hidden).toHaveText('否');
  expect(await inApp()).toBeDefined();

  await openDetailTab(page, '数据统计');
  await expect(page.getByRole('figure', { name: '近30天的阅读与互动' })).toBeVisible();
});
