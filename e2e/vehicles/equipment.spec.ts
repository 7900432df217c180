import type { Page } from '@playwright/test';
import { callAsAdmin, expect, expectMessage, firstOf, test } from '../fixtures.ts';
import { openDetailTab } from '../detail-tabs.ts';
import { choose, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

const dialog = (page: Page) => page.getByRole('dialog');

test('a battery shows its cells, its curve and when it was charged', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/battery/list', {
    page: 1,
    pageSize: 1,
    query: { batterySn: '08QPB1LZX25B2000000123AB' },
  });
  const [battery] = list;
  await page.goto(`/equipmentManage/batteryDetail?id=${battery?.id}`);
  await expect(page.getByRole('heading', { name: '单体电压' })).toBeVisible();
  await expect(page.getByRole('figure', { name: '单体电压' })).toContainText(/压差\d+ mV/);
  await page.getByRole('tab', { name: '曲线' }).click();
  await page.getByRole('button', { name: '30天' }).click();
  await expect(page.getByRole('figure')).toBeVisible();
  await page.getByRole('tab', { name: '充电记录' }).click();
  await expect(page.getByRole('columnheader', { name: '充入(Wh)' })).toBeVisible();
});

test('the history of batteries opens what a battery measured in a vehicle', async ({ admin: page }) => {
  await page.goto('/equipmentManage/batteryHistory');
  await page
    .getByRole('button', { name: /的数据快照$/ })
    .first()
    .click();
  await expect(dialog(page).getByText(/数据快照 ·/)).toBeVisible();
});

test('virtual vehicles are generated as a batch', async ({ admin: page }) => {
  await page.goto('/virtualVehicleManagement/virtualVehicle');
  await page.getByRole('button', { name: '批量生成' }).click();
  await choose(dialog(page).getByRole('combobox', { name: '车型' }), /^逐风 E3$/);
  await choose(dialog(page).getByRole('combobox', { name: '颜色' }), /^曜石黑$/);
  await typeInto(dialog(page).getByRole('spinbutton', { name: '数量' }), '2');
  await walkStops(dialog(page));
  await dialog(page).getByRole('button', { name: '批量生成' }).click();
  await expectMessage(page, '已生成2台，批次号VB');
});

test('SAP: found, compared, and said to be a sandbox; the vehicle’s page compares too', async ({
  admin: page,
  server,
}) => {
  await page.goto('/equipmentManage/SAPvehicleSearch');
  await expect(page.getByText('沙箱')).toBeVisible();
  await typeInto(page.getByRole('textbox', { name: '车架号(VIN)' }), 'LZXE3C1A9SA000123');
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await expect(page.getByRole('row', { name: /LZXE3C1A9SA000123/ })).toBeVisible();
  await page.getByRole('button', { name: '差异对比' }).first().click();
  await expect(dialog(page).getByRole('columnheader', { name: 'SAP值' }).first()).toBeVisible();
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', { query: { vin: 'LZXE3C1A9SA000123' } });
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${firstOf(list).id}`);
  await openDetailTab(page, 'SAP');
  const compared = page.getByRole('tabpanel').filter({ visible: true });
  await expect(compared.getByRole('row', { name: /IMEI/ })).toContainText(/\d{15}/);
  await expect(compared.getByRole('columnheader', { name: 'SAP值', exact: true })).toBeVisible();
});

test('a sound is a wave that plays', async ({ admin: page }) => {
  await page.goto('/equipmentManage/soundEffect');
  await page.getByRole('button', { name: '播放「晨曦启动」' }).click();
  await expect(
    page.getByRole('button', { name: '停止' }).or(page.getByRole('button', { name: '播放「晨曦启动」' })),
  ).toBeVisible();
});

test('applications to unbind are counted by state, and the chosen state is a filter in the address', async ({
  admin: page,
}) => {
  await page.goto('/equipmentManage/unbindManage');
  const counters = page.getByRole('group', { name: '按状态' });
  const pending = counters.getByRole('button', { name: /^待审核/ });
  await expect(counters.getByRole('button', { name: /^全部/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(pending).toContainText(/\d/);
  const number = Number(/\d+/.exec(await pending.innerText())?.[0]);
  await pending.click();
  await expect(page).toHaveURL(/status\.eq=0/);
  await expect(page.locator('.eu-total')).toContainText(`共${number}条`);
  await page.reload();
  await expect(pending).toHaveAttribute('aria-pressed', 'true');
  await pending.click();
  await expect(page).not.toHaveURL(/status/);
});
