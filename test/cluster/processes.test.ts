import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addVehicles, imeiOf, secretOf } from '../../bench/devices.ts';
import { hashOf } from './http.ts';
import { type Installation, startInstallation } from './installation.ts';
import { underLoad } from './load.ts';
import { adminPassword, createTestApp, type TestApp } from '../../apps/server/test/support/app.ts';
import { selfSigned } from '../../apps/server/test/support/certificate.ts';
import { haproxyProgram } from '../../apps/server/test/support/haproxy.ts';
import { tempDir } from '../../apps/server/test/support/temp.ts';
import { secretKeyIn } from '../../scripts/tools.ts';

const why = haproxyProgram === undefined ? ' (skipped: there is no haproxy on this machine)' : '';

describe.skipIf(haproxyProgram === undefined)(`two processes behind haproxy${why}`, () => {
  const imeis = Array.from({ length: 3 }, (_, n) => imeiOf(n));
  const dir = tempDir();
  const { cert, key } = selfSigned();
  let t: TestApp;
  let installation: Installation;

  beforeAll(async () => {
    t = await createTestApp();
    await addVehicles(t.app.pool, imeis);
    writeFileSync(join(dir, 'cert.pem'), cert);
    writeFileSync(join(dir, 'key.pem'), key);
    installation = await startInstallation({
      databaseUrl: t.databaseUrl,
      dir,
      roles: ['api,gateway', 'api,gateway'],
      tls: { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') },
      env: {
        DATA_DIR: t.app.config.dataDir,
        SECRET_KEY: secretKeyIn(t.app.config.dataDir),
        ADMIN_PASSWORD: adminPassword,
      },
    });
  });
  afterAll(async () => {
    await installation.stop();
    await t.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Addresses of this machine that stand for those of callers and devices. */
  const [ofCaller, ofDevice, ofSecureDevice] = ['127.0.0.7', '127.0.0.8', '127.0.0.9'];

  test('calls carry the address of their caller, whatever the caller claims of it; metrics stay inside', async () => {
    const ask = async (path: string, body: object) => {
      const outgoing = request({
        host: '127.0.0.1',
        port: installation.balancer.http,
        localAddress: ofCaller,
        method: 'POST',
        path,
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': '6.6.6.6',
          'x-forwarded-host': 'evil.example',
        },
      });
      outgoing.end(JSON.stringify(body));
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      await answer.resume().toArray();
      return answer.statusCode;
    };
    expect(await ask('/system/crm/sysUser/ssoLogin', { username: 'admin', password: hashOf(adminPassword) })).toBe(200);
    const { rows } = await t.app.pool.query<{ ip: string }>('select ip from sys_login_log order by id desc limit 1');
    expect(rows).toEqual([{ ip: ofCaller }]);
    expect(await ask('/metrics', {})).toBe(404);
  });

  test('devices carry theirs, by MQTT as by MQTT over TLS', async () => {
    const [plain = '', secure = ''] = imeis;
    const { mqtt: plainPort, mqttTls } = installation.balancer;
    const host = '127.0.0.1';
    const ways = [
      [plain, () => net.connect({ host, port: plainPort, localAddress: ofDevice })],
      [
        secure,
        () =>
          tls.connect({ socket: net.connect({ host, port: mqttTls, localAddress: ofSecureDevice }), host, ca: cert }),
      ],
    ] as const;
    for (const [imei, connect] of ways) {
      const client = new mqtt.MqttClient(connect, {
        clientId: imei,
        username: imei,
        password: secretOf(imei),
        reconnectPeriod: 0,
        keepalive: 60,
      });
      await new Promise((resolve, reject) => client.once('connect', resolve).once('error', reject));
      await client.endAsync();
    }
    const addresses = async () => {
      const { rows } = await t.app.pool.query<{ ip: string }>('select ip from dev_connection order by ip');
      return rows.map(({ ip }) => ip);
    };
    await expect.poll(addresses).toEqual([ofDevice, ofSecureDevice]);
    // Without the line that says whose connection it is nobody gets in.
    const direct = net.connect({ host, port: installation.parts[0]?.mqtt ?? 0 });
    direct.on('error', () => undefined);
    direct.write(Buffer.from([0x10, 12, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0]));
    await once(direct, 'close');
  });

  test('a rolling restart under load: no request fails, no message is lost or stored twice, pages go on', async () => {
    const load = { imeis, callers: 3, pauseMs: 20, listeners: 2 };
    const { failures, ...counts } = await underLoad(installation, t.app.pool, load, async () => {
      await sleep(500);
      for (const part of installation.parts) await installation.restart(part);
      await sleep(500);
    });
    expect([...failures]).toEqual([]);
    expect(counts).toMatchObject({
      missing: 0,
      twice: 0,
      failed: 0,
      lost: 0,
      writtenTwice: 0,
      unnoticed: 0,
      behind: 0,
    });
    expect(counts.acknowledged).toBeGreaterThan(100);
    expect(counts.written).toBeGreaterThan(50);
    // Each page was at one of the processes, and each of these was stopped.
    expect(counts.gaps).toBeGreaterThanOrEqual(load.listeners);
    expect(counts.events).toBeGreaterThan(50);
  }, 240_000);
});
