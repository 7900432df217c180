import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { deviceOf } from '../fleet.ts';
import { adminPassword, callAsAdmin, expect, expectMessage, signIn, test, tokenOf } from '../fixtures.ts';
import { typeInto } from '../hands.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';
const picture = join(import.meta.dirname, '../../apps/server/src/seed/assets/evidence-id.png');

interface Row {
  readonly id: string;
  readonly vin: string;
  readonly imei: string;
}

/** A vehicle with an owner that nobody drives; another one each time, as far as there are any. */
async function boundVehicle(
  server: string,
  use: (vehicle: Row) => Promise<string>,
): Promise<{ vehicle: Row; id: string }> {
  const query = { bindStatus: 1, online: 0, operationStatus: 0, 'vin.null': 0 };
  const { list } = await callAsAdmin(server, '/veh/crm/vehicle/list', { pageSize: 200, query });
  for (const { id: vehicleId, vin, imei } of list) {
    const vehicle = { id: vehicleId, vin: vin ?? '', imei: imei ?? '' };
    const id = await use(vehicle).catch(() => undefined);
    if (id !== undefined) return { vehicle, id };
  }
  throw new Error('every bound vehicle has a case already');
}

const caseOf = (server: string) =>
  boundVehicle(server, async ({ id: vehicleId }) => {
    const form = {
      vehicleId,
      stolenTime: '2026-01-05 08:00:00',
      stolenAddress: '世纪大道地铁站3号口',
      contactName: '王小明',
      contactMobile: '13812345678',
      description: '停放一小时后不见',
    };
    return (await callAsAdmin(server, '/veh/crm/stolen/add', form)).id;
  });

let seq = 0;
const report = async (device: MqttClient, imei: string, speed: number, lat: number): Promise<void> => {
  const s = [
    { ts: Date.now(), tsq: 'gnss', pos: { lat, lng: 121.473701, spd: speed, hdg: 90, sat: 14, hdop: 0.8, fix: 3 } },
  ];
  await device.publishAsync(`v1/${imei}/up/telemetry`, JSON.stringify({ v: 1, mid: `${Date.now()}-${++seq}`, s }), {
    qos: 1,
  });
};

test('a stolen vehicle is followed live, and the police see it without an account', async ({
  admin: page,
  server,
  browser,
  consoleErrors,
}) => {
  const { vehicle, id } = await caseOf(server);
  const { secret } = await deviceOf(server, vehicle.id);
  const device = await mqtt.connectAsync(deviceUrl, {
    clientId: vehicle.imei,
    username: vehicle.imei,
    password: secret,
  });
  try {
    await page.goto(`/equipmentManage/stolenVehicleDetail?id=${id}`);
    await page.getByRole('button', { name: '核实立案' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '核实立案' }).click();
    await expect(page.locator('.wh-page-header').getByText('监控中', { exact: true })).toBeVisible();
    for (const [speed, shown] of [
      [5, '18 km/h'],
      [10, '36 km/h'],
    ] as const) {
      await report(device, vehicle.imei, speed, 31.230416 + speed / 10_000);
      await expect(page.getByText(shown)).toBeVisible();
    }
    await page.getByRole('button', { name: '添加记录' }).click();
    await typeInto(page.getByRole('dialog').getByRole('textbox'), '已联系派出所');
    await page.getByRole('dialog').getByRole('button', { name: '添加记录' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: '已联系派出所' })).toBeVisible();

    await page.getByRole('button', { name: '生成链接' }).click();
    const url = await page.getByRole('dialog').locator('.wh-num').first().innerText();
    await page.getByRole('button', { name: '我已复制' }).click();
    const police = await browser.newContext();
    const seen = await police.newPage();
    await seen.goto(url);
    await expect(seen.getByText('36 km/h')).toBeVisible();
    await report(device, vehicle.imei, 2, 31.24);
    await expect(seen.getByText('7.2 km/h')).toBeVisible();
    await page.getByRole('button', { name: '撤销' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('已失效')).toBeVisible();
    await report(device, vehicle.imei, 3, 31.25);
    await expect(seen.getByText('链接已失效')).toBeVisible();
    await police.close();
    expect(consoleErrors).toEqual([]);
  } finally {
    await device.endAsync();
  }
});

async function upload(server: string): Promise<string> {
  const form = new FormData();
  form.append('biz', 'evidence');
  form.append('file', new Blob([await readFile(picture)], { type: 'image/png' }), 'id.png');
  const headers = { authorization: `Bearer ${await tokenOf(server, 'admin', adminPassword)}` };
  const answer = await fetch(new URL('/data/crm/upload/single', server), { method: 'POST', headers, body: form });
  return ((await answer.json()) as { data: { fileId: string } }).data.fileId;
}

test('an application to unbind is reviewed with its proof', async ({ admin: page, server }) => {
  const files = await Promise.all([upload(server), upload(server), upload(server)]);
  const { id } = await boundVehicle(server, async ({ id: vehicleId }) => {
    const cases = { query: { vehicleId, 'status.in': [0, 1, 2, 3] } };
    if ((await callAsAdmin(server, '/veh/crm/stolen/list', cases)).total > 0) throw new Error('stolen');
    const form = {
      vehicleId,
      applyType: 2 as const,
      applicantName: '李买家',
      applicantMobile: '13912345678',
      idNumber: '310101199003071230',
      reason: '二手购入，原车主联系不上',
      proofImages: files.slice(0, 2),
      idImages: files.slice(2),
    };
    return (await callAsAdmin(server, '/veh/crm/unbindApplication/add', form)).id;
  });
  await signIn(page.context(), server, await tokenOf(server, 'after.sun'));
  await page.goto(`/equipmentManage/unbindManageDetail?id=${id}`);
  await expect(page.getByText('310***********1230').first()).toBeVisible();
  await page.getByRole('button', { name: '身份证照片1' }).click();
  const preview = page.getByRole('dialog');
  await expect(preview.getByRole('img', { name: '预览 1' })).toBeVisible();
  await preview.getByRole('button', { name: '放大' }).click();
  await preview.getByRole('button', { name: '向右旋转' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '通过', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click();
  await expectMessage(page, '操作成功');
  await expect(page.locator('.wh-page-header').getByText('公示期', { exact: true })).toBeVisible();
});
