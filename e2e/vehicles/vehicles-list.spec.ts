import type { Locator, Page } from '@playwright/test';
import { addVehicle, countVehicles } from '../fleet.ts';
import { callAsAdmin, expect, test } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';

const list = '/equipmentManage/vehicleManage';
const rows = (page: Page): Locator =>
  page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const total = (page: Page, n: number): Locator => page.getByText(`共${n.toLocaleString('en-US')}条`, { exact: true });

test('filters narrow the list, live in the address, and survive F5, Back and a change of tabs', async ({
  admin: page,
  server,
}) => {
  await page.goto(list);
  await expect(total(page, await countVehicles(server))).toBeVisible();
  await page.getByRole('button', { name: '更多筛选' }).click();
  await choose(page.getByRole('combobox', { name: '营运状态', exact: true }), /^停运$/);
  await expect(page).toHaveURL(/operationStatus\.eq=1/);
  const stopped = total(page, await countVehicles(server, { operationStatus: 1 }));
  await expect(stopped).toBeVisible();
  await page.reload();
  await expect(stopped).toBeVisible();
  await rows(page).first().getByRole('link', { name: '详情' }).click();
  await expect(page).toHaveURL(/vehicleManageDetail\?id=/);
  await page.goBack();
  await expect(page).toHaveURL(/operationStatus\.eq=1/);
  await expect(stopped).toBeVisible();
  await page.getByRole('link', { name: '电池管理' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('电池管理');
  await page.getByRole('navigation', { name: '标签页' }).getByRole('link', { name: '车辆管理' }).click();
  await expect(page).toHaveURL(/operationStatus\.eq=1/);
  await expect(stopped).toBeVisible();
  await page.getByRole('button', { name: '重置' }).click();
  await expect(page).toHaveURL(list);
});

test('the keyword finds a vehicle by VIN, by its last characters, IMEI and control unit', async ({
  admin: page,
  server,
}) => {
  const { vin, imei, ecuSn } = await addVehicle(server);
  await page.goto(list);
  for (const keyword of [vin, vin.slice(-6), imei, ecuSn, ` ${vin.toLowerCase()} `]) {
    await typeInto(page.getByRole('textbox', { name: '关键词' }), keyword);
    await page.keyboard.press('Enter');
    await expect(rows(page).filter({ hasText: vin })).toHaveCount(1);
    await expect(page).toHaveURL(new RegExp(`keyword=${keyword.trim()}`));
  }
  await typeInto(page.getByRole('textbox', { name: '关键词' }), 'nothing is called so');
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有符合条件的数据，试试放宽筛选。')).toBeVisible();
});

test('sorting, paging and page size live in the address', async ({ admin: page, server }) => {
  const { list: oldest } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 50,
    orderBy: 'createTime asc',
    query: {},
  });
  await page.goto(`${list}?pageSize=10`);
  await page.getByRole('button', { name: '创建时间' }).click();
  await expect(page.getByRole('columnheader', { name: '创建时间' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=createTime\.asc/);
  await expect(rows(page).first()).toContainText(oldest[0]?.imei ?? '');
  await page.getByRole('button', { name: '第2页', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).first()).toContainText(oldest[10]?.imei ?? '');
  await page.getByRole('combobox', { name: '每页条数' }).selectOption('50');
  await expect(page).toHaveURL(/pageSize=50/);
  await expect(rows(page)).toHaveCount(50);
  await page.goBack();
  await expect(rows(page)).toHaveCount(10);
});

test('columns are hidden and ordered, and stay so', async ({ admin: page }) => {
  await page.goto(list);
  await expect(page.getByRole('columnheader', { name: '颜色' })).toBeVisible();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '颜色' }).uncheck();
  await page.getByRole('button', { name: '上移 车型' }).click();
  await expect(page.getByRole('columnheader', { name: '颜色' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('columnheader').nth(1)).toHaveText('车型');
  await expect(page.getByRole('columnheader', { name: '颜色' })).toHaveCount(0);
});

test('rows chosen on several pages are handled together', async ({ admin: page }) => {
  await page.goto(`${list}?pageSize=10`);
  await rows(page).nth(0).getByRole('checkbox').check();
  await page.getByRole('button', { name: '第2页', exact: true }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(rows(page).nth(0).getByRole('checkbox')).not.toBeChecked();
  await page.getByRole('checkbox', { name: '选择本页' }).check();
  const bar = page.getByRole('toolbar', { name: '已选11条' });
  await expect(bar.getByRole('button', { name: '停运' })).toBeEnabled();
  await bar.getByRole('button', { name: '取消选择' }).click();
  await expect(bar).toBeHidden();
});
