import { callAsAdmin, expect, expectMessage, test } from '../fixtures.ts';
import { callAsOwner } from '../owner.ts';
import { typeInto } from '../hands.ts';

/** D:AppUserStatus. */
const normal = 1;

/** A vehicle of the demo that nobody rides, with its owner, whose account is in order. */
async function owned(server: string, at: number): Promise<{ id: string; vin: string; ownerId: string }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    pageSize: 100,
    orderBy: 'id asc',
    query: { bindStatus: 1, 'vin.like': 'LZX', operationStatus: 0, online: 0 },
  });
  for (const { id, vin, ownerUserId } of list.slice(at)) {
    const { status } = await callAsAdmin(server, '/user/crm/appUser/detail', { id: String(ownerUserId) });
    if (Number(status) === normal) return { id, vin: String(vin), ownerId: String(ownerUserId) };
  }
  throw new Error('no owner whose account is in order');
}

test('what a phone reports is seen beside the vehicle, as a plot and one by one', async ({ admin: page, server }) => {
  const { vin, ownerId } = await owned(server, 41);
  const report = (result: number, ms: number) =>
    callAsOwner(server, ownerId, 'POST /app/v1/vehicle/bleLog', {
      vin,
      result,
      rssi: -64,
      ms,
      phoneModel: 'Pixel 12',
      clientOs: 1,
    });
  await report(2, 3100);
  await report(0, 812);
  await page.goto(`/blueToothInfo?vin.like=${vin}`);
  await page.getByRole('row').filter({ hasText: vin }).getByRole('button', { name: '详情', exact: true }).click();
  const drawer = page.locator('.ant-drawer').filter({ hasText: vin });
  await expect(drawer).toContainText('最近连接');
  await drawer.getByRole('tab', { name: '连接日志' }).click();
  await expect(drawer.getByText(/成功率\d+%/)).toBeVisible();
  await expect(drawer.locator('canvas').first()).toBeVisible();
  const rows = drawer.getByRole('row').filter({ hasText: 'Pixel 12' });
  await expect(rows.filter({ hasText: '鉴权失败' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: '成功' }).first()).toBeVisible();
  await drawer.getByRole('button', { name: '近7天', exact: true }).click();
  await expect(drawer.getByText(/成功率\d+%/)).toBeVisible();
});

test('keys are reset after a question, with a reason', async ({ admin: page, server }) => {
  const { id, vin } = await owned(server, 60);
  const before = await callAsAdmin(server, '/veh/crm/bluetoothInfo/detail', { id });
  await page.goto(`/blueToothInfo?vin.like=${vin}`);
  const row = page.getByRole('row').filter({ hasText: vin });
  await row.getByRole('button', { name: /更多操作/ }).click();
  await page.getByRole('menuitem', { name: '重置密钥' }).click();
  const dialog = page.getByRole('dialog').filter({ visible: true });
  await expect(dialog).toContainText('车主需重新配对，确定吗？');
  await typeInto(dialog.getByRole('textbox', { name: '原因' }), '手机遗失，重新发放');
  await dialog.getByRole('button', { name: '重置密钥' }).click();
  await expectMessage(page, '操作成功');
  await expect
    .poll(async () => (await callAsAdmin(server, '/veh/crm/bluetoothInfo/detail', { id })).keyVersion)
    .toBe(Number(before.keyVersion) + 1);
});
