import type { Locator, Page } from '@playwright/test';
import { pngOf } from '../apps/server/test/support/media.ts';
import { findings } from './axe.ts';
import { callAsAdmin, expect, firstOf, test, toast, unique } from './fixtures.ts';
import { callAsOwner } from './owner.ts';

const main = (page: Page): Locator => page.locator('main');
const header = (page: Page): Locator => page.locator('.wh-page-header').filter({ visible: true });

/** Reports a fault as the owner of a vehicle of the demo. */
async function report(server: string, at: number): Promise<{ readonly orderNo: string; readonly userId: string }> {
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    page: 1,
    pageSize: 100,
    orderBy: 'id asc',
    query: { 'bindStatus.eq': 1 },
  });
  // Some have a frame number only.
  const { id } = firstOf(list.filter(({ vin }) => typeof vin === 'string').slice(at));
  const vehicle = await callAsAdmin(server, '/veh/crm/vehicle/detail', { id });
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  const userId = String(vehicle.ownerUserId);
  const { orderNo } = await callAsOwner(server, userId, 'POST /app/v1/repair/submit', {
    vin: String(vehicle.vin),
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
  return {
    dialog,
    field,
    async choose(id: string, option: string): Promise<void> {
      await field(id).click();
      await page
        .locator('.ant-select-item-option')
        .filter({ hasText: option })
        .filter({ visible: true })
        .first()
        .click();
    },
    async pictures(id: string, n: number): Promise<void> {
      const item = dialog.locator('.ant-form-item').filter({ has: page.locator(`label[for="${id}"]`) });
      const files = Array.from({ length: n }, (_, at) => ({
        name: `${id}${at}.png`,
        mimeType: 'image/png',
        buffer: pngOf(40 + at, 40),
      }));
      await item.locator('input[type=file]').setInputFiles(files);
      await expect(item.locator('.eu-tile-remove')).toHaveCount(n);
    },
    send: () => dialog.getByRole('button', { name, exact: true }).click(),
  };
}

test('an order from the app goes from dispatch to settlement at the desk', async ({ admin, server }) => {
  test.slow();
  const { orderNo, userId } = await report(server, 30);
  await admin.goto(`/guideUseManage/repairListsManage?keyword=${orderNo}`);
  await admin.getByRole('row').filter({ hasText: orderNo }).getByRole('link', { name: orderNo }).click();
  await expect(header(admin).getByText('待受理')).toBeVisible();
  const dealers = admin.getByRole('table').filter({ hasText: '未完成单' });
  await expect(dealers).toBeVisible();
  expect(await findings(admin)).toEqual([]);
  await dealers.getByRole('button', { name: '派给此网点' }).first().click();
  await expect(toast(admin, '已派单')).toBeVisible();
  await expect(header(admin).getByText('已派单')).toBeVisible();

  await (await step(admin, '接单')).send();
  await expect(header(admin).getByText('已接单')).toBeVisible();

  const start = await step(admin, '开始维修');
  await start.field('odometerKm').fill('99999.5');
  await start.pictures('images', 3);
  await start.send();
  await expect(header(admin).getByText('维修中')).toBeVisible();

  const complete = await step(admin, '提交完工');
  await complete.field('diagnosis').fill('第三串电芯压差过大，更换充电器后试车正常');
  await complete.choose('causeCode', '零件质量');
  await complete.choose('measures', '更换');
  await admin.keyboard.press('Escape');
  await complete.dialog.getByRole('button', { name: '添加一行' }).click();
  const cell = (column: number): Locator => complete.dialog.locator(`[data-cell="0.${column}"]`);
  await cell(0).selectOption({ label: '充电器' });
  await cell(1).fill('充电器');
  await cell(4).fill('1');
  await cell(5).fill('180');
  await complete.choose('warrantyResult', '保外');
  await complete.field('partsFen').fill('180');
  await complete.pictures('beforeImages', 1);
  await complete.pictures('afterImages', 1);
  expect(await findings(admin, { inside: '[role=dialog]' })).toEqual([]);
  await complete.send();
  await expect(header(admin).getByText('待确认')).toBeVisible();
  await expect(admin.getByRole('row').filter({ hasText: '充电器' })).toContainText('180.00');

  await callAsOwner(server, userId, 'POST /app/v1/repair/confirm', { orderNo, ok: 1 });
  await callAsOwner(server, userId, 'POST /app/v1/repair/rate', { orderNo, score: 5, text: '修得快' });
  await admin.reload();
  await expect(header(admin).getByText('已完成')).toBeVisible();
  await expect(main(admin)).toContainText('修得快');
});
