import mqtt from 'mqtt';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../support/certificate.ts';
import { freePort } from '../../src/db/free-port.ts';
import { tempDir } from '../support/temp.ts';
import { acked, eventually, type Rig, startRig, telemetry, type TestDevice, up } from './fixture.ts';

const dir = tempDir();
const { cert, key } = selfSigned();
let rig: Rig;
let device: TestDevice;
let port: number;

beforeAll(async () => {
  writeFileSync(join(dir, 'cert.pem'), cert);
  writeFileSync(join(dir, 'key.pem'), key);
  port = await freePort();
  rig = await startRig({
    config: { mqttTls: { port, cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') } },
  });
  device = await rig.addVehicle();
});
afterAll(async () => {
  await rig.stop();
  rmSync(dir, { recursive: true, force: true });
});

const secure = (options: mqtt.IClientOptions = {}) =>
  mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    clientId: device.imei,
    username: device.imei,
    password: device.secret,
    reconnectPeriod: 0,
    ca: cert,
    ...options,
  });

test('a device reports over TLS as over the plain port, which stays open beside it', async () => {
  const client = await secure();
  expect(await acked(client, up(device, 'telemetry'), telemetry(1, 1, { ts: Date.now() }))).toBe(true);
  const [row] = await rig.rows<{ n: number }>('select count(*)::int as n from veh_telemetry where vehicle_id = $1', [
    device.vehicleId,
  ]);
  expect(row?.n).toBe(1);
  const plain = await rig.connect(await rig.addVehicle());
  expect(plain.connected).toBe(true);
  await client.endAsync();
});

test('the platform proves who it is; the device still has to show its secret', async () => {
  await expect(secure({ ca: selfSigned().cert })).rejects.toThrow(/certificate/);
  await expect(secure({ password: 'wrong' })).rejects.toMatchObject({ code: 5 });
  const counted = await eventually(async () => (await rig.refusals())['secret']);
  expect(counted).toBe(1);
});

test('plain MQTT on the TLS port is closed, and harms nobody', async () => {
  const plain = net.connect(port, '127.0.0.1');
  plain.on('error', () => undefined);
  await once(plain, 'connect');
  plain.write(Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]));
  await once(plain, 'close');
  const client = await secure();
  expect(await acked(client, up(device, 'telemetry'), telemetry(1, 2, { ts: Date.now() }))).toBe(true);
  await client.endAsync();
});
