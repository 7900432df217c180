import { entities, plain } from '@wheelhouse/entities/registry';
import mqtt, { type MqttClient } from 'mqtt';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addUser, password } from '../access/fixture.ts';
import { addSample, bindOwner } from '../registry/samples.ts';
import { createTestApp, type Answer, type TestApp } from '../support/app.ts';

export interface Bound {
  readonly vehicleId: string;
  readonly vin: string;
  readonly imei: string;
  readonly ownerId: string;
}

/** A device that listens. */
export interface Heard {
  readonly client: MqttClient;
  /** Payloads by kind of downlink, in the order they came. */
  readonly down: Record<'cmd' | 'config', Record<string, unknown>[]>;
  say(kind: string, payload: object): Promise<void>;
}

/** A server with its gateway, staff and bound vehicles. */
export interface Kit {
  readonly t: TestApp;
  rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>;
  vehicle(): Promise<Bound>;
  freeVehicle(): Promise<Omit<Bound, 'ownerId'>>;
  /** Token of a new member of staff with these roles. */
  staff(username: string, ...roles: string[]): Promise<string>;
  app<Data = unknown>(userId: string, path: string, body: object, method?: 'GET' | 'POST'): Promise<Answer<Data>>;
  connect(vehicle: Pick<Bound, 'vehicleId' | 'imei'>): Promise<Heard>;
  stop(): Promise<void>;
}

async function listen(
  gateway: Gateway,
  t: TestApp,
  { vehicleId, imei }: Pick<Bound, 'vehicleId' | 'imei'>,
): Promise<Heard> {
  await setDeviceSecret(t.app.db, vehicleId, imei, 'secret');
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
    clientId: imei,
    username: imei,
    password: 'secret',
    reconnectPeriod: 0,
  });
  const down: Heard['down'] = { cmd: [], config: [] };
  client.on('message', (topic, payload) => {
    const kind = topic.split('/')[3];
    if (kind === 'cmd' || kind === 'config') down[kind].push(JSON.parse(payload.toString()) as Record<string, unknown>);
  });
  await client.subscribeAsync(`v1/${imei}/down/#`, { qos: 1 });
  const say = async (kind: string, payload: object) => {
    await client.publishAsync(`v1/${imei}/up/${kind}`, JSON.stringify({ v: 1, ...payload }), { qos: 1 });
  };
  await say('status', { st: 'online' });
  return { client, down, say };
}

export async function startKit(): Promise<Kit> {
  const t = await createTestApp();
  const gateway = await startGateway(t.app);
  const clients: MqttClient[] = [];
  const rows: Kit['rows'] = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await t.app.pool.query<Row>(sql, values)).rows;
  const freeVehicle = async () => {
    const vehicleId = await addSample(t, plain(entities.vehicle));
    const [row] = await rows<{ vin: string; imei: string }>(
      'select vin, imei from veh_vehicle where id = $1',
      vehicleId,
    );
    if (!row) throw new Error('no vehicle');
    return { vehicleId, ...row };
  };
  return {
    t,
    rows,
    freeVehicle,
    async vehicle() {
      const free = await freeVehicle();
      return { ...free, ownerId: await bindOwner(t, free.vehicleId) };
    },
    async staff(username, ...roles) {
      await addUser(t, { username, roles });
      return t.login(username, password);
    },
    async app<Data>(userId: string, path: string, body: object, method: 'GET' | 'POST' = 'POST') {
      return t.call<Data>(method, path, body, { as: await issueAppToken(t.app, userId) });
    },
    async connect(vehicle) {
      const heard = await listen(gateway, t, vehicle);
      clients.push(heard.client);
      return heard;
    },
    async stop() {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await t.stop();
    },
  };
}

/** What a case's form asks for. */
export const caseForm = {
  stolenTime: '2026-01-05 08:00:00',
  stolenAddress: '世纪大道地铁站3号口',
  contactName: '王小明',
  contactMobile: '13812345678',
  description: '停放一小时后不见',
} as const;
