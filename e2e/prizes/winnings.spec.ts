import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test } from '../fixtures.ts';
import { act, choose, typeInto } from '../hands.ts';

const rowOf = (page: Page, text: string): Locator => page.locator('.eu-table tbody tr').filter({ hasText: text });
const dialog = (page: Page): Locator => page.getByRole('dialog');
/** The button of a dialog says what it does. */
const confirm = (page: Page, name: string): Promise<void> =>
  dialog(page).getByRole('button', { name, exact: true }).click();

test('prizes are put into stock, with the movement in the record', async ({ openAs, server }) => {
  const { list } = await callAsAdmin(server, '/act/crm/prize/list', { query: { 'name.like': '%手机支架%' } });
  const { prizeNo = '', available } = firstOf(list);
  const page = await openAs('market.he');
  await page.goto(`/prizeManage/physicalPrize?prizeNo=${prizeNo}`);
  const row = rowOf(page, prizeNo);
  await expect(row).toContainText(String(available));
  await act(page, row, '入库');
  await typeInto(dialog(page).locator('[id="qty"]'), '7');
  await typeInto(dialog(page).locator('[id="remark"]'), '供应商补货');
  await confirm(page, '入库');
  await expect(row).toContainText(String(Number(available) + 7));
  await row.getByText('手机支架').first().click();
  await dialog(page).getByRole('tab', { name: '库存变动' }).click();
  const newest = dialog(page).locator('.eu-table tbody tr').first();
  await expect(newest).toContainText('入库');
  await expect(newest).toContainText('供应商补货');
});

test('a prize is shipped with a number of its company, and its parcel is followed', async ({ openAs, server }) => {
  const { list } = await callAsAdmin(server, '/act/crm/winningRecord/list', {
    pageSize: 200,
    query: { 'status.in': [1] },
  });
  const { recordNo = '' } = firstOf(list.filter(({ receiver }) => receiver !== null));
  const page = await openAs('market.he');
  await page.goto(`/prizeManage/winningRecord?recordNo=${recordNo}`);
  const row = rowOf(page, recordNo);
  await expect(row).toContainText('待发货');
  await act(page, row, '发货');
  await choose(dialog(page).locator('[id="expressCompany"]'), '顺丰');
  await typeInto(dialog(page).locator('[id="expressNo"]'), 'JD12345678901');
  await confirm(page, '发货');
  await expect(dialog(page)).toContainText('不是顺丰的快递单号');
  await typeInto(dialog(page).locator('[id="expressNo"]'), 'SF1234567890123');
  await confirm(page, '发货');
  await expect(row).toContainText('已发货');
  await expect(row).toContainText('SF1234567890123');
  await row.getByText(recordNo).click();
  const track = dialog(page).locator('section').filter({ hasText: '快递轨迹' });
  await expect(track).toContainText('沙箱');
  await expect(track).toContainText('SF1234567890123');
  const ask = track.getByRole('button', { name: '查询最新' });
  await ask.click();
  await expect(page.getByText('已查询最新轨迹')).toBeVisible();
  await expect(ask).toBeDisabled();
  await expect(track).toContainText(/刚查过，\d\d:\d\d后可再查/);
});
