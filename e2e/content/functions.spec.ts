import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

test('a classification is added in the drawer of the list, and offered in the form', async ({
  admin: page,
  server,
}) => {
  const name = `分类${unique()}`;
  await page.goto('/guideUseManage/functionIntroduce');
  await page.getByRole('button', { name: '分类管理' }).click();
  const drawer = page.getByRole('dialog', { name: '分类管理' });
  await drawer.getByRole('button', { name: '新增' }).click();
  const form = page
    .getByRole('dialog')
    .filter({ has: page.locator('[id="name"]') })
    .last();
  await typeInto(form.locator('[id="name"]'), name);
  const saved = page.waitForResponse((one) => one.url().endsWith('/ps/crm/functionClassification/add'));
  await form.getByRole('button', { name: /保\s?存$/ }).click();
  expect(((await (await saved).json()) as { code: number }).code).toBe(0);
  await expect(drawer.getByRole('row').filter({ hasText: name })).toBeVisible();

  await page.goto('/guideUseManage/functionIntroduce/add');
  const control = page.locator('[id="classificationId"]');
  await typeInto(control, name);
  await expect(page.locator('.ant-select-item-option').filter({ hasText: name })).toBeVisible();
  const { list } = await callAsAdmin(server, '/ps/crm/functionClassification/list', { query: { 'name.like': name } });
  expect(firstOf(list)).toMatchObject({ functionCount: 0, enabled: 1 });
});
