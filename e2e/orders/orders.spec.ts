import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { act, choose, typeInto } from '../hands.ts';
import { callAsOwner } from '../owner.ts';

const { paid } = machines['SM-Order'].states;
const { partlyRefunded } = machines['SM-Refund'].states;
const rowOf = (page: Page, text: string): Locator => page.locator('.eu-table tbody tr').filter({ hasText: text });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

/** A number that no other spec sends: a parcel is asked about once in half an hour. */
const parcel = 'SF1234567890144';

const address = {
  receiver: '王小明',
  mobile: '13700000001',
  provinceId: '310000',
  cityId: '310100',
  districtId: '310101',
  address: '人民大道200号',
};

/** Mall goods that an owner orders; the sandbox of WeChat Pay pays them after two seconds. */
async function ordered(server: string): Promise<string> {
  const { list: users } = await callAsAdmin(server, '/user/crm/appUser/list', { query: { status: 1 } });
  const { list: sold } = await callAsAdmin(server, '/order/crm/goodsOrder/list', {
    query: { goodsType: codes.GoodsType.physical },
  });
  const { prizeId } = await callAsAdmin(server, '/order/crm/goodsOrder/detail', { id: firstOf(sold).id });
  const { orderNo } = await callAsOwner(server, firstOf(users).id, 'POST /app/v1/order/create', {
    goodsType: codes.GoodsType.physical,
    goodsId: prizeId ?? '',
    qty: 1,
    requestId: `e2e-${unique()}`,
    address,
  });
  return orderNo;
}

const orderOf = async (server: string, orderNo: string) =>
  firstOf((await callAsAdmin(server, '/order/crm/goodsOrder/list', { query: { orderNo } })).list);

test('finance gives back what came in another amount, when another person approves it', async ({
  admin,
  openAs,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/order/crm/goodsOrder/list', {
    query: { payIssue: codes.PayIssue.amount },
  });
  const { orderNo = '' } = firstOf(list);
  const page = await openAs('finance.xu');
  await page.goto(`/orderManage/orderList?orderNo=${orderNo}`);
  const row = rowOf(page, orderNo);
  await expect(row).toContainText('金额异常');
  await act(page, row, '退回异常款');
  await typeInto(dialog(page).locator('[id="remark"]'), '到账比订单多1元，原路退回');
  await confirm(page, '退回异常款');
  await expect(dialog(page)).toHaveCount(0);
  await admin.goto(`/orderManage/orderList?view=refund&orderNo=${orderNo}`);
  const other = rowOf(admin, orderNo);
  await act(admin, other, '通过');
  await confirm(admin, '通过');
  await expect.poll(async () => (await orderOf(server, orderNo)).suspenseFen).toBe(0);
  await admin.goto(`/orderManage/revenueManage?view=trail&number=${orderNo}`);
  const ledger = admin.locator('section').filter({ has: admin.getByRole('heading', { name: '账本分录' }) });
  await expect(ledger).toContainText('挂账退回');
});

test('an order is paid, partly refunded by two people, and sent, and its parcel is followed', async ({
  admin,
  openAs,
  server,
}) => {
  const orderNo = await ordered(server);
  await expect.poll(async () => (await orderOf(server, orderNo)).orderStatus).toBe(paid);
  const page = await openAs('finance.xu');
  await page.goto(`/orderManage/orderList?orderNo=${orderNo}`);
  const row = rowOf(page, orderNo);
  await expect(row).toContainText('已支付');
  await expect(page.locator('dl').filter({ hasText: '净额' })).toContainText(/订单数\s*1/);
  await act(page, row, '申请退款');
  await typeInto(dialog(page).locator('[id="amountFen"]'), '10', /^10(\.00)?$/);
  await choose(dialog(page).locator('[id="reasonCode"]'), '不想要');
  await typeInto(dialog(page).locator('[id="remark"]'), '少发一件配件，协商退部分款');
  await confirm(page, '申请退款');
  await expect(row).toContainText('待审核');
  await page.goto(`/orderManage/orderList?view=refund&orderNo=${orderNo}`);
  const mine = rowOf(page, orderNo);
  await expect(mine).toContainText('10.00');

  await admin.goto(`/orderManage/orderList?view=refund&orderNo=${orderNo}`);
  const other = rowOf(admin, orderNo);
  // What a second person approves, they can read whole.
  await other.getByText(/^RF/).first().click();
  await expect(dialog(admin)).toContainText('少发一件配件，协商退部分款');
  await expect(dialog(admin).locator('section').filter({ hasText: '退款进度' })).toContainText('申请');
  await admin.keyboard.press('Escape');
  await expect(dialog(admin)).toHaveCount(0);
  await act(admin, other, '通过');
  await expect(dialog(admin)).toContainText('退回支付账户');
  await confirm(admin, '通过');
  await expect.poll(async () => (await orderOf(server, orderNo)).refundStatus).toBe(partlyRefunded);

  await admin.goto(`/orderManage/orderList?orderNo=${orderNo}`);
  const order = rowOf(admin, orderNo);
  await expect(order).toContainText('部分退款');
  await act(admin, order, '发货');
  await choose(dialog(admin).locator('[id="expressCompany"]'), '顺丰');
  await typeInto(dialog(admin).locator('[id="expressNo"]'), parcel);
  await confirm(admin, '发货');
  await expect(order).toContainText('已发货');
  await order.getByText(orderNo).click();
  await expect(admin).toHaveURL(/orderDetail/);
  const track = admin.locator('section').filter({ hasText: '快递轨迹' });
  await expect(track).toContainText(parcel);
  await track.getByRole('button', { name: '查询最新' }).click();
  await expect(track).toContainText(/刚查过，\d\d:\d\d后可再查/);
  await admin.getByRole('tab', { name: '订单日志' }).click();
  for (const event of ['下单', '支付', '申请退款', '退款到账', '发货'])
    await expect(admin.getByText(event, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await admin.getByRole('tab', { name: '退款单' }).click();
  await expect(admin.locator('.eu-table tbody tr').filter({ hasText: '10.00', visible: true })).toBeVisible();
});
