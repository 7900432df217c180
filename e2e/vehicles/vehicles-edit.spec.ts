import type { Locator, Page } from '@playwright/test';
import { addVehicle } from '../fleet.ts';
import { callAsAdmin, expect, test } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

const list = '/equipmentManage/vehicleManage';
const rowOf = (page: Page, vin: string): Locator => page.getByRole('row').filter({ hasText: vin });

async function openRow(page: Page, vin: string): Promise<Locator> {
  await page.goto(`${list}?keyword=${vin}`);
  await expect(rowOf(page, vin)).toBeVisible();
  return rowOf(page, vin);
}

async function rowMenu(page: Page, vin: string, item: string): Promise<Locator> {
  await page.getByRole('button', { name: `「${vin}」的更多操作` }).click();
  return page.getByRole('menuitem', { name: item, exact: true });
}

test('a form with changes does not close without a question', async ({ admin: page }) => {
  await page.goto(list);
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增车辆' });
  await typeInto(form.getByRole('textbox', { name: '备注' }), 'half done');
  await form.getByRole('button', { name: '取消' }).click();
  const question = page.getByRole('dialog', { name: '内容未保存，确定离开吗？' });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(form.getByRole('textbox', { name: '备注' })).toHaveValue('half done');
  await form.getByRole('button', { name: '取消' }).click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect(form).toBeHidden();
});

test('a vehicle that was activated says why it cannot be deleted', async ({ admin: page, server }) => {
  const { list: activated } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 1,
    query: { activationStatus: 1, 'vin.like': 'LZX' },
  });
  const vin = activated[0]?.vin ?? '';
  await openRow(page, vin);
  const entry = await rowMenu(page, vin, '删除');
  await expect(entry).toContainText('已激活或已上报数据的车辆不能删除，请停运');
  await expect(entry).toHaveAttribute('aria-disabled', 'true');
});

test('stopping asks for a reason; resuming brings the vehicle back; both are in the history', async ({
  admin: page,
  server,
}) => {
  const { id, vin } = await addVehicle(server);
  const row = await openRow(page, vin);
  await (await rowMenu(page, vin, '停运')).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '停运后车主将无法远程控车' });
  await dialog.getByRole('button', { name: '停运' }).click();
  await expect(dialog.getByText('请填写停运原因')).toBeVisible();
  await dialog.getByRole('combobox', { name: '停运原因' }).click();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: '停运' }).click();
  await expect(row.getByRole('cell', { name: '停运', exact: true })).toBeVisible();
  await (await rowMenu(page, vin, '恢复营运')).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(row.getByRole('cell', { name: '营运', exact: true })).toBeVisible();
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${id}&tab=history`);
  await expect(page.getByRole('tabpanel').getByText('系统管理员').first()).toBeVisible();
  await expect(page.getByRole('tabpanel').getByText('停运').first()).toBeVisible();
});
