import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, unique } from '../fixtures.ts';
import { expect, test } from '../tab.ts';
import { choose, tabTo, typeInto } from '../hands.ts';

/** Chooses in a select by typing a part of what it says. */
async function type(page: Page, select: Locator, text: string): Promise<void> {
  // One that is closing is no longer in the way.
  await expect(page.locator('.ant-select-dropdown').filter({ visible: true })).toHaveCount(0);
  await tabTo(select);
  await page.keyboard.type(text);
  await expect(page.locator('.ant-select-item-option-active').filter({ visible: true })).toContainText(text);
  await page.keyboard.press('Enter');
}

async function enter(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

async function push(button: Locator): Promise<void> {
  await tabTo(button);
  await button.page().keyboard.press('Enter');
}

test('a rule is built by keyboard, read in words, previewed and saved', async ({ admin: page, server }) => {
  await page.goto('/systemSet/userTagsManage');
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog');
  const name = `标签${unique().slice(0, 8)}`;
  await typeInto(dialog.locator('#name'), name);
  await choose(dialog.locator('#groupName'), '骑行');
  await choose(dialog.locator('#tagType'), '规则');
  const control = (role: 'combobox' | 'spinbutton', group: number, n: number, what: string): Locator =>
    dialog.getByRole(role, { name: `第${group}组第${n}个条件 ${what}` });

  await type(page, control('combobox', 1, 1, '字段'), '车辆数');
  await enter(page, control('spinbutton', 1, 1, '值'), '1');
  const first = dialog.getByRole('region', { name: '第1组' });
  await push(first.getByRole('button', { name: '添加条件' }));
  // Typing goes on in the new condition.
  await expect(control('combobox', 1, 2, '字段')).toBeFocused();
  await type(page, control('combobox', 1, 2, '字段'), '近30天里程');
  await enter(page, control('spinbutton', 1, 2, '值'), '0');
  await push(dialog.getByRole('button', { name: '添加一组' }));
  await type(page, control('combobox', 2, 1, '字段'), '年龄');
  await enter(page, control('spinbutton', 2, 1, '值'), '18');
  await push(dialog.getByRole('group', { name: '各组之间' }).getByRole('button', { name: '或' }));
  await expect(dialog.getByText('（车辆数不小于1 且 近30天里程不小于0 km） 或 年龄为18岁')).toBeVisible();

  await push(dialog.getByRole('button', { name: '预览' }));
  const found = dialog.getByRole('status').filter({ hasText: /用户符合/ });
  await expect(found).toBeVisible();
  const count = Number(/[\d,]+/.exec((await found.textContent()) ?? '')?.[0].replaceAll(',', '') ?? 0);

  const [answer] = await Promise.all([
    page.waitForResponse((one) => new URL(one.url()).pathname === '/user/crm/userTag/add'),
    page.keyboard.press('Control+s'),
  ]);
  const { code, data } = (await answer.json()) as { code: number; data: { id: string } };
  expect(code).toBe(0);
  const stored = await callAsAdmin(server, '/user/crm/userTag/detail', { id: data.id });
  expect(stored.userCount).toBe(count);

  await page.goto(`/systemSet/tagsDetail?id=${data.id}`);
  await expect(page.getByText('（车辆数不小于1 且 近30天里程不小于0 km） 或 年龄为18岁')).toBeVisible();
  await page.getByRole('tab', { name: '分析' }).click();
  await expect(page.getByRole('figure', { name: '用户数趋势（近90天）' })).toBeVisible();
});

test('users come from a file, what was left out is named, and one is removed', async ({ admin: page, server }) => {
  const { appUser } = await callAsAdmin(server, '/rest/r/appUser', {
    appUser: { page: 1, pageSize: 2, query: { status: 1 } },
  });
  const { id } = await callAsAdmin(server, '/user/crm/userTag/add', {
    name: `标签${unique().slice(0, 8)}`,
    groupName: '1',
    color: 'success',
    tagType: 1,
  });
  await page.goto(`/systemSet/tagsDetail?id=${id}&tab=members`);
  const rows = [...appUser.list.map((user) => user.id), '不是用户'].join('\n');
  await page
    .locator('input[type=file][accept=".xlsx,.csv"]')
    .setInputFiles({ name: 'users.csv', mimeType: 'text/csv', buffer: Buffer.from(`用户ID\n${rows}\n`) });
  await expect(page.getByText(`新增${appUser.list.length}位，已在标签中0位，1行未导入`)).toBeVisible();
  await expect(page.getByRole('region', { name: '未导入的行' })).toContainText('不是手机号或用户ID');
  await page.getByRole('button', { name: '移除' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect
    .poll(async () => (await callAsAdmin(server, '/user/crm/userTag/detail', { id })).userCount)
    .toBe(appUser.list.length - 1);
});
