import { spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { publishDown } from '../../src/gateway/service.ts';
import { tempDir } from '../support/temp.ts';
import { eventually, startRig } from './fixture.ts';

const program = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url));

test('the simulated fleet connects, reports, answers commands and leaves on request', async () => {
  const rig = await startRig({ vehicles: 8 });
  const dir = tempDir();
  const list = rig.devices.map(({ imei }, n) => ({
    imei,
    vin: imei,
    vehicleTypeCode: 'T1',
    batterySns: [`SN${imei}`],
    home: { lng: 121.4 + n / 100, lat: 31.2 },
    city: '上海',
    maxSpeedKmh: 45,
    rangeKm: 80,
    voltageV: 60,
    capacityAh: 24,
    iccid: null,
    seed: n,
  }));
  writeFileSync(join(dir, 'vehicles.json'), JSON.stringify(list));
  for (const { vehicleId, imei } of rig.devices)
    await setDeviceSecret(rig.app.db, vehicleId, imei, createHmac('sha256', 'key').update(imei).digest('hex'));
  const child = spawn(process.execPath, [program], {
    env: {
      MQTT_URL: `mqtt://127.0.0.1:${rig.gateway.port}`,
      SIMULATOR_VEHICLES: join(dir, 'vehicles.json'),
      SIMULATOR_KEY: 'key',
      SIMULATOR_RATE: '50',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (data) => (complaint += String(data)));
  const [first] = rig.devices;
  await eventually(
    async () => (await rig.rows('select from veh_vehicle_status where online = 1 and soc is not null')).length === 8,
    40_000,
  );
  for (let n = 0; n < 5; n++) {
    await publishDown(rig.app.db, first?.imei ?? '', 'cmd', {
      v: 1,
      id: `c${n}`,
      type: 'find',
      args: {},
      iat: Date.now(),
      exp: Date.now() + 60_000,
    });
  }
  const answers = () =>
    rig.rows("select from veh_device_event where kind = 'cmd' and state in ('succeeded', 'failed')");
  await eventually(async () => (await answers()).length >= 2, 40_000);
  expect(await rig.refusals()).toEqual({});
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(complaint).toBe('');
  rmSync(dir, { recursive: true });
  await rig.stop();
}, 60_000);
