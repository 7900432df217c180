import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBench, type Bench, type Made } from './fixture.ts';

let b: Bench;
let vehicle: Made;
beforeAll(async () => {
  b = await startBench();
  vehicle = await b.vehicle();
});
afterAll(() => b.stop());

type Version = Readonly<Record<'softwareFrom' | 'softwareVersion' | 'hardwareVersion' | 'sn', string | null>>;

test('a part’s versions and settings as its device reports them, and its exchange, make its history', async () => {
  const device = await b.connect(vehicle);
  const now = Date.now();
  const report = (seq: number, sw: string, sn = 'ZK25B20A0F3D21') =>
    device.send('telemetry', {
      mid: `7-${seq}`,
      s: [{ ts: now - 100_000 + seq * 1000, ecu: [{ type: 'VCU', sn, sw, hw: 'C1', ok: true }] }],
    });
  await report(1, '5.2.0');
  await report(2, '5.2.0');
  await report(3, '5.3.0');
  await device.send('config', {
    mid: '7-4',
    ver: 42,
    reported: { reportMovingS: 5, guardRadiusM: 50, bleKey: 'geheim' },
  });
  await device.send('status', { st: 'online' });
  const { list } = await b.ok<{ list: { id: string; deviceType: number }[] }>('/veh/crm/ecu/list', {
    query: { vehicleId: vehicle.id },
  });
  expect(list).toHaveLength(1);
  const id = list[0]?.id;
  const part = await b.ok<Record<string, unknown>>('/veh/crm/ecu/detail', { id });
  expect(part).toMatchObject({ softwareVersion: '5.3.0', hardwareVersion: 'C1', resetCount: 1 });
  expect(part['config']).toEqual({ reportMovingS: 5, guardRadiusM: 50, version: 42 });
  const versions = async () =>
    (await b.ok<{ list: Version[] }>('/veh/crm/ecu/version/list', { query: { ecuId: id } })).list;
  expect(await versions()).toMatchObject([
    { softwareFrom: '5.2.0', softwareVersion: '5.3.0' },
    { softwareFrom: null, softwareVersion: '5.2.0', hardwareVersion: 'C1' },
  ]);
  await report(5, '5.2.9', 'ZK25B20A0F3D22');
  expect(await versions()).toHaveLength(3);
});
