import { machines } from '@wheelhouse/entities/machines';
import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { act, typeInto } from '../hands.ts';

const { toConfirm } = machines['SM-Settlement'].states;
const dialog = (page: Page): Locator => page.getByRole('dialog');
const rowOf = (page: Page, text: string): Locator => page.locator('.eu-table tbody tr').filter({ hasText: text });
/** The library parts the characters of a name of two. */
const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page)
    .getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })
    .click();

const part = (page: Page, name: string): Promise<void> =>
  page.getByRole('group', { name: '分页' }).getByRole('button', { name, exact: true }).click();

test('finance reads the revenue of themes, adjusts a statement, another confirms it, and it is paid', async ({
  admin,
  openAs,
  server,
}) => {
  // The newest month of the sample data waits to be confirmed.
  const { list } = await callAsAdmin(server, '/order/crm/settlement/list', { query: { status: toConfirm } });
  const { settlementNo = '', shareFen, month } = firstOf(list);
  const page = await openAs('finance.xu');
  await page.goto(`/orderManage/revenueManage?occurTime.ge=${month}-01&occurTime.le=${month}-28`);
  const metrics = page.locator('section').filter({ has: page.getByRole('heading', { name: '指标' }) });
  await expect(metrics.getByRole('link', { name: /^净收入/ })).toContainText(/\d+\.\d\d/);
  await expect(page.getByRole('figure', { name: '收益趋势（元）' })).toBeVisible();
  await metrics.getByRole('link', { name: /^退款额/ }).click();
  await expect(page).toHaveURL(/view=entries/);
  await part(page, '主题排行');
  // The time stays, what would halve orders does not.
  await expect(page).toHaveURL(new RegExp(`occurTime\\.ge=${month}-01`));
  await expect(page).not.toHaveURL(/type/);
  await expect(page.getByRole('table').getByRole('link', { name: /星河/ })).toBeVisible();

  await part(page, '结算');
  const mine = rowOf(page, settlementNo);
  await act(page, mine, '调整金额');
  await dialog(page).getByRole('button', { name: '添加一行' }).click();
  await typeInto(dialog(page).locator('[data-cell="0.0"]'), '20', /^20(\.00)?$/);
  await typeInto(dialog(page).locator('[data-cell="0.1"]'), '首页推荐位补贴');
  await confirm(page, '调整金额');
  const payable = ((Number(shareFen) + 2_000) / 100).toFixed(2);
  await expect(mine).toContainText(payable);

  await admin.goto(`/orderManage/revenueManage?view=settlement&settlementNo=${settlementNo}`);
  const other = rowOf(admin, settlementNo);
  await act(admin, other, '确认');
  // What a second person confirms stands in the question, to the fen and with the reason.
  await expect(dialog(admin)).toContainText('首页推荐位补贴');
  await expect(dialog(admin)).toContainText(payable);
  await confirm(admin, '确定');
  await expect(other).toContainText('已确认');
  await other.getByText(settlementNo).click();
  const saved = admin.waitForEvent('download');
  await dialog(admin).getByRole('button', { name: '下载PDF' }).click();
  expect((await saved).suggestedFilename()).toContain(settlementNo);

  await page.reload();
  await act(page, mine, '付款');
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles({ name: '回单.png', mimeType: 'image/png', buffer: pixel });
  await expect(dialog(page)).toContainText('回单.png');
  await confirm(page, '付款');
  await expect(mine).toContainText('已付款');
});

/** The smallest picture. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
