import type { Locator, Page } from '@playwright/test';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { pngOf } from '../../apps/server/test/support/media.ts';
import { findings } from '../axe.ts';
import { callAnyAsAdmin, callAsAdmin, expect, expectMessage, test, unique } from '../fixtures.ts';
import { callAsOwner, someRider } from '../owner.ts';
import { choose, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

const main = (page: Page): Locator => page.locator('main');
const header = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });

/** Reports a fault as the owner of a vehicle of the demo. */
async function report(server: string, at: number): Promise<{ readonly orderNo: string; readonly userId: string }> {
  const { userId, vin } = await someRider(server, at);
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const { orderNo } = await callAsOwner(server, userId, 'POST /app/v1/repair/submit', {
    vin,
    contactName: '李小明',
    contactMobile: '13912340001',
    faultCategory: 'P01',
    faultSub: 'P0102',
    faultDesc: `续航比以前少约20公里${unique()}`,
    serviceType: 1,
    appointmentTime: `${day} 10:00:00`,
  });
  return { orderNo, userId };
}

/** The dialog of a step, its fields by name, and the button that takes the step. */
async function step(page: Page, name: string) {
  await main(page).getByRole('button', { name, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const field = (id: string): Locator => dialog.locator(`[id="${id}"]`);
  const item = (id: string): Locator =>
    dialog.locator('.ant-form-item').filter({ has: page.locator(`label[for="${id}"]`) });
  return {
    dialog,
    field,
    pictured: (id: string): Locator => item(id).locator('.eu-tile img'),
    async pictures(id: string, n: number): Promise<void> {
      const files = Array.from({ length: n }, (_, at) => ({
        name: `${id}${at}.png`,
        mimeType: 'image/png',
        buffer: pngOf(40 + at, 40),
      }));
      await item(id).locator('input[type=file]').setInputFiles(files);
      await expect(item(id).locator('.eu-tile-remove')).toHaveCount(n);
    },
    send: () => dialog.getByRole('button', { name, exact: true }).click(),
  };
}

/** The nearest dealer that an order may be dispatched to, and an account of theirs. */
async function dealerFor(server: string, id: string): Promise<{ readonly name: string; readonly username: string }> {
  const offered = await callAnyAsAdmin<OutputOf<'POST /cs/crm/repairOrder/dealers'>>(
    server,
    '/cs/crm/repairOrder/dealers',
    { id },
  );
  for (const { id: dealerId, name } of offered.dealers) {
    const { list } = await callAsAdmin(server, '/data/crm/dealerUser/list', {
      query: { 'dealerId.eq': dealerId, 'enabled.eq': 1 },
    });
    const [account] = list;
    if (account) return { name, username: String(account.username) };
  }
  throw new Error('no dealer nearby has an account');
}

test('an order goes from the owner’s phone by dispatch to a dealer, who repairs it, to its settlement', async ({
  admin,
  openAs,
  server,
}) => {
  test.slow();
  const { orderNo, userId } = await report(server, 30);
  await admin.goto(`/guideUseManage/repairListsManage?keyword=${orderNo}`);
  await admin.getByRole('row').filter({ hasText: orderNo }).getByRole('link', { name: orderNo }).click();
  await expect(header(admin).getByText('待受理', { exact: true })).toBeVisible();
  const dealers = admin.getByRole('table').filter({ hasText: '未完成单' });
  await expect(dealers).toBeVisible();
  await expect(admin.locator('.rp-map')).toBeVisible();
  await expect(main(admin).getByRole('heading', { name: '报警与故障' })).toBeVisible();
  await expect(main(admin).getByRole('timer')).toContainText('上报');
  expect(await findings(admin)).toEqual([]);
  const { name, username } = await dealerFor(server, new URL(admin.url()).searchParams.get('id') ?? '');
  await dealers
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^派单给/ })
    .click();
  // Asked first: whom, how far, and that a message goes out.
  const question = admin.getByRole('dialog');
  await expect(question).toContainText(`将报修单${orderNo}派给「${name}」？`);
  await expect(question).toContainText(/距离：.+发送短信/);
  await question.getByRole('button', { name: '取消' }).click();
  await expect(header(admin).getByText('待受理', { exact: true })).toBeVisible();
  await dealers
    .getByRole('row')
    .filter({ hasText: name })
    .getByRole('button', { name: /^派单给/ })
    .click();
  await question.getByRole('button', { name: '派单', exact: true }).click();
  await expectMessage(admin, '已派单');
  await expect(header(admin).getByText('已派单', { exact: true })).toBeVisible();

  const dealer = await openAs(username);
  await dealer.goto(`/guideUseManage/repairListsManage?keyword=${orderNo}`);
  await dealer.getByRole('row').filter({ hasText: orderNo }).getByRole('link', { name: orderNo }).click();
  await (await step(dealer, '接单')).send();
  await expect(header(dealer).getByText('已接单', { exact: true })).toBeVisible();

  const start = await step(dealer, '开始维修');
  await typeInto(start.field('odometerKm'), '99999.5');
  await start.pictures('images', 3);
  await start.send();
  await expect(start.dialog).toContainText(/车辆上报的里程为\d+km，差距过大/);
  await typeInto(start.field('remark'), '换过仪表，以仪表读数为准');
  await start.send();
  await expect(header(dealer).getByText('维修中', { exact: true })).toBeVisible();

  const complete = await step(dealer, '提交完工');
  await typeInto(complete.field('diagnosis'), '第三串电芯压差过大，更换充电器后试车正常');
  await choose(complete.field('causeCode'), '零件质量');
  await choose(complete.field('measures'), ['更换']);
  await complete.dialog.getByRole('button', { name: '添加一行' }).click();
  const cell = (column: number): Locator => complete.dialog.locator(`[data-cell="0.${column}"]`);
  await cell(0).selectOption({ label: '充电器' });
  await typeInto(cell(1), '充电器');
  await typeInto(cell(4), '1');
  await typeInto(cell(5), '180');
  await choose(complete.field('warrantyResult'), '保外');
  await typeInto(complete.field('partsFen'), '180');
  // The photos of the check-in are there as photos before the repair.
  await expect(complete.pictured('beforeImages')).toHaveCount(3);
  await expect(complete.pictured('beforeImages').first()).toHaveJSProperty('naturalHeight', 40);
  await complete.pictures('afterImages', 1);
  await walkStops(complete.dialog);
  expect(await findings(dealer, { inside: '[role=dialog]' })).toEqual([]);
  await complete.send();
  await expect(header(dealer).getByText('待确认', { exact: true })).toBeVisible();
  await expect(dealer.getByRole('row').filter({ hasText: '充电器' })).toContainText('180.00');

  // Disputed, it is repaired again: the sheet holds what was entered before.
  await callAsOwner(server, userId, 'POST /app/v1/repair/confirm', { orderNo, ok: 0, text: '充电仍会中断' });
  await dealer.reload();
  await expect(header(dealer).getByText('维修中', { exact: true })).toBeVisible();
  const again = await step(dealer, '提交完工');
  await expect(again.field('diagnosis')).toHaveValue(/压差过大/);
  await expect(again.dialog.locator('[data-cell="0.1"]')).toHaveValue('充电器');
  await expect(again.dialog.locator('[data-cell="0.5"]')).toHaveValue('180');
  await expect(again.pictured('beforeImages')).toHaveCount(3);
  await expect(again.pictured('afterImages')).toHaveCount(1);
  await again.send();
  await expect(header(dealer).getByText('待确认', { exact: true })).toBeVisible();

  await callAsOwner(server, userId, 'POST /app/v1/repair/confirm', { orderNo, ok: 1 });
  await callAsOwner(server, userId, 'POST /app/v1/repair/rate', { orderNo, score: 5, text: '修得快' });
  await admin.reload();
  await expect(header(admin).getByText('已完成', { exact: true })).toBeVisible();
  await expect(main(admin)).toContainText('修得快');
});
