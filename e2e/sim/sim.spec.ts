import { callAsAdmin, expect, expectMessage, firstOf, test } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

/** The carrier of the demo refuses to change cards that end in 7. */
const refused = '7';

test('a card is suspended at its carrier, and shows that it is not yet until then', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', {
    pageSize: 100,
    query: { 'simStatus.in': ['3'], 'pendingOp.null': 1 },
  });
  // On the first days of a month no card has used much, and those that the carrier does not know are among the first as well.
  const cards = list.filter((card) => !String(card.iccid).endsWith(refused) && card.syncIssue === null);
  // Some are in vehicles that were stolen.
  const { rows } = await callAsAdmin(server, '/veh/crm/simOperation/preview', {
    iccids: cards.map((card) => String(card.iccid)),
    opType: 1,
  });
  // The first ones use most, and may be stopped for that.
  const { iccid } = firstOf(rows.filter(({ reason }) => reason === null).toReversed());
  const { id } = firstOf(cards.filter((card) => card.iccid === iccid));
  await page.goto('/simManage/stopResume');
  await page.getByRole('button', { name: '新建停复机' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '复机' }).click();
  await typeInto(dialog.getByLabel('ICCID或车架号'), iccid);
  await choose(dialog.getByLabel('原因'), '车主申请');
  await typeInto(dialog.getByLabel('备注'), '车主申请停机');
  await walkStops(dialog);
  await dialog.getByRole('button', { name: /预\s?览/ }).click();
  await expect(dialog.getByText('可执行0张，不可执行1张')).toBeVisible();
  // Another operation makes the preview old.
  await dialog.getByRole('button', { name: '停机' }).click();
  await expect(dialog.getByText('可执行0张')).toBeHidden();
  await dialog.getByRole('button', { name: /预\s?览/ }).click();
  await expect(dialog.getByText('可执行1张，不可执行0张')).toBeVisible();
  await dialog.getByRole('button', { name: /提\s?交/ }).click();
  await expectMessage(page, '已提交1张');
  await expect(dialog).toBeHidden();
  // What the screen says follows the carrier.
  await expect
    .poll(async () => (await callAsAdmin(server, '/veh/crm/simCard/detail', { id })).simStatus, { timeout: 60_000 })
    .toBe(4);
  await page.goto(`/simManage/simDetail?id=${id}`);
  await expect(page.getByRole('main')).toContainText('停机');
  await page.getByRole('tab', { name: '停复机记录' }).click();
  await expect(page.getByRole('tabpanel')).toContainText('成功');
  // A renewal keeps the package unless another one is chosen.
  await page.locator('.wh-page-header').getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '续期' }).click();
  await expect(dialog).toContainText(/30MB每月|100MB每月|1GB每年/);
});

test('closing an account is approved by another person, then done by the carrier', async ({
  admin,
  openAs,
  server,
}) => {
  const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', {
    pageSize: 100,
    query: { 'simStatus.in': ['0', '2'], 'pendingOp.null': 1 },
  });
  const cards = list.filter((card) => !String(card.iccid).endsWith(refused));
  // In stock here, and opened by its carrier in the meantime; at a full hour all cards are asked for, and none is left in stock.
  const { id, iccid } = firstOf(cards.toSorted((a, b) => Number(a.simStatus) - Number(b.simStatus)));
  const stateIs = (state: number): Promise<void> =>
    expect
      .poll(async () => (await callAsAdmin(server, '/veh/crm/simCard/detail', { id })).simStatus, { timeout: 60_000 })
      .toBe(state);
  await callAsAdmin(server, '/veh/crm/simCard/sync', { ids: [id] });
  await stateIs(2);
  const applicant = await openAs('sim.gao');
  await applicant.goto(`/simManage/simDetail?id=${id}`);
  await applicant.locator('.wh-page-header').getByRole('button', { name: '更多' }).click();
  await applicant.getByRole('menuitem', { name: '销户' }).click();
  const dialog = applicant.getByRole('dialog');
  await choose(dialog.getByLabel('原因'), '其他');
  await typeInto(dialog.getByLabel('备注'), '不再使用');
  await typeInto(dialog.getByLabel('ICCID后6位'), String(iccid).slice(-6));
  await dialog.getByRole('button', { name: /销\s?户/ }).click();
  await expect(dialog).toBeHidden();
  await expect(applicant.getByText('销户…').first()).toBeVisible();

  await admin.goto(`/simManage/stopResume?iccid.eq=${iccid}`);
  const row = admin.getByRole('row', { name: new RegExp(String(iccid)) });
  await expect(row).toContainText('待审批');
  await row.getByRole('button', { name: '更多' }).click();
  await admin.getByRole('menuitem', { name: '通过' }).click();
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /通\s?过/ })
    .click();
  await stateIs(6);
  await admin.reload();
  await expect(row).toContainText('成功');
});

test('a card that its carrier does not know is looked at and marked as checked', async ({ admin: page, server }) => {
  const { list } = await callAsAdmin(server, '/veh/crm/simCard/list', { query: { 'syncIssue.in': ['2'] } });
  await page.goto(`/simManage/simDetail?id=${firstOf(list).id}`);
  const warning = page.getByRole('alert').filter({ hasText: '运营商查无此卡' });
  await expect(warning).toBeVisible();
  await page.getByRole('button', { name: '核对完成' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByLabel('备注'), '运营商已恢复该卡');
  await dialog.getByRole('button', { name: '核对完成' }).click();
  await expect(dialog).toBeHidden();
  await expect(warning).toBeHidden();
});

test('usage by day, as a chart and as rows', async ({ admin: page }) => {
  await page.goto('/simManage/simFlow');
  await expect(page.getByRole('heading', { name: '流量查询' })).toBeVisible();
  await expect(page.getByRole('region', { name: '日用量' }).getByRole('row').nth(1)).toContainText('8986');
  await page.getByRole('button', { name: '按卡' }).click();
  await expect(page.locator('main canvas, main svg').first()).toBeVisible();
});
