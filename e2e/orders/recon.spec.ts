import type { Locator, Page } from '@playwright/test';
import { codes } from '@wheelhouse/entities/codes';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { act, pressOn, typeInto } from '../hands.ts';

const dialog = (page: Page): Locator => page.getByRole('dialog').last();

test('finance reads what a bill says otherwise, corrects a rounded fee and follows the money of its order', async ({
  server,
  openAs,
}) => {
  const { feeRounding } = codes.ReconDiff;
  const { open } = codes.ReconItemStatus;
  const query = { itemStatus: open, diffType: feeRounding };
  const { list } = await callAsAdmin(server, '/order/crm/reconItem/list', { query });
  const { itemNo = '', orderNo } = firstOf(list);
  if (orderNo === null || orderNo === undefined) throw new Error('the difference has no order');
  const page = await openAs('finance.xu');
  await page.goto('/orderManage/revenueManage');
  await page.getByRole('group', { name: '分页' }).getByRole('button', { name: '对账', exact: true }).click();
  await expect(page.getByRole('button', { name: /^RC\d{8}-\d$/ }).first()).toBeVisible();
  await page.getByRole('group', { name: '对账列表' }).getByRole('button', { name: '全部差异' }).click();
  const row = page.locator('.eu-table tbody tr').filter({ hasText: itemNo });
  await row.getByRole('button', { name: itemNo, exact: true }).click();
  await expect(dialog(page)).toContainText('可直接按渠道调账');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await act(page, row, '按渠道调账');
  await expect(dialog(page)).toContainText(itemNo);
  await typeInto(dialog(page).locator('textarea'), '渠道手续费进位');
  await dialog(page).getByRole('button', { name: '按渠道调账' }).click();
  await expect(row).toContainText('已处理');

  await page.getByRole('group', { name: '分页' }).getByRole('button', { name: '资金追踪', exact: true }).click();
  const number = page.getByRole('searchbox', { name: /订单号/ });
  await typeInto(number, itemNo);
  await pressOn(number, 'Enter');
  await expect(page).toHaveURL(new RegExp(`number=${itemNo}`));
  await expect(page.getByRole('link', { name: orderNo })).toBeVisible();
  const ledger = page.locator('section').filter({ has: page.getByRole('heading', { name: '账本分录' }) });
  await expect(ledger).toContainText('对账调整');
  await expect(ledger).toContainText('通道费 · 微信支付');
  await expect(page.locator('section').filter({ has: page.getByRole('heading', { name: '渠道账单' }) })).toContainText(
    '微信支付',
  );
});

test('a refused call of a channel is read beside the bills, with why', async ({ server, openAs }) => {
  const { status } = await fetch(new URL(`/pay/v1/callback/${codes.PayChannel.eCny}`, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  expect(status).toBe(401);
  const page = await openAs('finance.xu');
  await page.goto('/orderManage/revenueManage?view=recon');
  await page.getByRole('group', { name: '对账列表' }).getByRole('button', { name: '渠道通知' }).click();
  await page.getByRole('button', { name: /^拒收/ }).click();
  const row = page.locator('.eu-table tbody tr').filter({ hasText: '数字人民币' }).first();
  await expect(row).toContainText('签名错误');
  await expect(row).toContainText('a wrong signature');
});
