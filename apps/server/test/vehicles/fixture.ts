import mqtt, { type MqttClient } from 'mqtt';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { vehicle } from '@wheelhouse/entities/vehicles/vehicle';
import { vehicleType } from '@wheelhouse/entities/vehicles/vehicle-type';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { unseal } from '../../src/entity/seal.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type Answer, type TestApp } from '../support/app.ts';

export interface Made {
  readonly id: string;
  readonly form: Readonly<Record<string, unknown>>;
}

/** A whole server with a gateway, and the administrator's calls. */
export interface Bench {
  readonly t: TestApp;
  /** A call of the administrator. */
  post<Data = unknown>(path: string, body?: unknown): Promise<Answer<Data>>;
  /** A call that must succeed. */
  ok<Data = unknown>(path: string, body?: unknown): Promise<Data>;
  vehicle(form?: Record<string, unknown>): Promise<Made>;
  battery(form?: Record<string, unknown>): Promise<Made>;
  /** A vehicle model with a code of its own. */
  model(): Promise<string>;
  /** An app user, and a token of theirs. */
  appUser(): Promise<{ id: string; token: string; mobile: string }>;
  rows<Row extends object>(text: string, ...values: unknown[]): Promise<Row[]>;
  /** Connects a vehicle's control unit as the device would. */
  connect(made: Made): Promise<{ client: MqttClient; send(kind: string, body: object): Promise<void> }>;
  stop(): Promise<void>;
}

const secret = 'equipment-test-secret';

export async function startBench(env: Record<string, string> = {}): Promise<Bench> {
  const t = await createTestApp({ env });
  let gateway: Gateway | undefined;
  const clients: MqttClient[] = [];
  const post: Bench['post'] = (path, body) => t.call('POST', path, body, { as: 'admin' });
  const ok = async <Data>(path: string, body?: unknown): Promise<Data> => {
    const answer = await post<Data>(path, body);
    if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
    return answer.data;
  };
  const add = async (base: string, form: Record<string, unknown>): Promise<Made> => ({
    id: (await ok<{ id: string }>(`${base}/add`, form)).id,
    form,
  });
  let models = 0;
  const appUser: Bench['appUser'] = async () => {
    const id = await addAppUser(t);
    const { rows } = await t.app.pool.query<{ enc: Buffer }>(
      'select mobile_enc as enc from usr_app_user where id = $1',
      [id],
    );
    return { id, mobile: rows[0] ? unseal(t.app.secrets, rows[0].enc) : '', token: await issueAppToken(t.app, id) };
  };
  return {
    t,
    appUser,
    model: async () =>
      (await add('/veh/crm/vehicleType', { ...(await sampleForm(t, plain(vehicleType))), code: `T-${++models}` })).id,
    post,
    ok,
    vehicle: async (form = {}) =>
      add('/veh/crm/vehicle', { ...(await sampleForm(t, plain(vehicle))), batteryIds: [], ...form }),
    battery: async (form = {}) => add('/veh/crm/battery', { ...(await sampleForm(t, plain(battery))), ...form }),
    rows: async <Row extends object>(text: string, ...values: unknown[]) =>
      (await t.app.pool.query<Row>(text, values)).rows,
    connect: async ({ id, form }) => {
      gateway ??= await startGateway(t.app);
      const imei = String(form['imei']);
      await setDeviceSecret(t.app.db, id, imei, secret);
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
        clientId: imei,
        username: imei,
        password: secret,
        reconnectPeriod: 0,
      });
      clients.push(client);
      return {
        client,
        send: async (kind, body) =>
          void (await client.publishAsync(`v1/${imei}/up/${kind}`, JSON.stringify({ v: 1, ...body }), { qos: 1 })),
      };
    },
    stop: async () => {
      for (const client of clients) client.end(true);
      await gateway?.stop();
      await t.stop();
    },
  };
}
