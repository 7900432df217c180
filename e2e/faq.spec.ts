import { callAsAdmin, expect, firstOf, test, unique } from './fixtures.ts';

test('feedback becomes a question, filled in with what was asked and answered', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/cs/crm/feedback/list', {
    query: { status: 4, subCode: 'P0402' },
  });
  const { id, content } = firstOf(list);
  await page.goto(`/businessManage/appFeedbackDetail?id=${id}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '收录为FAQ' }).click();
  await expect(page.getByRole('heading', { name: '新增常见问题' })).toBeVisible();
  const question = page.locator('[id="question"]');
  await expect(question).toHaveValue(content ?? '');
  await expect(page.locator('[id="answer"]')).toContainText('您好');
  const text = `消息提醒收不到怎么办${unique()}`;
  await question.fill(text);
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await expect(page.getByRole('heading', { name: text })).toBeVisible();
  await page.goto(`/businessManage/appFeedbackDetail?id=${id}`);
  await expect(page.locator('main')).toContainText(text);
});

test('another category empties the sub-category, and offers its own', async ({ admin: page }) => {
  await page.goto('/guideUseManageAPP/commonProblemManage/add');
  const choose = async (name: string, text: string): Promise<void> => {
    await page.locator(`[id="${name}"]`).click();
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: text }).click();
  };
  await choose('categoryCode', '电池充电');
  await choose('subCode', '续航下降');
  await choose('categoryCode', '动力行驶');
  await expect(page.locator('.ant-form-item', { has: page.locator('[id="subCode"]') })).not.toContainText('续航下降');
  await page.locator('[id="subCode"]').click();
  await expect(page.locator('.ant-select-dropdown:visible .ant-select-item-option')).toHaveText([
    '无法启动',
    '骑行异响',
  ]);
});
