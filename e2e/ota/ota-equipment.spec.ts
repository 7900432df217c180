import { callAsAdmin, expect, expectMessage, firstOf, test } from '../fixtures.ts';
import { openDetailTab } from '../detail-tabs.ts';
import { pressOn, typeInto } from '../hands.ts';

const page0 = '/versionManage/ota/equipmentManage';

/** A central control of a vehicle that is away: the simulated ones are updated while one looks. */
async function partAway(server: string, query: Readonly<Record<string, unknown>> = {}) {
  const { list } = await callAsAdmin(server, '/ps/crm/otaEquipment/list', {
    query: { ...query, deviceType: 1 },
    pageSize: 200,
  });
  return firstOf(list.filter((row) => row.online === 0 && row.vin !== null && row.softwareVersion !== null));
}

test('parts are found by what could be installed on them, and say where their versions came from', async ({
  admin: page,
  server,
}) => {
  const { vin, softwareVersion, targetVersion } = await partAway(server, { upgradable: 1 });
  await page.goto(`${page0}?upgradable=1&vin.like=${String(vin)}`);
  const row = page.getByRole('row').filter({ hasText: '中控' }).first();
  await expect(row).toContainText(String(targetVersion));
  await row.getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: String(vin) });
  await drawer.getByRole('tab', { name: '版本历史' }).click();
  await expect(
    drawer
      .getByRole('row')
      .filter({ hasText: String(softwareVersion) })
      .first(),
  ).toBeVisible();
  await expect(drawer.getByRole('columnheader', { name: '来源' })).toBeVisible();
  await expect(drawer.getByText(/出厂|OTA升级|维修更换/).first()).toBeVisible();
});

test('a version is asked for, or all others', async ({ admin: page, server }) => {
  const { vin, softwareVersion } = await partAway(server);
  await page.goto(`${page0}?deviceType=1&vin.like=${String(vin)}`);
  const rows = page.getByRole('row').filter({ hasText: String(vin) });
  await expect(rows).toHaveCount(1);
  const more = page.getByRole('button', { name: '更多筛选' });
  if (await more.isVisible()) await more.click();
  await page.getByRole('button', { name: '软件版本: 不等于' }).click();
  const box = page.getByRole('textbox', { name: '软件版本' });
  await typeInto(box, String(softwareVersion));
  await pressOn(box, 'Enter');
  await expect(page).toHaveURL(/softwareVersion\.ne=/);
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: '软件版本: 不等于' }).click();
  await expect(page).toHaveURL(/softwareVersion\.eq=/);
  await expect(rows).toHaveCount(1);
});

test('parts join a test group together and leave it again', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/ps/crm/otaEquipment/list', {
    query: { deviceType: 4 },
    orderBy: 'id asc',
    pageSize: 1,
  });
  const { id, vin } = firstOf(list);
  const group = async () => (await callAsAdmin(server, '/ps/crm/otaEquipment/detail', { id }))['testGroup'];
  await page.goto(`${page0}?deviceType=4&vin.like=${String(vin)}`);
  await page
    .getByRole('row')
    .filter({ hasText: String(vin) })
    .getByRole('checkbox')
    .check();
  const change = async (name: string | undefined) => {
    await page.getByRole('button', { name: '加入/移出测试组' }).first().click();
    const dialog = page.getByRole('dialog').filter({ visible: true });
    if (name !== undefined) {
      await dialog.getByRole('combobox').click();
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: name }).click();
    }
    await dialog.getByRole('button', { name: '加入/移出测试组' }).click();
    await expectMessage(page, '操作成功');
  };
  await change('质量测试');
  await expect.poll(group).toBe('B');
  await page
    .getByRole('row')
    .filter({ hasText: String(vin) })
    .getByRole('checkbox')
    .check();
  await change(undefined);
  await expect.poll(group).toBe(null);
});

test('the parts of a vehicle are a tab of its page; an offline one is not checked', async ({ admin: page, server }) => {
  const offline = firstOf((await callAsAdmin(server, '/veh/crm/vehicle/list', { query: { online: 0 } })).list);
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${offline.id}`);
  await openDetailTab(page, '部件OTA');
  const row = page.getByRole('row').filter({ hasText: '中控' }).first();
  await row.getByRole('button', { name: /更多操作/ }).click();
  await expect(page.getByRole('menuitem', { name: '加入/移出测试组' })).toBeVisible();
  await page.getByRole('menuitem', { name: '立即检查' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toContainText('全部部件的版本');
  await dialog.getByRole('button', { name: /确\s?定/ }).click();
  await expect(page.getByText(/离线/).last()).toBeVisible();
});
