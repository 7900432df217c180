import type { Locator, Page } from '@playwright/test';
import { callAsAdmin, expect, firstOf, test, unique } from '../fixtures.ts';
import { otaVehicle, type OtaVehicle } from './ota-device.ts';
import { choose, typeInto } from '../hands.ts';

const version = 'ZK1_20250615_A02';

interface Chosen {
  readonly id: string;
  /** Bicycles have a frame number instead of a VIN. */
  readonly name: string;
  readonly imei: string;
  readonly software: string;
  readonly hardware: string;
}

/** The released package of the demo, and vehicles that it is for and that nobody simulates. */
async function fleet(server: string, count: number): Promise<{ firmwareId: string; vehicles: Chosen[] }> {
  const released = await callAsAdmin(server, '/ps/crm/otaFirmwareOld/list', { query: { 'version.like': version } });
  const { id: firmwareId, vehicleTypeIds } = firstOf(released.list);
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', {
    pageSize: 200,
    query: { 'online.eq': 0, 'vehicleTypeId.eq': firstOf(vehicleTypeIds ?? []) },
  });
  const away = new Map(list.map((row) => [row.vin ?? row.frameNo ?? '', row]));
  const { sample } = await callAsAdmin(server, '/ps/crm/otaTaskOld/previewTarget', {
    firmwareId,
    vins: [...away.keys()].join('\n'),
  });
  const vehicles = sample.flatMap(({ vin: name, fromVersion, hardwareVersion }): Chosen[] => {
    const row = away.get(name);
    const imei = row?.imei ?? '';
    return row === undefined || imei === ''
      ? []
      : [{ id: row.id, name, imei, software: fromVersion ?? '', hardware: hardwareVersion ?? '' }];
  });
  if (vehicles.length < count) throw new Error('no vehicles can be upgraded');
  return { firmwareId, vehicles: vehicles.slice(0, count) };
}

const titleOf = (page: Page): Locator => page.getByRole('heading', { level: 1 });
const figure = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: '进度' }).getByRole('button', { name }).locator('strong');
const rowOf = (page: Page, { name }: Chosen): Locator => page.getByRole('row').filter({ hasText: name });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: /^保\s?存$/ }).click();

test('a task of the old platform is typed, corrected, run, loses a vehicle and ends, live', async ({
  openAs,
  server,
}) => {
  test.slow();
  const { vehicles } = await fleet(server, 3);
  const [good, bad, away] = [firstOf(vehicles), firstOf(vehicles.slice(1)), firstOf(vehicles.slice(2))];
  const devices: OtaVehicle[] = [];
  for (const one of [good, bad]) devices.push(await otaVehicle(server, one.id, one));
  devices[1]?.decide('fails');
  try {
    const name = `旧平台${unique()}`;
    const page = await openAs('ota.chen');
    await page.goto('/versionManage/otaTaskAddOld');
    await typeInto(page.locator('[id="name"]'), name);
    await choose(page.locator('[id="firmwareId"]'), version, 'ZK1');
    await typeInto(page.locator('[id="retryTimes"]'), '0');
    await typeInto(page.locator('[id="vins"]'), [good.name, bad.imei, 'GARBAGE'].join('\n'));
    await expect(page.locator('.ot-count strong')).toHaveText('2');
    await expect(page.locator('.ot-bars')).toContainText('VIN不存在');
    await save(page);
    await expect(page.locator('.ant-form-item-explain-error')).toContainText('GARBAGE');
    await typeInto(page.locator('[id="vins"]'), [good.name, bad.imei].join('\n'));
    await page.locator('input[type=file]').setInputFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`车辆\n${away.name}\nrubbish\n`),
    });
    await expect(page.getByText('1行被拒绝')).toBeVisible();
    await expect(page.locator('.ot-count strong')).toHaveText('3');
    await save(page);

    await expect(titleOf(page)).toContainText('草稿');
    await page.getByRole('button', { name: '开始', exact: true }).click();
    await page.getByRole('dialog').locator('.ant-modal-footer button').last().click();
    await expect(titleOf(page)).toContainText('执行中');
    // Nothing is loaded again by hand from here on.
    await expect(rowOf(page, good)).toContainText('成功');
    await expect(rowOf(page, bad)).toContainText('空间不足');
    await expect(figure(page, '等待')).toHaveText('1');
    await figure(page, '等待').click();
    await expect(rowOf(page, good)).toHaveCount(0);
    await rowOf(page, away).getByRole('button', { name: '移除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click();
    await expect(figure(page, '取消')).toHaveText('1');
    await expect(titleOf(page)).toContainText('已完成');
    await expect(figure(page, '成功')).toHaveText('1');

    // The package says who uses it and who has it.
    const { list } = await callAsAdmin(server, '/ps/crm/otaTaskOld/list', { query: { 'name.like': name } });
    await page.goto(`/versionManage/firmwareQueryOld?id=${firstOf(list).firmwareId}&tab=tasks`);
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已完成');
    await page.getByRole('tab', { name: '此版本的车辆' }).click();
    await expect(rowOf(page, good)).toContainText('C1');
  } finally {
    for (const device of devices) await device.end();
  }
});
