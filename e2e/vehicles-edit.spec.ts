import type { Locator, Page } from '@playwright/test';
import { addVehicle, model, newIdentifiers } from './fleet.ts';
import { callAsAdmin, expect, test, toast } from './fixtures.ts';

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

test('adding a vehicle: errors stand under their fields, then it is saved', async ({ admin: page }) => {
  const { vin, imei, ecuSn } = newIdentifiers();
  await page.goto(list);
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增车辆' });
  const save = form.getByRole('button', { name: '保存' });
  await save.click();
  for (const name of ['车型', '颜色', 'IMEI', '中控序列号', '生产日期'])
    await expect(form.getByText(`请填写${name}`)).toBeVisible();
  const wrong = vin.slice(0, 8) + (vin[8] === '7' ? '8' : '7') + vin.slice(9);
  await form.getByRole('textbox', { name: '车架号' }).fill(wrong);
  await form.getByRole('textbox', { name: 'IMEI' }).fill('123456789012345');
  await save.click();
  await expect(form.getByText(`VIN校验位错误，应为${vin[8]}`)).toBeVisible();
  await expect(form.getByText('IMEI校验失败')).toBeVisible();
  await form.getByRole('textbox', { name: '车架号' }).fill(vin.toLowerCase());
  await form.getByRole('textbox', { name: 'IMEI' }).fill(imei);
  await form.getByRole('textbox', { name: '中控序列号' }).fill(ecuSn);
  await form.getByRole('combobox', { name: '车型' }).fill(model.name);
  await page.getByTitle(model.name, { exact: true }).filter({ visible: true }).click();
  await form.getByRole('combobox', { name: '颜色' }).click();
  await page.getByTitle('曜石黑', { exact: true }).filter({ visible: true }).click();
  await form.getByRole('textbox', { name: '生产日期' }).fill('2026-02-03');
  await page.keyboard.press('Tab');
  await save.click();
  await expect(toast(page, '操作成功')).toBeVisible();
  await expect(form).toBeHidden();
  await expect(await openRow(page, vin)).toContainText('未激活');
});

test('a form with changes does not close without a question', async ({ admin: page }) => {
  await page.goto(list);
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增车辆' });
  await form.getByRole('textbox', { name: '备注' }).fill('half done');
  await form.getByRole('button', { name: '取消' }).click();
  const question = page.getByRole('dialog', { name: '内容未保存，确定离开吗？' });
  await question.getByRole('button', { name: '取消' }).click();
  await expect(form.getByRole('textbox', { name: '备注' })).toHaveValue('half done');
  await form.getByRole('button', { name: '取消' }).click();
  await question.getByRole('button', { name: '离开' }).click();
  await expect(form).toBeHidden();
});

test('an edit over a newer revision shows both values and saves the chosen one', async ({ admin: page, server }) => {
  const { id, rev, vin } = await addVehicle(server);
  await (await openRow(page, vin)).getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑车辆' });
  await form.getByRole('textbox', { name: '备注' }).fill('mine');
  await callAsAdmin(server, '/veh/crm/vehicle/update', { id, rev, remark: 'theirs', plateNo: '沪A12345' });
  await form.getByRole('button', { name: '保存' }).click();
  const conflict = page.getByRole('dialog', { name: '数据已被他人修改' });
  await expect(conflict.getByRole('row', { name: '备注' })).toContainText('theirs');
  await conflict.getByRole('radio', { name: 'mine' }).check();
  await conflict.getByRole('button', { name: '按选择保存' }).click();
  await expect(toast(page, '操作成功')).toBeVisible();
  const saved = await callAsAdmin<{ remark: string; plateNo: string }>(server, '/veh/crm/vehicle/detail', { id });
  expect(saved).toMatchObject({ remark: 'mine', plateNo: '沪A12345' });
});

test('deleting asks first; a vehicle that was activated says why it cannot go', async ({ admin: page, server }) => {
  const { id, vin } = await addVehicle(server);
  await openRow(page, vin);
  await (await rowMenu(page, vin, '删除')).click();
  const question = page.getByRole('dialog').filter({ hasText: '确定删除选中的1条数据吗？删除后不可恢复。' });
  await question.getByRole('button', { name: '确定' }).click();
  await expect(rowOf(page, vin)).toHaveCount(0);
  await expect(callAsAdmin(server, '/veh/crm/vehicle/detail', { id })).rejects.toThrow('1002');
  const { list: activated } = await callAsAdmin<{ list: { vin: string }[] }>(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 1,
    query: { activationStatus: 1, 'vin.like': 'LZX' },
  });
  const other = activated[0]?.vin ?? '';
  await openRow(page, other);
  await (await rowMenu(page, other, '删除')).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('已激活或已上报数据的车辆不能删除，请停运')).toBeVisible();
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
