import type { Locator, Page } from '@playwright/test';
import { findings } from '../axe.ts';
import { openDetailTab } from '../detail-tabs.ts';
import { callAnyAsAdmin, callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { addVehicle } from '../fleet.ts';

const head = (page: Page): Locator => page.getByRole('region', { name: '概况' }).filter({ visible: true });
const actions = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });
const vehiclePage = (id: string): string => `/equipmentManage/vehicleManageDetail?id=${id}`;

interface Row {
  readonly id: string;
  readonly vin: string | null;
  readonly vehicleId: string;
}
const rowsOf = async (server: string, base: string, query: object): Promise<readonly Row[]> =>
  (await callAnyAsAdmin<{ list: Row[] }>(server, `${base}/list`, { pageSize: 50, query })).list;

test('a vehicle that is offline says since when and why, how old its values are, and what is open about it', async ({
  admin: page,
  server,
}) => {
  const alarm = firstOf(await rowsOf(server, '/veh/crm/alarm', { 'handleStatus.in': ['0', '1'] }));
  await page.goto(vehiclePage(alarm.vehicleId));
  await expect(head(page).getByRole('definition').first()).toContainText(/在线|离线/);
  await expect(head(page)).toContainText(/市|没有定位/);
  // The number leads to exactly the records that it counts.
  const { total } = await callAnyAsAdmin<{ total: number }>(server, '/veh/crm/alarm/list', {
    query: { 'vehicleId.eq': alarm.vehicleId, 'handleStatus.in': ['0', '1'] },
  });
  const count = head(page).getByRole('link', { name: `${total} 查看` });
  await count.click();
  await expect(page).toHaveURL(/alarmManage\?vehicleId\.eq=\d+&handleStatus\.in=0%2C1/);
  await expect(page.getByText(`共${total}条`)).toBeVisible();
  await expect(page.getByRole('list', { name: '已设置的筛选' })).toContainText('车辆');

  const offline = firstOf(
    (await callAsAdmin(server, '/veh/crm/vehicle/list', { query: { online: 0, 'soc.ge': 1 } })).list,
  );
  await page.goto(vehiclePage(offline.id));
  await expect(head(page).getByRole('definition').first()).toContainText(/离线.*起，/);
  await expect(head(page).getByRole('timer')).toContainText(/均为离线前的数值，\d+.+前上报/);
});

test('ways that cannot be taken are in view and say why, to the pointer and to the keyboard', async ({
  admin: page,
  server,
}) => {
  const { id } = await addVehicle(server);
  await page.goto(vehiclePage(id));
  await expect(head(page)).toContainText('从未上报');
  const trace = actions(page).getByRole('button', { name: '轨迹' });
  await expect(trace).toHaveAttribute('aria-disabled', 'true');
  await expect(trace).toHaveAccessibleDescription('车辆从未上报，没有轨迹');
  const reason = page.getByRole('tooltip', { name: '车辆从未上报，没有轨迹' });
  await expect(reason).toBeHidden();
  await trace.hover();
  await expect(reason).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(reason).toBeHidden();
  await actions(page).getByRole('link', { name: '远控' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '远程控制' })).toBeVisible();
  await page.goBack();
  // By Tab from the way before it.
  await expect(trace).toBeVisible();
  for (let n = 0; n < 60 && !(await trace.evaluate((element) => element === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await expect(trace).toBeFocused();
  await expect(reason).toBeVisible();
  expect(await findings(page)).toEqual([]);
});

test('six tabs are in view, the others in a menu that keys open; an address opens any of them', async ({
  admin: page,
  server,
}) => {
  const { id } = firstOf((await callAsAdmin(server, '/veh/crm/vehicle/list', { query: { online: 1 } })).list);
  await page.goto(vehiclePage(id));
  const tabs = page.getByRole('tablist').getByRole('tab');
  await expect(tabs).toHaveCount(6);
  await expect(tabs.first()).toHaveText('实时状态');
  const more = page.getByRole('button', { name: '更多页签' });
  // From the last tab one Tab on.
  await tabs.first().click();
  for (let n = 0; n < 8 && !(await more.evaluate((element) => element === document.activeElement)); n++)
    await page.keyboard.press('Tab');
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  const entries = page.getByRole('menuitemradio');
  await expect(entries.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(entries.last()).toBeFocused();
  await expect(entries.last()).toHaveText('修改记录');
  await page.keyboard.press('Enter');
  const history = page.getByRole('tab', { name: '修改记录' });
  await expect(history).toHaveAttribute('aria-selected', 'true');
  await expect(history).toBeFocused();
  await expect(page).toHaveURL(/tab=history/);
  await expect(tabs).toHaveCount(7);
  await page.goto(`${vehiclePage(id)}&tab=sim`);
  await expect(page.getByRole('tab', { name: 'SIM卡' })).toHaveAttribute('aria-selected', 'true');
  await openDetailTab(page, '绑定日志');
  await expect(page.getByRole('tab', { name: 'SIM卡' })).toHaveCount(0);
  expect(await findings(page)).toEqual([]);
});

test('a battery and a card show the vehicle that they are in; out of a vehicle they say so', async ({
  admin: page,
  server,
}) => {
  const battery = firstOf(await rowsOf(server, '/veh/crm/battery', { batterySn: '08QPB1LZX25B2000000123AB' }));
  await page.goto(`/equipmentManage/batteryDetail?id=${battery.id}`);
  await expect(head(page)).toContainText(/车辆状态(在线|离线)/);
  await expect(head(page).getByRole('timer')).toContainText('电池数据');
  await expect(actions(page).getByRole('link', { name: '远控' })).toBeVisible();
  const card = firstOf(await rowsOf(server, '/veh/crm/simCard', { installed: 1 }));
  await page.goto(`/simManage/simDetail?id=${card.id}`);
  await expect(head(page)).toContainText(/车辆状态(在线|离线)/);
  await expect(head(page).getByRole('timer')).toContainText('卡状态');
  const spare = firstOf(await rowsOf(server, '/veh/crm/simCard', { installed: 0 }));
  await page.goto(`/simManage/simDetail?id=${spare.id}`);
  await expect(head(page)).toContainText('未装车');
  await expect(actions(page).getByRole('button', { name: '远控' })).toHaveAccessibleDescription('未装车');
});
