import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';

test('the pages of an introduction are swiped through by button and key, in both languages', async ({
  admin: page,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/ps/crm/appIntroduce/list', { query: { 'title.like': '欢迎使用' } });
  await page.goto(`/guideUseManageAPP/appIntroduceDetail?id=${firstOf(list).id}`);
  await page.getByRole('tab', { name: '预览' }).click();
  const phone = page.getByRole('region', { name: '手机预览' });
  await expect(phone.getByText('手机就是车钥匙，靠近即解锁')).toBeVisible();
  await phone.getByRole('button', { name: '下一页' }).click();
  await expect(phone.getByText('电量、续航、位置，一目了然')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(phone.getByText('异动实时提醒，停哪儿都安心')).toBeVisible();
  await expect(phone.getByText('立即体验')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(phone.getByText('立即体验')).toHaveCount(0);
  const picture = phone.locator('img');
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1125);
});

test('a category is dragged to another place of its tree, and opened there', async ({ admin: page, server }) => {
  await page.goto('/articleManage/category?view=tree');
  const tree = page.getByRole('tree', { name: '分类树' });
  const first = tree.getByRole('treeitem', { name: '电池养护' });
  const second = tree.getByRole('treeitem', { name: '刹车与轮胎' });
  const moved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/articleType/move'));
  await second.dragTo(first, { targetPosition: { x: 60, y: 2 } });
  expect(((await (await moved).json()) as { code: number }).code).toBe(0);
  const roots = await callAsAdmin(server, '/ps/crm/articleType/tree', {});
  const care = roots.find(({ name }) => name === '保养维护');
  expect(care?.children.map(({ name }) => name)).toEqual(['刹车与轮胎', '电池养护']);
  await second.click();
  await expect(page.getByRole('dialog', { name: '刹车与轮胎' })).toBeVisible();
});
