import type { DraftAnswer } from '@wheelhouse/contract/calls/kit';
import type { Browser, Locator, Page } from '@playwright/test';
import { adminPassword, callAnyAsAdmin, expect, signIn, test, tokenOf, unique } from '../fixtures.ts';
import { clickInto, typeInto, write } from '../hands.ts';

const add = '/guideUseManageAPP/commonProblemManage/add';
const question = (page: Page): Locator => page.getByLabel('问题', { exact: true });
const state = (page: Page): Locator => page.locator('.eu-draft-state');

/** The administrator at another computer. */
async function elsewhere(browser: Browser, server: string): Promise<Page> {
  const context = await browser.newContext();
  await signIn(context, server, await tokenOf(server, 'admin', adminPassword));
  const page = await context.newPage();
  await page.goto(add);
  await expect(question(page)).toBeVisible();
  return page;
}

test('what is typed is kept, found at another computer, and never written over by a second window', async ({
  admin: page,
  browser,
  server,
}) => {
  await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
  const typed = `雨天可以充电吗${unique()}`;
  await page.goto(add);
  await typeInto(question(page), typed);
  await expect(state(page)).toHaveText(/^草稿已于\d\d:\d\d:\d\d保存$/);
  // It is kept: leaving asks nothing.
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page).toHaveURL(/commonProblemManage$/);

  const other = await elsewhere(browser, server);
  await expect(other.getByRole('alert')).toContainText('未保存的草稿');
  await other.getByRole('button', { name: '恢复草稿' }).click();
  await expect(question(other)).toHaveValue(typed);

  // The first window takes it up as well; the second one to write is asked.
  await page.goto(add);
  await page.getByRole('button', { name: '恢复草稿' }).click();
  await expect(question(page)).toHaveValue(typed);
  await expect(state(page)).toHaveText(/草稿已于/);
  await typeInto(question(other), `${typed}，甲`);
  await expect(state(other)).toHaveText(/草稿已于/);
  await typeInto(question(page), `${typed}，乙`);
  await expect(state(page)).toContainText('另一窗口');
  await state(page).getByRole('button', { name: '比较并选择' }).click();
  const choice = page.getByRole('dialog', { name: '两个窗口的草稿不同' });
  await expect(choice.getByRole('row').nth(1)).toContainText(`${typed}，乙`);
  await expect(choice.getByRole('row').nth(1)).toContainText(`${typed}，甲`);
  await choice.getByRole('button', { name: '全部用另一窗口的' }).click();
  await expect(question(page)).toHaveValue(`${typed}，甲`);
  await expect(state(page)).toHaveText(/草稿已于/);
  await other.context().close();
  const { draft } = await callAnyAsAdmin<DraftAnswer>(server, '/ps/crm/faq/draft');
  expect(draft?.values['question']).toBe(`${typed}，甲`);
  await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
});

test('a draft that cannot be kept says so, and leaving warns', async ({ admin: page, server, consoleErrors }) => {
  await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
  await page.goto(add);
  await expect(question(page)).toBeVisible();
  await page.route('**/faq/saveDraft', (route) =>
    route.fulfill({ status: 500, json: { code: 1000, data: null, message: '系统异常' } }),
  );
  await typeInto(question(page), `骑行前检查什么${unique()}`);
  await expect(state(page)).toContainText('草稿未能保存');
  await page.getByRole('button', { name: '取消' }).click();
  const asked = page.getByRole('dialog', { name: '内容未保存' });
  await expect(asked).toBeVisible();
  await page.keyboard.press('Escape');
  await page.unroute('**/faq/saveDraft');
  await expect(state(page)).toHaveText(/草稿已于/);
  await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
  consoleErrors.splice(0);
});

test('a tab that dies at any moment loses nothing that is older than a second', async ({ browser, server }) => {
  await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
  const context = await browser.newContext();
  await signIn(context, server, await tokenOf(server, 'admin', adminPassword));
  for (let round = 0; round < 3; round++) {
    const page = await context.newPage();
    await page.goto(add);
    await clickInto(question(page));
    const keys: number[] = [];
    const text = `第${round}次${unique()}${unique()}`;
    for (const [at, key] of [...text].entries()) {
      await write(page, key);
      keys.push(Date.now());
      if (at === 8 + round * 4) break;
    }
    const session = await context.newCDPSession(page);
    const died = Date.now();
    await Promise.race([session.send('Page.crash').catch(() => undefined), page.waitForEvent('crash')]);
    await page.close();

    const next = await context.newPage();
    await next.goto(add);
    await next.getByRole('button', { name: '恢复草稿' }).click();
    const found = [...(await question(next).inputValue())];
    const old = keys.filter((at) => at < died - 1_000).length;
    expect(found.join('')).toBe([...text].slice(0, found.length).join(''));
    expect(found.length).toBeGreaterThanOrEqual(old);
    await callAnyAsAdmin(server, '/ps/crm/faq/dropDraft');
    await next.evaluate(() => localStorage.clear());
    await next.close();
  }
  await context.close();
});
