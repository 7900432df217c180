import { findings } from '../axe.ts';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { choose } from '../hands.ts';
import { walkStops } from '../stops.ts';

test('a user gets a tag by hand and is found by it; their phones and vehicles stand on their page', async ({
  admin: page,
  server,
}) => {
  const name = `回访${unique().slice(0, 6)}`;
  const { id: tagId } = await callAsAdmin(server, '/user/crm/userTag/add', { name, groupName: '1' });
  const { list } = await callAsAdmin(server, '/user/crm/appUser/list', {
    page: 1,
    pageSize: 1,
    query: { status: 1, hasVehicle: 1 },
  });
  const { id } = firstOf(list);
  await page.goto(`/guideUseManage/appuserManager?id.eq=${id}`);
  const row = page.locator('.eu-table tbody tr').filter({ visible: true });
  await expect(row).toHaveCount(1);
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '打标签' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.locator('[id="addTagIds"]');
  await choose(field, [name], name);
  await walkStops(dialog);
  expect(await findings(page, { inside: '[role=dialog]' })).toEqual([]);
  await dialog.getByRole('button', { name: '打标签', exact: true }).click();
  await expect(row).toContainText(name);

  await page.goto(`/guideUseManage/appuserManager?userTags.eq=${tagId}`);
  await expect(row).toHaveCount(1);
  await page.goto(`/guideUseManage/appuserDetail?id=${id}`);
  await page.getByRole('tab', { name: '登录设备' }).click();
  await expect(page.getByRole('columnheader', { name: '手机型号' })).toBeVisible();
  await expect(page.locator('.eu-table tbody tr').filter({ visible: true }).first()).toContainText(/Android|iOS|鸿蒙/);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('tab', { name: '授权', exact: true }).click();
  const consents = page.getByRole('tabpanel', { name: '授权', exact: true });
  await expect(consents.getByText('隐私政策').first()).toBeVisible();
  await page.getByRole('tab', { name: '消息', exact: true }).click();
  await expect(page.getByRole('group', { name: '类别' })).toBeVisible();
  const messages = page.getByRole('tabpanel', { name: '消息', exact: true });
  await expect(
    messages.getByRole('columnheader', { name: '阅读时间' }).or(messages.getByText('没有消息')),
  ).toBeVisible();
  expect(await findings(page)).toEqual([]);
});
