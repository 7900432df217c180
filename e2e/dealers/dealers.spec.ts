import { callAsAdmin, doable, expect, firstOf, test } from '../fixtures.ts';
import { openDetailTab } from '../detail-tabs.ts';
import { callAsOwner, someOwner } from '../owner.ts';
import { leave, pressOn, typeInto } from '../hands.ts';

test('a dealer is found nearby in the app; the console shows its map, accounts and orders, and doubts a far place', async ({
  admin: page,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/data/crm/dealer/list', {
    page: 1,
    pageSize: 1,
    query: { status: 1, showInApp: 1, dealerType: 3 },
  });
  const { id } = firstOf(list);
  const dealer = await callAsAdmin(server, '/data/crm/dealer/detail', { id });
  const near = await callAsOwner(server, await someOwner(server, 3), 'GET /app/v1/dealer/nearby', {
    lng: String(dealer.lng),
    lat: String(dealer.lat),
    radiusKm: '5',
  });
  expect(near.map((one) => one.name)).toContain(dealer.name);

  await page.goto('/guideUseManage/dealerManage');
  await page
    .getByRole('button', { name: '地图' })
    .or(page.getByRole('radio', { name: '地图' }))
    .first()
    .click();
  await expect(page.locator('.wh-map').filter({ visible: true })).toBeVisible();
  await page.goto(`/guideUseManage/dealerManageDetail?id=${id}`);
  for (const name of ['账号', '报修单', '评价', '业绩', '合同']) {
    await openDetailTab(page, name);
  }
  await expect(page.getByRole('region', { name: '合同记录' }).getByText('当前', { exact: true })).toBeVisible();
  await openDetailTab(page, '业绩');
  await expect(page.getByRole('figure', { name: /^报修与销售/ })).toBeVisible();

  await page.goto(`/guideUseManage/dealerManage?keyword=${dealer.dealerCode}`);
  await page
    .getByRole('row')
    .filter({ hasText: String(dealer.dealerCode) })
    .getByRole('button', { name: '编辑' })
    .click();
  const dialog = page.getByRole('dialog');
  const { lat } = dealer;
  const input = dialog.locator('[id="lat"]');
  await typeInto(input, String(lat + (lat > 35 ? -2 : 2)));
  await leave(input);
  await expect(dialog.getByText(/距所选城市中心[\d,]+公里，请核对/)).toBeVisible();
});

test('what is not possible says why in the menu', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/data/crm/dealer/list', { page: 1, pageSize: 50, query: { status: 1 } });
  const free = await doable(server, '/data/crm/dealer', list, 'terminate');
  const { id } = firstOf(list.filter((dealer) => !free.includes(dealer)));
  await page.goto(`/guideUseManage/dealerManageDetail?id=${id}`);
  await page.getByRole('button', { name: '更多', exact: true }).last().click();
  const terminate = page.getByRole('menuitem', { name: '终止', exact: true });
  await expect(terminate).toHaveAttribute('aria-disabled', 'true');
  await expect(terminate).toContainText(/请先|未完成/);
  await page.keyboard.press('End');
  await pressOn(terminate, 'Enter');
  await expect(terminate, 'it does nothing, and the reason stays').toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(terminate).toHaveCount(0);
});
