import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Locator, Page, Request } from '@playwright/test';
import mqtt from 'mqtt';
import { addVehicle, type Device, deviceOf } from '../fleet.ts';
import { expect, test } from '../fixtures.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';
const mosquitto = '/usr/bin/mosquitto_pub';

async function newDevice(server: string): Promise<Device & { vehicleId: string }> {
  const { id } = await addVehicle(server);
  return { ...(await deviceOf(server, id)), vehicleId: id };
}

let seq = 0;
const sample = (soc: number, speed: number): string =>
  JSON.stringify({
    v: 1,
    mid: `1-${++seq}`,
    s: [
      {
        ts: Date.now(),
        tsq: 'gnss',
        pos: { lat: 31.230416, lng: 121.473701, spd: speed, hdg: 90, sat: 14, hdop: 0.8, fix: 3 },
        bat: [{ slot: 1, soc }],
        odo: 12_345 + seq,
      },
    ],
  });

/** Measured numbers, each with its label. */
const figures = (page: Page): Locator => page.locator('.ov-figures');

test('what a device publishes is on the open page at once, without a single request', async ({
  admin: page,
  server,
}) => {
  const { deviceId, secret, vehicleId } = await newDevice(server);
  const device = await mqtt.connectAsync(deviceUrl, { clientId: deviceId, username: deviceId, password: secret });
  try {
    await page.goto(`/equipmentManage/vehicleManageDetail?id=${vehicleId}`);
    await expect(page.getByText('该车辆还没有上报过数据')).toBeVisible();
    await device.publishAsync(`v1/${deviceId}/up/telemetry`, sample(50, 0), { qos: 1 });
    await expect(figures(page)).toContainText('电量50%');
    const requests: string[] = [];
    const watch = (request: Request): void => void requests.push(request.url());
    page.on('request', watch);
    for (const [soc, speed, shown] of [
      [83, 5, '18'],
      [82, 10, '36'],
      [81, 0, '0'],
    ] as const) {
      const sent = Date.now();
      await device.publishAsync(`v1/${deviceId}/up/telemetry`, sample(soc, speed), { qos: 1 });
      await expect(figures(page)).toContainText(`电量${soc}%速度${shown} km/h`);
      test.info().annotations.push({ type: 'on the page after', description: `${Date.now() - sent} ms` });
    }
    page.off('request', watch);
    // The map may load its own pieces; nothing asks the server for the state.
    expect(requests.filter((url) => !/\/(basemap|assets)\/|\/config\/map$/.test(url))).toEqual([]);
  } finally {
    await device.endAsync();
  }
});

test('a vehicle is online with its first report, and offline with its last will', async ({ admin: page, server }) => {
  const { deviceId, secret, vehicleId } = await newDevice(server);
  const will = { topic: `v1/${deviceId}/up/status`, payload: Buffer.from('offline'), qos: 1 as const, retain: true };
  const device = await mqtt.connectAsync(deviceUrl, { clientId: deviceId, username: deviceId, password: secret, will });
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${vehicleId}`);
  await device.publishAsync(`v1/${deviceId}/up/telemetry`, sample(66, 0), { qos: 1 });
  const head = page.getByRole('region', { name: '概况' });
  const online = head.getByRole('definition').first();
  await expect(online).toContainText('在线');
  await expect(head.getByRole('timer')).toContainText(/^\s*车辆数据\d+秒前上报，位置\d+秒前测定。$/);
  // The connection breaks, as in a tunnel: the broker speaks for the device.
  device.options.reconnectPeriod = 0;
  device.stream.destroy();
  await expect(online).toContainText('离线');
  await expect(online).toContainText('起，连接中断');
  await expect(head.getByRole('timer')).toContainText('均为离线前的数值');
});

test('a device of another make: mosquitto_pub', async ({ admin: page, server }) => {
  test.skip(!existsSync(mosquitto), 'mosquitto-clients is not installed');
  const { deviceId, secret, vehicleId } = await newDevice(server);
  await page.goto(`/equipmentManage/vehicleManageDetail?id=${vehicleId}`);
  await expect(page.getByText('该车辆还没有上报过数据')).toBeVisible();
  const { hostname, port } = new URL(deviceUrl);
  const args = [
    '-h',
    hostname,
    '-p',
    port || '1883',
    '-i',
    deviceId,
    '-u',
    deviceId,
    '-P',
    secret,
    '-q',
    '1',
    '-t',
    `v1/${deviceId}/up/telemetry`,
    '-m',
    sample(47, 0),
  ];
  const [code] = await once(spawn(mosquitto, args, { stdio: 'inherit' }), 'exit');
  expect(code).toBe(0);
  await expect(figures(page)).toContainText('电量47%');
});

test('an unknown device, a wrong secret and a foreign topic are refused', async ({ server }) => {
  const { deviceId, secret } = await newDevice(server);
  const once = { reconnectPeriod: 0, connectTimeout: 5_000 };
  await expect(
    mqtt.connectAsync(deviceUrl, { ...once, clientId: deviceId, username: deviceId, password: 'wrong' }),
  ).rejects.toThrow();
  await expect(
    mqtt.connectAsync(deviceUrl, {
      ...once,
      clientId: '490154203237518',
      username: '490154203237518',
      password: secret,
    }),
  ).rejects.toThrow();
});
