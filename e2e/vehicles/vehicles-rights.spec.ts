import { callAsAdmin, expect, test } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

const list = '/equipmentManage/vehicleManage';

test('a dealer account sees its own vehicles only, and only the functions it was given', async ({
  admin,
  openAs,
  server,
}) => {
  const page = await openAs('dealer.pudong');
  await page.goto(list);
  const total = page.getByText(/^共[\d,]+条$/);
  await expect(total).toBeVisible();
  const own = Number((await total.textContent())?.replace(/\D/g, ''));
  const { list: dealers } = await callAsAdmin(server, '/data/crm/dealer/list', {
    page: 1,
    pageSize: 1,
    query: { dealerCode: 'D000123' },
  });
  await admin.goto(`${list}?dealerId.eq=${dealers[0]?.id}`);
  await expect(admin.getByText(`共${own.toLocaleString('en-US')}条`, { exact: true })).toBeVisible();
  expect(own).toBeGreaterThan(0);
  for (const name of ['新增', '导入']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  const { list: foreign } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 50,
    orderBy: 'createTime asc',
    query: {},
  });
  const other = foreign.find(({ dealerId }) => dealerId !== dealers[0]?.id);
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${other?.id}`);
  await expect(page.getByText('数据不在您的管理范围内')).toBeVisible();
});

test('a phone is masked, revealed with a reason, and the reason is kept', async ({ openAs }) => {
  const page = await openAs('zhang.wei');
  await page.goto(`${list}?bindStatus.eq=1&pageSize=10`);
  const row = page.getByRole('row').filter({ hasText: '****' }).first();
  const phone = row.getByText(/^1\d\d\*{4}\d{4}$/);
  const masked = (await phone.textContent()) ?? '';
  await row.getByRole('button', { name: '查看', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '查看完整信息' });
  await expect(dialog.getByRole('button', { name: '确定' })).toBeDisabled();
  await typeInto(dialog.getByRole('textbox', { name: '原因' }), '客户来电核实');
  const request = page.waitForRequest('**/privacy/reveal');
  await dialog.getByRole('button', { name: '确定' }).click();
  expect((await request).postDataJSON()).toMatchObject({ field: 'ownerMobile', reason: '客户来电核实' });
  const clear = page.getByText(new RegExp(`^${masked.slice(0, 3)}\\d{4}${masked.slice(-4)}$`)).first();
  await expect(clear).toBeVisible();
  await page.getByRole('button', { name: '隐藏', exact: true }).click();
  await expect(clear).toBeHidden();
});

test('without the right there is nothing to reveal', async ({ openAs }) => {
  const page = await openAs('ota.chen');
  await page.goto(`${list}?bindStatus.eq=1&pageSize=10`);
  await expect(page.getByText(/^1\d\d\*{4}\d{4}$/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: '查看', exact: true })).toHaveCount(0);
});
