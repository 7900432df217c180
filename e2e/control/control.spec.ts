import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';
import { expect, expectMessage, test } from '../fixtures.ts';
import { addVehicle, deviceOf } from '../fleet.ts';
import { choose, typeInto } from '../hands.ts';
import { walkStops } from '../stops.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';

/** A device takes its time between steps. */
const thinkMs = 300;

interface Command {
  readonly id: string;
  readonly type: string;
}

/** A vehicle of its own on a real socket, which answers what the test gives it. */
async function newVehicle(server: string): Promise<{ vin: string; connect: (answer: Answer) => Promise<MqttClient> }> {
  const { id, vin } = await addVehicle(server);
  const { deviceId, secret } = await deviceOf(server, id);
  let seq = 0;
  const connect = async (answer: Answer): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(deviceUrl, { clientId: deviceId, username: deviceId, password: secret });
    const say = (kind: string, body: object) =>
      client.publishAsync(`v1/${deviceId}/up/${kind}`, JSON.stringify({ v: 1, mid: `1-${++seq}`, ...body }), {
        qos: 1,
      });
    client.on('message', (topic, payload) => {
      const command = JSON.parse(String(payload)) as Command;
      const steps = topic.endsWith('/cmd') ? answer(command) : [];
      void (async () => {
        for (const [st, code, data] of steps) {
          await sleep(thinkMs);
          await say('cmd', { id: command.id, st, code, ts: Date.now(), ...(data && { data }) });
        }
      })();
    });
    await client.subscribeAsync(`v1/${deviceId}/down/#`, { qos: 1 });
    await say('telemetry', {
      s: [
        {
          ts: Date.now(),
          tsq: 'gnss',
          pos: { lat: 31.23, lng: 121.47, spd: 0, fix: 3 },
          st: { acc: false },
          odo: 1000,
        },
      ],
    });
    return client;
  };
  return { vin, connect };
}
type Answer = (command: Command) => readonly (readonly [string, number, object?])[];

test('a command is sent, followed by push alone, and succeeds; a refused one says why', async ({
  admin: page,
  server,
}) => {
  const vehicle = await newVehicle(server);
  const device = await vehicle.connect(({ type }) =>
    type === 'find'
      ? [
          ['received', 0],
          ['succeeded', 0, { seconds: 10 }],
        ]
      : [['rejected', 6]],
  );
  // As over plain http.
  await page.addInitScript(() => Reflect.deleteProperty(Crypto.prototype, 'randomUUID'));
  try {
    await page.goto(`/equipmentManage/remoteControl?vin=${vehicle.vin}`);
    await expect(page.getByRole('heading', { level: 1, name: '远程控制' })).toBeVisible();
    await page.getByRole('button', { name: '寻车' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(vehicle.vin);
    await dialog.getByRole('button', { name: '下发' }).click();
    await expect(dialog.getByText('请填写原因')).toBeVisible();
    await choose(dialog.getByLabel('原因'), '车主要求');
    await walkStops(dialog);
    const polled: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/vehicle/controlResult')) polled.push(request.url());
    });
    await dialog.getByRole('button', { name: '下发' }).click();
    const log = page.getByRole('list', { name: '指令记录' });
    await expect(log.getByRole('status').first()).toHaveText('成功');
    await expectMessage(page, '「寻车」成功');
    expect(polled).toEqual([]);

    await page.getByRole('button', { name: '断电' }).click();
    await typeInto(dialog.getByLabel('说明'), '远程检查');
    await typeInto(dialog.getByLabel(/后6位/), '000000');
    await dialog.getByRole('button', { name: '下发' }).click();
    await expect(dialog).toBeVisible();
    await typeInto(dialog.getByLabel(/后6位/), vehicle.vin.slice(-6));
    await dialog.getByRole('button', { name: '下发' }).click();
    await expect(log.getByRole('status').first()).toHaveText('失败');
    await expect(log.getByText('失败: 机构故障')).toBeVisible();
  } finally {
    await device.endAsync();
  }
});

test('a command without an answer says what to try, and is sent again with what was said before', async ({
  admin: page,
  server,
}) => {
  test.slow();
  const vehicle = await newVehicle(server);
  const device = await vehicle.connect(() => []);
  try {
    await page.goto(`/equipmentManage/remoteControl?vin=${vehicle.vin}`);
    await page.getByRole('button', { name: '撤防' }).click();
    const dialog = page.getByRole('dialog');
    await choose(dialog.getByLabel('原因'), '车主要求');
    await typeInto(dialog.getByLabel('说明'), '车主来电，人在车旁');
    await dialog.getByLabel('已征得车主同意').click();
    await dialog.getByRole('button', { name: '下发' }).click();
    const log = page.getByRole('list', { name: '指令记录' });
    // The platform waits half a minute for an answer.
    await expect(log.getByRole('status').first()).toHaveText('超时', { timeout: 90_000 });
    const advice = log.getByRole('region', { name: '可以这样处理' });
    await expect(advice).toContainText(/车辆在线，直接重试一次|最近一次上报在|车辆自.+起离线/);
    await expect(advice).toContainText('在APP里用蓝牙开锁');
    await log.getByRole('button', { name: '重试' }).click();
    await expect(dialog).toContainText('下发「撤防」');
    await expect(dialog.getByLabel('说明')).toHaveValue('车主来电，人在车旁');
    await expect(dialog).toContainText('车主要求');
    await dialog.getByRole('button', { name: /取\s?消|放弃/ }).click();
  } finally {
    await device.endAsync();
  }
});

test('a debug session: a frame goes out, its answer comes back decoded', async ({ admin: page, server }) => {
  const vehicle = await newVehicle(server);
  const device = await vehicle.connect(() => [
    ['received', 0],
    // READ_METER: 12345 km, backlight 60.
    ['succeeded', 0, { hex: 'AA000904400100000030393CD3' }],
  ]);
  try {
    await page.goto(`/equipmentManage/vehicleRemoteDebugging?vin=${vehicle.vin}`);
    await page.getByRole('button', { name: '开始会话' }).click();
    await expect(page.getByRole('timer')).toContainText('剩余');
    await page.getByRole('treeitem', { name: /READ_METER/ }).click();
    await page.getByRole('button', { name: '下发', exact: true }).click();
    const screen = page.getByRole('log');
    await expect(screen).toContainText('总里程 12345 km');
    await expect(screen).toContainText('背光 60');
    await page.getByRole('button', { name: '结束会话' }).click();
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: '结束会话' }).click();
    await expect(page.getByText('会话已结束').first()).toBeVisible();
  } finally {
    await device.endAsync();
  }
});

test('the library takes no parameters that are not JSON', async ({ admin: page }) => {
  await page.goto('/equipmentManage/vehicleRemoteDebugging');
  await page.getByRole('button', { name: '指令库' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog').last();
  const item = form.locator('.ant-form-item').filter({ has: page.locator('label[for="paramSchema"]') });
  const params = form.locator('[id="paramSchema"]');
  const save = (): Promise<void> => form.getByRole('button', { name: /保\s?存$/ }).click();
  const required = form.locator('.ant-form-item-explain-error').filter({ hasText: '请填写' }).first();
  await typeInto(params, '[]');
  await typeInto(params, '[{');
  await expect(item).toContainText('不是有效的JSON');
  await save();
  await expect(item).toContainText('参数定义的类型不正确');
  await expect(params).toHaveValue('[{');
  await typeInto(params, '[ {"name": "level"} ]');
  await save();
  await expect(required).toBeVisible();
  await expect(item).not.toContainText('参数定义的类型不正确');
  await expect(params).toHaveValue('[ {"name": "level"} ]');
});
