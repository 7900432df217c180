import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { someTrip } from '../fleet.ts';

test('a trip is found by its vehicle, replayed after a reason, and taken away as GPX', async ({
  admin: page,
  server,
}) => {
  const trip = await someTrip(server);
  await page.goto('/equipmentManage/historytrace');
  await expect(page.getByText('请先选择车辆和时间范围')).toBeVisible();
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('button', { name: '昨天' }).click();
  await expect(page).toHaveURL(new RegExp(`startTime.ge=${yesterday}&startTime.le=${yesterday}`));
  await expect(page.getByRole('button', { name: '昨天' })).toHaveAttribute('aria-pressed', 'true');
  const day = trip.startTime.slice(0, 10);
  await page.goto(
    `/equipmentManage/historytrace?vehicleId.eq=${trip.vehicleId}&startTime.ge=${day}&startTime.le=${day}&pageSize=50`,
  );
  await page.getByRole('row').filter({ hasText: trip.tripNo }).getByRole('link', { name: '回放' }).click();
  await expect(page.getByText('查看轨迹需要填写原因')).toBeVisible();
  await page.getByRole('combobox', { name: '查看原因' }).click();
  await page.getByTitle('故障分析', { exact: true }).click();
  await page.getByRole('button', { name: '查看轨迹' }).click();
  const marker = page.locator('.wh-map-marker');
  await expect(marker).toBeVisible();
  // Without tiles of streets a grid tells distances.
  await expect(page.getByTestId('replay-map')).toContainText(/网格[\d.]+公里/);
  const time = page.getByTestId('replay-time');
  const [place, started] = [await marker.getAttribute('style'), await time.textContent()];
  await page.getByRole('button', { name: '×4' }).click();
  await page.getByRole('button', { name: '播放' }).click();
  await expect(time).not.toHaveText(started ?? '');
  await expect(async () => expect(await marker.getAttribute('style')).not.toBe(place)).toPass();
  await page.getByRole('button', { name: '暂停' }).click();
  const stopped = await time.textContent();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(time).not.toHaveText(stopped ?? '');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  await page.getByRole('menuitem', { name: '导出GPX' }).click();
  const file = await (await saved).path();
  expect(await readFile(file, 'utf8')).toContain('<trkpt ');
});

test('mileage: a week of all, then the chart of one vehicle', async ({ admin: page, server }) => {
  const { vehicleId } = await someTrip(server);
  await page.goto('/equipmentManage/mileage');
  await page.getByRole('button', { name: '看图' }).first().click();
  await expect(page.getByRole('figure', { name: /的里程/ })).toBeVisible();
  await page.getByRole('button', { name: '按月' }).click();
  await expect(page.getByRole('columnheader', { name: '月份' })).toBeVisible();
  await page.goto(`/equipmentManage/mileage?view=trip&vehicleId.eq=${vehicleId}`);
  await expect(page.getByRole('link', { name: '轨迹' }).first()).toBeVisible();
});
