import { expect, test } from '../fixtures.ts';

test('a person of the customer service goes online, the lead sees it in the log and takes them offline', async ({
  admin: page,
  openAs,
}) => {
  // Of the demo: they have an account for chat and one for the hotline.
  const agent = await openAs('zhang.wei');
  await agent.goto('/userCenter/profile');
  const chat = agent.getByRole('group', { name: '小轮的状态' });
  const state = (name: string) => chat.getByRole('button', { name, exact: true });
  // The demo's people are online in office hours; the state to be busy is offered to whoever is.
  await state('在线').click();
  await expect(state('忙碌')).toBeVisible();
  const moved = (to: number) =>
    agent.waitForResponse(
      (response) =>
        response.url().endsWith('/serviceAccount/online') &&
        response.request().postData()?.includes(`"onlineStatus":${to}`) === true,
    );
  // The state is read again only when it was pressed twice: the first press has arrived by then, the second counts all the same.
  const held = Promise.withResolvers<void>();
  await agent.route('**/serviceAccount/mine', async (route) => {
    await held.promise;
    await route.continue();
  });
  const offline = moved(0);
  await state('离线').click();
  await expect(state('离线')).toHaveAttribute('aria-pressed', 'true');
  await offline;
  const online = moved(1);
  await state('在线').click();
  await expect(state('在线')).toHaveAttribute('aria-pressed', 'true');
  held.resolve();
  await online;
  await expect(state('在线')).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/guideUseManage/customerServiceAccount');
  const row = page.getByRole('row').filter({ hasText: '小轮' });
  await expect(row.getByText('在线', { exact: true })).toBeVisible();
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '服务日志' }).click();
  await expect(page).toHaveURL(/customerServiceAccountLog\?accountId\.eq=/);
  await expect(page.getByRole('row').filter({ hasText: '小轮' }).first()).toContainText('登录');
  const figures = page.getByRole('region', { name: '统计' });
  await expect(figures.locator('div').filter({ hasText: '会话数' })).toContainText(/\d/);

  await page.goto('/guideUseManage/customerServiceAccount');
  await row.getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '强制离线' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(确\s*定|强制离线)$/ })
    .click();
  await expect(row.getByText('离线', { exact: true })).toBeVisible();
});
