import type { Locator, Page } from '@playwright/test';
import { expect, expectMessage, speak, test } from './fixtures.ts';

const vehicles = '/equipmentManage/vehicleManage';
const batteries = '/equipmentManage/batteryManage';

const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: '主导航' });
const tabs = (page: Page): Locator => page.getByRole('navigation', { name: '标签页' }).getByRole('listitem');
const title = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const menuOf = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: '标签页' }).getByRole('link', { name, exact: true }).click({ button: 'right' });

test('the sidebar closes and opens, and the cookie remembers', async ({ admin: page }) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '收起', exact: true }).click();
  await expect(sidebar(page).getByText('首页')).toBeHidden();
  expect(await page.evaluate(() => document.cookie)).toContain('sidebarStatus=0');
  await page.reload();
  await page.getByRole('button', { name: '展开', exact: true }).click();
  await expect(sidebar(page).getByText('首页')).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).toContain('sidebarStatus=1');
  expect((await page.getByRole('complementary').boundingBox())?.width).toBe(200);
});

test('breadcrumb, version label, and the menu of granted pages', async ({ admin: page }) => {
  await page.goto('/qa');
  await expect(page.getByText('5.2.0', { exact: true })).toBeVisible();
  await sidebar(page).getByRole('button', { name: '车辆与设备' }).click();
  await sidebar(page).getByRole('link', { name: '车辆管理' }).click();
  await expect(page).toHaveURL(vehicles);
  await expect(page.getByRole('navigation', { name: '面包屑' }).getByRole('listitem')).toHaveText([
    '首页',
    '车辆与设备',
    '车辆管理',
  ]);
  await expect(page).toHaveTitle('车辆管理 - 出行管理系统');
  await page.getByRole('navigation', { name: '面包屑' }).getByRole('link', { name: '首页' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('who moves on while the console starts is taken there', async ({ admin: page }) => {
  // As late as one can: the first page is being put in its place, and the router does not listen yet.
  await page.addInitScript(() => {
    const { insertBefore, appendChild } = Node.prototype;
    let hasMoved = false;
    const move = (node: Node): void => {
      if (hasMoved || !(node instanceof Element && node.matches('.sh-frame'))) return;
      hasMoved = true;
      history.pushState(null, '', '/messageManage/noticeManage');
      dispatchEvent(new PopStateEvent('popstate'));
    };
    Node.prototype.appendChild = function <Child extends Node>(child: Child) {
      move(child);
      return appendChild.call(this, child) as Child;
    };
    Node.prototype.insertBefore = function <Child extends Node>(child: Child, before: Node | null) {
      move(child);
      return insertBefore.call(this, child, before) as Child;
    };
  });
  await page.goto('/qa');
  await expect(page).toHaveURL('/messageManage/noticeManage');
  await expect(page).toHaveTitle('系统公告 - 出行管理系统');
  await expect(page.getByRole('link', { name: '系统公告' }).and(page.locator('[aria-current]')).first()).toBeVisible();
});

test('full screen: on, off, and the warning where it is not supported', async ({ admin: page }) => {
  await page.goto('/qa');
  await page.getByRole('button', { name: '全屏', exact: true }).click();
  await expect(page.getByRole('button', { name: '退出全屏' })).toBeVisible();
  await page.getByRole('button', { name: '退出全屏' }).click();
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await page.getByRole('button', { name: '全屏', exact: true }).click();
  await expectMessage(page, 'you browser can not work');
});

test('the language changes without a reload: menu, tab, title, page and message', async ({ admin: page }) => {
  await page.goto(vehicles);
  await expect(title(page)).toHaveText('车辆管理');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole('button', { name: '语言' }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  await expectMessage(page, 'switch language success');
  await expect(title(page)).toHaveText('Vehicles');
  await expect(page).toHaveTitle('Vehicles - Travel Management System');
  const navigation = (name: string): Locator => page.getByRole('navigation', { name });
  await expect(navigation('Main navigation').getByRole('link', { name: 'Batteries' })).toBeVisible();
  await expect(navigation('Tabs').getByRole('link')).toHaveText('Vehicles');
  await expect(page.getByRole('columnheader', { name: 'Colour' })).toBeVisible();
  // Dictionary names come from the server, in the new language.
  await expect(page.getByRole('cell', { name: /^(Online|Offline)$/ }).first()).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await page.reload();
  await expect(title(page)).toHaveText('Vehicles');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('theme colour and dark mode take effect at once and are kept', async ({ admin: page }) => {
  await page.goto(vehicles);
  const primary = page.getByRole('button', { name: '查询' });
  const colorOf = (): Promise<string> => primary.evaluate((button) => getComputedStyle(button).backgroundColor);
  await expect(primary).toBeVisible();
  const before = await colorOf();
  await page.getByRole('button', { name: '主题颜色' }).click();
  await page.getByRole('group', { name: '主题颜色' }).getByTitle('#b02a6b').click();
  await expectMessage(page, '换肤成功');
  await expect.poll(colorOf).not.toBe(before);
  await page.getByRole('group', { name: '外观' }).getByText('深色').click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(primary).toBeVisible();
  await expect.poll(colorOf).not.toBe(before);
});

test('an unhandled error is counted, listed with its stack, sent once, and cleared', async ({
  admin: page,
  consoleErrors,
}) => {
  await page.goto('/qa');
  await expect(title(page)).toBeVisible();
  const report = page.waitForRequest('**/errorLog/report');
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error('wheel came off');
    }),
  );
  expect((await report).postDataJSON()).toMatchObject({ message: 'wheel came off', url: '/qa' });
  await page.getByRole('button', { name: '错误日志，1条' }).click();
  const dialog = page.getByRole('dialog', { name: '错误日志' });
  await expect(dialog.getByRole('columnheader')).toHaveText(['时间', '错误信息', '位置', '页面', '堆栈']);
  await expect(dialog.getByRole('row', { name: 'wheel came off' })).toContainText('Error: wheel came off');
  await dialog.getByRole('button', { name: '清空' }).click();
  await expect(dialog.getByText('本次会话没有错误')).toBeVisible();
  expect(consoleErrors.splice(0)).toEqual(['Error: wheel came off']);
});

test('tabs: open, close others, close all; the dashboard is not listed', async ({ admin: page }) => {
  await page.goto(vehicles);
  for (const name of ['电池管理', '车型管理', '车系管理']) await sidebar(page).getByRole('link', { name }).click();
  await expect(tabs(page)).toHaveText(['车辆管理', '电池管理', '车型管理', '车系管理']);
  await sidebar(page).getByRole('link', { name: '首页' }).click();
  await expect(page.getByRole('navigation', { name: '标签页' })).toBeHidden();
  await sidebar(page).getByRole('button', { name: '车辆与设备' }).click();
  await sidebar(page).getByRole('link', { name: '电池管理' }).click();
  await expect(tabs(page)).toHaveText(['车辆管理', '电池管理', '车型管理', '车系管理']);
  await menuOf(page, '车型管理');
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect(tabs(page)).toHaveText(['车型管理']);
  await expect(title(page)).toHaveText('车型管理');
  await menuOf(page, '车型管理');
  await page.getByRole('menuitem', { name: '关闭全部' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('closing the active tab leads to the last one, closing the last one home', async ({ admin: page }) => {
  await page.goto(vehicles);
  for (const name of ['电池管理', '车型管理']) await sidebar(page).getByRole('link', { name }).click();
  await page.getByRole('navigation', { name: '标签页' }).getByRole('link', { name: '车辆管理' }).click();
  await page.getByRole('button', { name: '关闭「车辆管理」' }).click();
  await expect(title(page)).toHaveText('车型管理');
  await page.getByRole('button', { name: '关闭「电池管理」' }).click();
  await expect(page).toHaveURL('/equipmentManage/vehicleModelManage');
  await page.getByRole('button', { name: '关闭「车型管理」' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('two records are two tabs, each as it was left', async ({ admin: page }) => {
  await page.goto(batteries);
  const row = (n: number): Locator => page.getByRole('table').getByRole('row').nth(n);
  const first = (await row(1).getByRole('link').first().textContent()) ?? '';
  await row(1).getByRole('link', { name: '详情' }).click();
  await page.getByRole('tab', { name: '修改记录' }).click();
  await tabs(page).getByRole('link', { name: '电池管理' }).click();
  await row(2).getByRole('link', { name: '详情' }).click();
  await expect(page.getByRole('tab', { name: '修改记录' })).toHaveAttribute('aria-selected', 'false');
  await expect(tabs(page)).toHaveCount(3);
  await tabs(page).getByRole('link', { name: first }).click();
  await expect(page.getByRole('tab', { name: '修改记录' })).toHaveAttribute('aria-selected', 'true');
});

test.describe('below 1024 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const lang of ['zh', 'en'] as const)
    test(`the menu is a drawer that closes on every move, in ${lang}`, async ({ admin: page }) => {
      await speak(page, lang);
      await page.goto(vehicles);
      const drawer = page.getByRole('complementary');
      const expand = page.getByRole('button', { name: lang === 'zh' ? '展开' : 'Expand', exact: true });
      await expect(expand).toBeVisible();
      await expect(drawer).toBeHidden();
      await expand.click();
      await expect(drawer).toBeVisible();
      await drawer.getByRole('link', { name: lang === 'zh' ? '电池管理' : 'Batteries', exact: true }).click();
      await expect(title(page)).toHaveText(lang === 'zh' ? '电池管理' : 'Batteries');
      await expect(drawer).toBeHidden();
      await expand.click();
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    });
});
