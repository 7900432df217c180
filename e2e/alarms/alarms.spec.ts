import mqtt, { type MqttClient } from 'mqtt';
import { addVehicle, deviceOf } from '../fleet.ts';
import { callAsAdmin, expect, expectMessage, firstOf, test } from '../fixtures.ts';
import { choose, typeInto } from '../hands.ts';

const deviceUrl = process.env['MQTT_URL'] ?? 'mqtt://127.0.0.1:1883';

interface Scooter {
  readonly client: MqttClient;
  readonly id: string;
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
    id,
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

/** Somebody to call about a vehicle that has no owner. */
async function giveDealer(server: string, id: string): Promise<void> {
  const { list } = await callAsAdmin(server, '/data/crm/dealer/list', { pageSize: 1, query: { status: 1 } });
  await callAsAdmin(server, '/veh/crm/vehicle/assignDealer', {
    ids: [id],
    dealerId: firstOf(list).id,
    shipDate: '2026-03-01',
  });
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
    await choose(dialog.getByLabel('处理结果'), '已解决');
    await typeInto(dialog.getByLabel('处理说明'), '电话联系车主，本人挪车');
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
    await expect(page.locator('.am-sla')).toContainText('剩余');
    await expect(page.getByText('"movedM": 42')).toBeVisible();
    await page.getByRole('button', { name: '十六进制' }).click();
    await expect(page.getByText(/^0000 {2}7b 22/)).toBeVisible();
    await page.getByRole('button', { name: '领取' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('处理中');
  } finally {
    await scooter.client.endAsync();
  }
});

test('an alarm becomes a repair order after a question, which can be taken back; one that cannot says why', async ({
  admin: page,
  server,
}) => {
  const scooter = await newScooter(server);
  const open = async (code: string): Promise<void> => {
    await scooter.event(code, 'raise');
    const find = async (): Promise<string | undefined> =>
      (await callAsAdmin(server, '/veh/crm/alarm/list', { query: { vin: scooter.vin, alarmType: code } })).list[0]?.id;
    await expect.poll(find).toBeDefined();
    await page.goto(`/alarmManage/alarmDetail?id=${await find()}`);
  };
  const step = page.locator('.wh-page-header').filter({ visible: true }).getByRole('button', { name: '转报修' });
  try {
    await open('ILLEGAL_MOVE');
    await expect(step).toHaveAccessibleDescription('只有电池和故障类报警可以转报修');
    await open('CELL_OVER_TEMP');
    await expect(step).toHaveAccessibleDescription('车辆没有车主也没有经销商，无人可联系');
    await giveDealer(server, scooter.id);
    await page.reload();
    await step.click();
    const question = page.getByRole('dialog');
    await expect(question).toContainText(/将报警AL\d+转为报修单？/);
    await expect(question).toContainText(scooter.vin);
    await question.getByRole('button', { name: /取\s?消/ }).click();
    await expect(question).toBeHidden();
    await step.click();
    await question.getByRole('button', { name: '转报修' }).click();
    await expectMessage(page, '已创建报修单');
    await expect(step).toHaveAccessibleDescription(/已有未完成的报修单RP\d+/);
    await page.getByRole('button', { name: '撤回' }).click();
    await expect(question).toContainText(/撤回报修单RP\d+？/);
    await question.getByRole('button', { name: /确\s?定/ }).click();
    await expectMessage(page, '报修单已撤回');
    await expect(step).not.toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByText('撤回报修单', { exact: true })).toBeVisible();
  } finally {
    await scooter.client.endAsync();
  }
});
