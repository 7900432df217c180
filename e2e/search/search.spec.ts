import type { Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { callAsAdmin, doable, expect, firstOf, test } from '../fixtures.ts';
import { endOf } from '../fleet.ts';
import { pressOn, typeInto } from '../hands.ts';

interface Vehicle {
  readonly id: string;
  readonly vin: string;
  readonly imei: string;
}

async function someVehicle(baseURL: string | undefined): Promise<Vehicle> {
  const { list } = await callAsAdmin(baseURL ?? '', '/veh/crm/vehicle/list', {
    query: { 'vin.null': 0 },
    pageSize: 1,
  });
  const { id, vin, imei } = firstOf(list);
  return { id, vin: vin ?? '', imei: imei ?? '' };
}

/** A page without a map, so that nothing but what is tested takes time. */
async function start(page: Page): Promise<void> {
  await page.goto('/qa');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const search = (page: Page) => page.getByRole('combobox', { name: '搜索' });

test('Ctrl K finds a vehicle by its IMEI; Enter opens it; it is offered again as recent', async ({
  admin: page,
  baseURL,
}) => {
  const vehicle = await someVehicle(baseURL);
  await start(page);
  await page.keyboard.press('Control+k');
  await expect(search(page)).toBeFocused();
  await typeInto(search(page), vehicle.imei);
  const option = page.getByRole('option', { name: vehicle.vin });
  await expect(option).toContainText(vehicle.imei);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  expect(await findings(page, { inside: 'dialog' })).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`id=${vehicle.id}`));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(vehicle.vin);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('option', { name: vehicle.vin })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
});

test('pages are found by the pinyin of their names and by its initials', async ({ admin: page }) => {
  await start(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('变更');
  await page.getByRole('option', { name: '昨天以来的变更' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '变更记录' })).toBeVisible();
  await start(page);
  await page.keyboard.press('Control+k');
  for (const typed of ['clgl', 'cheliang']) {
    await page.keyboard.press('Control+a');
    await page.keyboard.type(typed);
    await expect(page.getByRole('option').first()).toContainText('车辆管理');
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/vehicleManage/);
});

test('a command and the end of a VIN open the dialog of that command for that vehicle', async ({
  admin: page,
  baseURL,
}) => {
  const { vin } = await someVehicle(baseURL);
  await start(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`${await endOf(baseURL ?? '', vin)} unlock`);
  const option = page.getByRole('option', { name: `撤防 ${vin}` });
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await option.click();
  const dialog = page.getByRole('dialog', { name: /撤防/ });
  await expect(dialog).toContainText(vin);
  // Nothing was sent, and the page does not ask again.
  await expect(page).not.toHaveURL(/command=/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('an ICCID leads to its card first, a person’s name to a search that is logged', async ({
  admin: page,
  baseURL,
}) => {
  const { list } = await callAsAdmin(baseURL ?? '', '/veh/crm/simCard/list', { pageSize: 1, query: { installed: 1 } });
  const iccid = firstOf(list).iccid ?? '';
  await start(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(iccid);
  await expect(page.getByRole('option').first()).toContainText(iccid);
  await expect(page.getByRole('group').first()).toHaveAccessibleName('SIM卡');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('欧阳明哲');
  await page.getByRole('option', { name: /按真实姓名查找车主「欧阳明哲」/ }).click();
  await expect(page).toHaveURL(/realName\.eq=/);
});

test('no key is lost and none acts while the search or a form is on its way', async ({ admin: page }) => {
  await page.goto('/equipmentManage/vehicleSeries');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  // Code that is slow to come.
  let deliver = (): void => undefined;
  const delivered = new Promise<void>((resolve) => (deliver = resolve));
  await page.route(/assets\/(SearchResults|FormDialog)-/, async (route) => {
    await delivered;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('nanjing');
  await expect(search(page)).toHaveValue('nanjing');
  await page.keyboard.press('Escape');
  await expect(search(page)).toBeHidden();
  // A form, and what is typed before it is there.
  await page.keyboard.type('nnbrn');
  deliver();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).toHaveURL(/vehicleSeries/);
});

test('arrows choose among pages; Ctrl Enter opens a tab of the browser', async ({ admin: page }) => {
  await start(page);
  await page.getByRole('button', { name: '搜索', exact: true }).click();
  await typeInto(search(page), '电池');
  const options = page.getByRole('option');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Control+Enter')]);
  await expect(opened).toHaveURL(/battery/i);
  await opened.close();
  await expect(page).toHaveURL(/\/qa$/);
});

test('nothing found says so, and how to search', async ({ admin: page }) => {
  await start(page);
  await page.keyboard.press('Control+k');
  await typeInto(search(page), '没有这样的东西');
  await expect(page.getByText('没有找到「没有这样的东西」')).toBeVisible();
});

test('single keys go to pages, filter, and turn tabs; not while typing; the sheet turns them off', async ({
  admin: page,
}) => {
  await start(page);
  // Two keys belong together for a second, which the machine may need between them.
  await expect(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('v');
    await expect(page).toHaveURL(/vehicleManage/, { timeout: 3_000 });
  }).toPass();
  const keyword = page.getByRole('textbox', { name: '关键词' });
  await expect(keyword).toBeVisible();
  await page.keyboard.press('/');
  await expect(keyword).toBeFocused();
  await page.keyboard.type('gb');
  await expect(page).toHaveURL(/vehicleManage/);
  await expect(keyword).toHaveValue('gb');
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: '键盘快捷键' });
  await expect(sheet).toBeVisible();
  expect(await findings(page, { inside: 'dialog' })).toEqual([]);
  await sheet.getByRole('checkbox').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('q');
  await expect(page).toHaveURL(/vehicleManage/);
});

test('a list is kept as a view, found again by its name in the address, and deleted', async ({ admin: page }) => {
  const name = `在线车辆${Date.now() % 100_000}`;
  await page.goto('/equipmentManage/vehicleManage?online.eq=1&sort=createTime.asc');
  await page.getByRole('button', { name: '视图', exact: true }).click();
  await page.getByRole('menuitem', { name: /另存为视图/ }).click();
  await typeInto(page.getByLabel('视图名称'), name);
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url()));
  await pressOn(page.getByLabel('视图名称'), 'Enter');
  await expect(page).toHaveURL(new RegExp(encodeURIComponent(name)));
  await expect(page.getByRole('button', { name: `视图：${name}` })).toBeVisible();
  expect(sent.filter((url) => /[vV]iew\/add$/.test(url))).toHaveLength(1);
  await page.getByRole('button', { name: `视图：${name}` }).click();
  await page.getByRole('menuitemradio', { name: '全部（不使用视图）' }).click();
  await expect(page).not.toHaveURL(/online/);
  await page.getByRole('button', { name: '视图', exact: true }).click();
  await page.getByRole('menuitemradio', { name }).click();
  await expect(page).toHaveURL(/online\.eq=1/);
  await page.reload();
  await page.getByRole('button', { name: `视图：${name}` }).click();
  await page.getByRole('menuitem', { name: `删除「${name}」` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确\s?定/ })
    .click();
  await expect(page.getByRole('button', { name: '视图', exact: true })).toBeVisible();
});

test('the bell lists what waits and leads there', async ({ admin: page }) => {
  await start(page);
  await page.getByRole('button', { name: /^待办提醒/ }).click();
  const panel = page.locator('.sh-popup');
  await expect(panel).toBeVisible();
  expect(await findings(page, { inside: '.sh-popup' })).toEqual([]);
  await expect(panel.getByRole('checkbox')).not.toBeChecked();
});

test('every row that matches can be chosen for a bulk action; of too many the first ones', async ({
  admin: page,
  baseURL,
}) => {
  const { total } = await callAsAdmin(baseURL ?? '', '/user/crm/appUser/list', { pageSize: 1 });
  await page.goto('/guideUseManage/appuserManager?pageSize=10');
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  const bar = page.getByRole('toolbar');
  await expect(bar).toContainText('已选10条');
  await bar.getByRole('button', { name: total > 200 ? /^选择前200条/ : /^选择全部/ }).click();
  await expect(bar).toContainText(`已选${Math.min(total, 200)}条`);
  if (total > 200) await expect(bar).toContainText('其余请分批处理');
});

test('on paper there is the page alone, and who printed it', async ({ admin: page }) => {
  await page.goto('/equipmentManage/batteryManage');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.sh-sidebar')).toBeHidden();
  await expect(page.locator('.sh-search-button')).toBeHidden();
  await expect(page.locator('.eu-filter-grid')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(page.locator('.sh-print-note')).toContainText(/打印：.+ \d{4}-\d\d-\d\d/);
});

test('who has the operators’ page reads the errors of everybody’s consoles', async ({ admin: page, baseURL }) => {
  const message = `e2e error ${Date.now()}`;
  const report = { message, stack: `Error: ${message}\n  at x`, url: '/qa', appVersion: '0' };
  await callAsAdmin(baseURL ?? '', '/system/crm/errorLog/report', report);
  await start(page);
  await page.getByRole('button', { name: '错误日志' }).click();
  await page.getByRole('tab', { name: '所有用户上报' }).click();
  await expect(page.getByText(/^e2e error \d+$/).first()).toBeVisible();
});

test('shortcuts of the dashboard are kept with the account', async ({ admin: page, baseURL }) => {
  const kept = async () => {
    const layouts = await callAsAdmin(baseURL ?? '', '/system/crm/dashboardLayout/list');
    return layouts.list[0]?.items?.length;
  };
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '编辑快捷入口' }).click();
  const order = page.locator('.db-order li');
  await expect(order.first()).toBeVisible();
  const before = await order.count();
  await order.first().getByRole('button', { name: /^移除/ }).click();
  await expect(order).toHaveCount(before - 1);
  await expect.poll(kept).toBe(before - 1);
});

test('what can be done to the record of the page is found by its name', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/data/crm/dealer/list', { page: 1, pageSize: 50, query: { status: 1 } });
  const free = await doable(server, '/data/crm/dealer', list, 'terminate');
  const { id, name = '' } = firstOf(list.filter((dealer) => !free.includes(dealer)));
  await page.goto(`/guideUseManage/dealerManageDetail?id=${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.keyboard.press('Control+k');
  await typeInto(search(page), '终止');
  const refused = page.getByRole('option', { name: `终止 ${name}` });
  await expect(refused).toHaveAttribute('aria-disabled', 'true');
  await expect(refused).toContainText(/请先|未完成/);
  await page.keyboard.press('Enter');
  await expect(search(page), 'it does nothing').toBeFocused();
  // What is possible opens the dialog of its button.
  await typeInto(search(page), '暂停');
  await expect(page.getByRole('option', { name: `暂停 ${name}` })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(search(page)).toBeHidden();
  await expect(page.getByRole('dialog')).toContainText(name);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Elsewhere nothing of it is offered.
  await page.getByRole('link', { name: '使用问答' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '使用问答' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await typeInto(search(page), '暂停');
  await expect(page.getByRole('option', { name: `暂停 ${name}` })).toHaveCount(0);
});
