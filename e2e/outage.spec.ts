import type { Page } from '@playwright/test';
import { adminPassword, expect, expectMessage, signIn, test as base, tokenOf } from './fixtures.ts';
import { Proxy } from './proxy.ts';
import { typeInto } from './hands.ts';

const vehicles = '/equipmentManage/vehicleManage';

/** A signed-in page whose way to the server can be cut. */
const test = base.extend<{ way: Proxy; away: Page }>({
  way: async ({ server }, use) => {
    const way = await new Proxy(server).open();
    await use(way);
    await way.close();
  },
  away: async ({ way, page, consoleErrors }, use) => {
    await signIn(page.context(), way.url, await tokenOf(way.url, 'admin', adminPassword));
    await use(page);
    // The browser itself reports every refused connection; the page must report nothing.
    const own = consoleErrors.splice(0).filter((text) => !/net::|Failed to load resource/.test(text));
    expect(own, 'errors of the page').toEqual([]);
  },
});

/** After a long outage it is tried every 15 s or so. */
const backAgain = { timeout: 60_000 } as const;

const pill = (page: Page) => page.locator('.wh-connection');

/** Marks the document, to see whether it was loaded again. */
const mark = (page: Page): Promise<unknown> => page.evaluate(() => Object.assign(window, { stillHere: true }));
const isSame = (page: Page): Promise<boolean> => page.evaluate(() => 'stillHere' in window);

test('a list survives an outage: said at once, old rows marked, a new page comes by itself', async ({
  away: page,
  way,
}) => {
  await page.goto(way.url + vehicles);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await mark(page);
  await way.close();
  await expect(pill(page)).toContainText('连接已断开，显示的是');
  await expect(pill(page)).toContainText(/\d+秒后重试|正在重试/);
  await page.getByRole('button', { name: '刷新', exact: true }).first().click();
  await expectMessage(page, '请求失败，请重试');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  // Code that is not there yet: the pointer over its link, then the page itself.
  const link = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '电池管理', exact: true });
  await link.hover();
  await link.click();
  await expect(page.getByRole('alert').filter({ hasText: '加载失败' })).toBeVisible();
  await expect(page).toHaveURL(/batteryManage/);
  await way.open();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('电池管理', backAgain);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await expect(pill(page)).toBeHidden();
  expect(await isSame(page)).toBe(true);
});

test('a form keeps what was typed through an outage', async ({ away: page, way }) => {
  await page.goto(`${way.url}/guideUseManage/dealerManage`);
  await page.getByRole('button', { name: '新增' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByLabel('名称', { exact: true }), '断网门店');
  await way.close();
  await expect(pill(page)).toContainText('连接已断开');
  await expect(dialog.getByLabel('名称', { exact: true })).toHaveValue('断网门店');
  await way.open();
  await expect(pill(page)).toBeHidden(backAgain);
  await expect(dialog.getByLabel('名称', { exact: true })).toHaveValue('断网门店');
});

test('the login keeps what was typed and signs in after the outage', async ({ page, way, consoleErrors }) => {
  await page.goto(`${way.url}/login`);
  await mark(page);
  await way.close();
  await typeInto(page.getByLabel('用户名', { exact: true }), 'auditor.tang');
  await typeInto(page.getByLabel('密码', { exact: true }), 'Wheelhouse2026');
  await expect(pill(page)).toContainText('连接已断开');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('alert')).toHaveText('请求失败，请重试');
  await way.open();
  await expect(pill(page)).toBeHidden(backAgain);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/dashboard/);
  expect(await isSame(page)).toBe(true);
  consoleErrors.splice(0);
});

test('the dashboard is not called live while nothing arrives', async ({ away: page, way }) => {
  await page.goto(`${way.url}/dashboard`);
  const badge = page.locator('.wh-live').first();
  await expect(badge).toHaveText('实时');
  await way.close();
  await expect(badge).toHaveText('未实时更新');
  await way.open();
  await expect(badge).toHaveText('实时', backAgain);
});

for (const [name, fail] of [
  ['answers 502', (page: Page) => page.route('**/vehicle/list', (route) => route.fulfill({ status: 502 }))],
  ['breaks', (page: Page) => page.route('**/vehicle/list', (route) => route.abort())],
] as const)
  test(`a refresh of a list that ${name} says so, with the time of the rows and a retry`, async ({
    away: page,
    way,
  }) => {
    await page.goto(way.url + vehicles);
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await fail(page);
    await page.getByRole('button', { name: '刷新', exact: true }).first().click();
    await expectMessage(page, '请求失败，请重试');
    await expect(pill(page)).toContainText(/部分内容未能更新，显示的是\d\d:\d\d的数据/);
    await expect(page.locator('.eu-list-bar')).toContainText(/\d\d:\d\d的数据/);
    await expect(page.getByRole('row').nth(3)).toBeVisible();
    await page.unroute('**/vehicle/list');
    await pill(page).getByRole('button', { name: '重试' }).click();
    await expect(pill(page)).toBeHidden();
  });

test('a new release is loaded by itself, but not over unsaved input', async ({ away: page, way }) => {
  const other = (html: string): string => html.replace(/assets\/index-/, 'assets/indey-');
  await page.goto(way.url + vehicles);
  await expect(page.getByRole('row').nth(3)).toBeVisible();
  await mark(page);
  // The chunks of the old build are gone, and the index names another build.
  await page.route('**/assets/battery.*', (route) => route.fulfill({ status: 404 }));
  await page.route('**/index.html', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: other(await answer.text()) });
  });
  const loaded = page.waitForEvent('load');
  await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '电池管理', exact: true }).click();
  await loaded;
  expect(await isSame(page)).toBe(false);
  await expect(page).toHaveURL(/batteryManage/);
  // Once: the second time it is only offered.
  await expect(pill(page)).toContainText('系统已更新');
  await page.unroute('**/assets/battery.*');
  await page.getByRole('alert').getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('电池管理');
});
