import type { MqttClient } from 'mqtt';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DeviceMessage, onUplink, publishDown } from '../../src/gateway/service.ts';
import { acked, eventually, type Rig, startRig, type TestDevice, up } from './fixture.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

const command = (id: string) => ({ v: 1 as const, id, type: 'find', args: {}, iat: 0, exp: 0 });

async function listen(client: MqttClient, device: TestDevice): Promise<string[]> {
  const heard: string[] = [];
  client.on('message', (topic, payload) =>
    heard.push(`${topic.split('/').at(-1)} ${(JSON.parse(String(payload)) as { id: string }).id}`),
  );
  await client.subscribeAsync(`v1/${device.imei}/down/#`, { qos: 1 });
  return heard;
}

test('a downlink reaches the connected device when its transaction commits, and only then', async () => {
  const device = await rig.addVehicle();
  const heard = await listen(await rig.connect(device), device);
  await rig.app.db
    .transaction()
    .execute(async (tx) => {
      await publishDown(tx, device.imei, 'cmd', command('undone'));
      throw new Error('undo');
    })
    .catch(() => undefined);
  await rig.app.db.transaction().execute(async (tx) => {
    await publishDown(tx, device.imei, 'cmd', command('a'));
    await publishDown(tx, device.imei, 'cmd', command('b'));
    await sleep(150);
    expect(heard).toEqual([]);
  });
  await eventually(async () => heard.length >= 2);
  expect(heard).toEqual(['cmd a', 'cmd b']);
  await eventually(
    async () => (await rig.rows('select from dev_downlink where device_id = $1', [device.imei])).length === 0,
  );
});

test('what was sent while it was away waits, unless it has expired', async () => {
  const device = await rig.addVehicle();
  await publishDown(rig.app.db, device.imei, 'cmd', command('old'), 0.1);
  await publishDown(rig.app.db, device.imei, 'cmd', command('new'), 60);
  await sleep(250);
  const heard = await listen(await rig.connect(device), device);
  await eventually(async () => heard.length > 0);
  await sleep(100);
  expect(heard).toEqual(['cmd new']);
});

test('handlers see an uplink once, in the transaction that acknowledges it; their mistakes hold nobody up', async () => {
  const device = await rig.addVehicle();
  const seen: DeviceMessage[] = [];
  const offs = [
    onUplink('cmd', async (db, messages) => {
      await db.updateTable('vehicle' as never).execute();
      seen.push(...messages);
    }),
    onUplink('cmd', async (_db, messages) => {
      seen.push(...messages);
    }),
    onUplink('ready', async (_db, messages) => {
      seen.push(...messages);
    }),
  ];
  const client = await rig.connect(device);
  await listen(client, device);
  const answer = JSON.stringify({ v: 1, mid: '1-1', id: 'x1', st: 'received', code: 0, ts: Date.now() });
  for (let i = 0; i < 3; i++) expect(await acked(client, up(device, 'cmd'), answer)).toBe(true);
  for (const off of offs) off();
  expect(seen.map((message) => [message.kind, message.ref, message.state])).toEqual([
    ['ready', null, null],
    ['cmd', 'x1', 'received'],
  ]);
  expect(seen[1]?.payload).toMatchObject({ id: 'x1', st: 'received' });
});
