import mqtt, { type MqttClient } from 'mqtt';
import { addVehicle, deviceOf } from './fleet.ts';
import { callAsAdmin, expect, expectMessage, test } from './fixtures.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';

interface Scooter {
  readonly client: MqttClient;
  readonly vin: string;
  event(code: string, state: 'raise' | 'clear'): Promise<void>;
}

async function newScooter(server: string): Promise<Scooter> {
  const { id, vin } = await addVehicle(server);
  const device = await deviceOf(server, id);
  const client = await mqtt.connectAsync(deviceUrl, {
    clientId: device.deviceId,
    username: device.deviceId,
    password: device.secret,
  });
  let seq = 0;
  return {
    client,
    vin,
    async event(code, state) {
      const body = {
        v: 1,
        mid: `1-${++seq}`,
        ts: Date.now(),
        code,
        state,
        severity: 'critical',
        pos: { lat: 31.230416, lng: 121.473701 },
        data: { movedM: 42 },
      };
      await client.publishAsync(`v1/${device.deviceId}/up/event`, JSON.stringify(body), { qos: 1 });
    },
  };
}

test('an alarm of a device appears by push, is claimed and handled', async ({ admin: page, server }) => {
  const scooter = await newScooter(server);
  try {
    const stream = page.waitForResponse((answer) => /live\/stream.*alarm/.test(answer.url()));
    await page.goto('/alarmManage/alarmManage');
    await expect(page.getByRole('heading', { level: 1, name: '报警列表' })).toBeVisible();
    await expect(page.getByRole('group', { name: '待处理概况' })).toBeVisible();
    await stream;
    await scooter.event('ILLEGAL_MOVE', 'raise');
    const row = page.getByRole('row').filter({ hasText: scooter.vin });
    await expect(row).toContainText('非法移动');
    await expect(row).toContainText('未处理');
    await row.getByRole('button', { name: '领取' }).click();
    await expect(row).toContainText('处理中');
    await scooter.event('ILLEGAL_MOVE', 'clear');
    await expect(row).toContainText('已恢复');
    await row.getByRole('button', { name: '处理完成', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: '处理完成', exact: true }).click();
    await expect(dialog.getByText('请填写处理说明')).toBeVisible();
    await dialog.getByLabel('处理结果').click();
    await page.getByTitle('已解决').click();
    await dialog.getByLabel('处理说明').fill('电话联系车主，本人挪车');
    await dialog.getByRole('button', { name: '处理完成', exact: true }).click();
    await expectMessage(page);
    await expect(row).toContainText('已处理');
  } finally {
    await scooter.client.endAsync();
  }
});

test('the detail shows what happened, and the bytes the device sent', async ({ admin: page, server }) => {
  const scooter = await newScooter(server);
  try {
    await scooter.event('CRASH', 'raise');
    const { list } = await callAsAdmin(server, '/veh/crm/alarm/list', {
      query: { vin: scooter.vin },
    });
    await page.goto(`/alarmManage/alarmDetail?id=${list[0]?.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('紧急');
    await expect(page.getByRole('timer')).toContainText('剩余');
    await expect(page.getByText('"movedM": 42')).toBeVisible();
    await page.getByRole('button', { name: '十六进制' }).click();
    await expect(page.getByText(/^0000 {2}7b 22/)).toBeVisible();
    await page.getByRole('button', { name: '领取' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('处理中');
  } finally {
    await scooter.client.endAsync();
  }
});
