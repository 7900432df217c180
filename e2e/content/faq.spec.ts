import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { walkTo } from '../tab.ts';
import { choose, clickInto, entriesOf, typeInto } from '../hands.ts';

test('feedback becomes a question, filled in with what was asked and answered', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/cs/crm/feedback/list', {
    query: { status: 4, subCode: 'P0402' },
  });
  const { id, content } = firstOf(list);
  const { list: all } = await callAsAdmin(server, '/cs/crm/feedback/list', { pageSize: 50 });
  const other = firstOf(all.filter((one) => one.content !== content && [...(one.content ?? '')].length <= 60));
  await page.goto(`/businessManage/appFeedbackDetail?id=${id}`);
  await page.getByRole('button', { name: /更多/ }).first().click();
  await page.getByRole('menuitem', { name: '收录为FAQ' }).click();
  await expect(page.getByRole('heading', { name: '新增常见问题' })).toBeVisible();
  const question = page.locator('[id="question"]');
  await expect(question).toHaveValue(content ?? '');
  await expect(page.locator('[id="answer"]')).toContainText('您好');
  // The form of other feedback begins with what that says, though the tab is the same.
  await walkTo(page, page.url().replace(/feedbackId=\d+/, `feedbackId=${other.id}`));
  await expect(question).toHaveValue(other.content ?? '');
  await walkTo(page, page.url().replace(/feedbackId=\d+/, `feedbackId=${id}`));
  await expect(question).toHaveValue(content ?? '');
  const text = `消息提醒收不到怎么办${unique()}`;
  await typeInto(question, text);
  await page.getByRole('button', { name: /保\s?存$/ }).click();
  await expect(page.getByRole('heading', { name: text })).toBeVisible();
  await page.goto(`/businessManage/appFeedbackDetail?id=${id}`);
  await expect(page.locator('main')).toContainText(text);
});

test('another category empties the sub-category, and offers its own', async ({ admin: page }) => {
  await page.goto('/guideUseManageAPP/commonProblemManage/add');
  const [category, subCategory] = [page.locator('[id="categoryCode"]'), page.locator('[id="subCode"]')];
  await choose(category, '电池充电');
  await choose(subCategory, '续航下降');
  await choose(category, '动力行驶');
  await expect(page.locator('.ant-form-item', { has: page.locator('[id="subCode"]') })).not.toContainText('续航下降');
  await clickInto(subCategory);
  await expect(entriesOf(page)).toHaveText(['无法启动', '骑行异响']);
});
