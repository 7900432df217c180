import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { act, choose, typeInto } from '../hands.ts';
import { callAsOwner } from '../owner.ts';

const { paid } = machines['SM-BlindOrder'].states;
const { partlyRefunded } = machines['SM-Refund'].states;
const rowOf = (page: Page, text: string): Locator => page.locator('.eu-table tbody tr').filter({ hasText: text });
const dialog = (page: Page): Locator => page.getByRole('dialog');

const orderOf = async (server: string, orderNo: string) =>
  firstOf((await callAsAdmin(server, '/order/crm/blindBoxOrder/list', { query: { orderNo } })).list);

/** Three boxes that an owner orders; the sandbox of WeChat Pay has them paid after two seconds. The first is opened. */
async function bought(server: string): Promise<string> {
  const { list: users } = await callAsAdmin(server, '/user/crm/appUser/list', { query: { status: 1 } });
  const { list: sold } = await callAsAdmin(server, '/order/crm/blindBoxOrder/list', {});
  const { activityId } = await callAsAdmin(server, '/order/crm/blindBoxOrder/detail', { id: firstOf(sold).id });
  const userId = firstOf(users).id;
  const { orderNo } = await callAsOwner(server, userId, 'POST /app/v1/blindbox/order', {
    activityId,
    count: 3,
    ageConfirmed: 1,
    guardianConsent: 1,
    requestId: `e2e-${unique()}`,
  });
  await expect.poll(async () => (await orderOf(server, orderNo)).orderStatus).toBe(paid);
  await callAsOwner(server, userId, 'POST /app/v1/blindbox/open', { orderNo, boxNo: 1 });
  return orderNo;
}

test('boxes that were not opened are paid back by two people, and the record shows what an opened one held', async ({
  admin,
  openAs,
  server,
}) => {
  const orderNo = await bought(server);
  const page = await openAs('finance.xu');
  await page.goto(`/orderManage/blindoOder?orderNo=${orderNo}`);
  const row = rowOf(page, orderNo);
  await expect(row).toContainText('部分');
  await expect(row.locator('.eu-thumb img')).toHaveCount(1);
  await expect(page.locator('dl').filter({ hasText: '净额' })).toContainText(/订单数\s*1/);
  await act(page, row, '申请退款');
  // Begins with what is not opened; one of the two is enough.
  await expect(dialog(page).getByRole('checkbox', { name: /^2号盒/ })).toBeChecked();
  await expect(dialog(page).getByRole('checkbox', { name: /^1号盒/ })).not.toBeChecked();
  await expect(dialog(page).locator('[id="amountFen"]')).toHaveValue(/^39\.8/);
  await dialog(page)
    .getByRole('checkbox', { name: /^3号盒/ })
    .click();
  await expect(dialog(page).locator('[id="amountFen"]')).toHaveValue(/^19\.9/);
  await choose(dialog(page).locator('[id="reasonCode"]'), '不想要');
  await typeInto(dialog(page).locator('[id="remark"]'), '买多了，退一个未开的盒');
  await dialog(page).getByRole('button', { name: '申请退款', exact: true }).click();
  await expect(row).toContainText('待审核');

  await admin.goto(`/orderManage/blindoOder?view=refund&orderNo=${orderNo}`);
  await act(admin, rowOf(admin, orderNo), '通过');
  await dialog(admin).getByRole('button', { name: '通过', exact: true }).click();
  await expect.poll(async () => (await orderOf(server, orderNo)).refundStatus).toBe(partlyRefunded);

  await admin.goto(`/orderManage/blindoOder?orderNo=${orderNo}`);
  await rowOf(admin, orderNo).getByText(orderNo).click();
  const boxes = dialog(admin).locator('.eu-table tbody tr');
  await expect(boxes).toHaveCount(3);
  await expect(boxes.filter({ hasText: '已退款' })).toHaveCount(1);
  await expect(boxes.filter({ hasText: '未开' })).toHaveCount(1);
  await expect(boxes.filter({ hasText: '已开' })).toContainText('%');
  await dialog(admin).getByRole('tab', { name: '订单日志' }).click();
  for (const event of ['下单', '支付', '开盒', '申请退款', '退款到账'])
    await expect(dialog(admin).getByText(event, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  expect((await orderOf(server, orderNo)).openStatus).toBe(codes.BoxOpenStatus.partly);
});
