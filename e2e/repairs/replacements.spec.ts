import type { Locator, Page } from '@playwright/test';
import { pngOf } from '../../apps/server/test/support/media.ts';
import { findings } from '../axe.ts';
import { expect, test, unique } from '../fixtures.ts';
import { addVehicle } from '../fleet.ts';
import { choose, typeInto, typeTime } from '../hands.ts';

/** The form of a new record, its fields by name. */
async function newRecord(page: Page) {
  await page.getByRole('button', { name: '新增', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const field = (name: string): Locator => dialog.locator(`[id="${name}"]`);
  return {
    dialog,
    field,
    async picture(): Promise<void> {
      const item = dialog.locator('.ant-form-item').filter({ has: page.locator('label[for="images"]') });
      const file = { name: 'label.png', mimeType: 'image/png', buffer: pngOf(60, 40) };
      await item.locator('input[type=file]').setInputFiles(file);
      await item.locator('.eu-tile-remove').waitFor();
    },
    save: () => dialog.getByRole('button', { name: /保\s?存$/ }).click(),
  };
}

test('a changed meter is recorded, a wrong old number is refused or corrected, and the record is voided', async ({
  admin: page,
  server,
}) => {
  const { vin } = await addVehicle(server);
  const [first, second] = [`MT${unique()}`, `MT${unique()}`];
  const listOf = (sn: string): string => `/guideUseManage/replacementRecord?newSn.eq=${sn}`;
  const row = (sn: string): Locator => page.locator('.eu-table tbody tr').filter({ hasText: sn });

  async function begin(oldSn: string, newSn: string) {
    await page.goto(listOf(newSn));
    const form = await newRecord(page);
    await choose(form.field('vehicleId'), vin, vin);
    await choose(form.field('deviceType'), '仪表');
    await typeInto(form.field('oldSn'), oldSn);
    await typeInto(form.field('newSn'), newSn);
    await choose(form.field('reasonCode'), '故障');
    await choose(form.field('warranty'), '保内');
    await typeInto(form.field('odometerKm'), '120.5');
    await typeTime(form.field('replaceTime'), '2025-06-01 08:00:00');
    await form.picture();
    return form;
  }

  const one = await begin('MT-FACTORY', first);
  await expect(one.field('newImei'), 'a meter has no address').toHaveCount(0);
  await one.save();
  await expect(row(first)).toContainText('有效');

  const two = await begin('MT-OTHER', second);
  expect(await findings(page, { inside: '[role=dialog]' })).toEqual([]);
  await two.save();
  await expect(two.dialog.getByText('旧件序列号与记录不符').first()).toBeVisible();
  // A press enters the one on record; what was typed is put back.
  await two.dialog.getByRole('button', { name: `填入旧件序列号${first}` }).click();
  await expect(two.field('oldSn')).toHaveValue(first);
  await typeInto(two.field('oldSn'), 'MT-OTHER');
  await two.field('corrected').click();
  await typeInto(two.field('remark'), '门店登记有误，以实物为准');
  await two.save();
  await expect(row(second)).toContainText('有效');

  await row(second).getByRole('button', { name: /更多/ }).click();
  await page.getByRole('menuitem', { name: '作废' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.locator('[id="reason"]'), '录错了车辆');
  await dialog.getByRole('button', { name: /^(作\s?废|确\s?定)$/ }).click();
  await expect(row(second)).toContainText('已作废');
});
