import mqtt, { type MqttClient } from 'mqtt';
import { setDeviceSecret } from '../../src/gateway/credentials.ts';
import { startGateway, type Gateway } from '../../src/gateway/index.ts';
import { withTransaction } from '../../src/db/pool.ts';
import { clearAlarm, raiseAlarm, type Raise } from '../../src/modules/alarms/service.ts';
import { makeWorld } from '../fleet/world.ts';
import { imeiOf } from '../gateway/fixture.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

export interface Scooter {
  readonly id: string;
  readonly imei: string;
  readonly vin: string;
  readonly secret: string;
  readonly ownerId: string;
}

/** The whole server with a gateway, two dealers and a model whose top speed is 50 km/h. */
export interface World {
  readonly t: TestApp;
  readonly gateway: Gateway;
  addScooter(options?: {
    readonly dealerId?: string;
    readonly stopped?: boolean;
    readonly iccid?: string;
  }): Promise<Scooter>;
  connect(scooter: Scooter): Promise<Device>;
  rows<Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]>;
  raise(raise: Partial<Raise> & Pick<Raise, 'vehicleId' | 'type'>): Promise<string | undefined>;
  clear(vehicleId: string, type: string, time?: Date): Promise<string | undefined>;
  stop(): Promise<void>;
}

/** A device on its connection; numbers its messages. */
export interface Device {
  readonly client: MqttClient;
  event(code: string, state: 'raise' | 'clear' | 'info', more?: object): Promise<void>;
  report(...samples: object[]): Promise<void>;
  send(kind: string, body: object): Promise<void>;
}

let made = 0;

export async function makeAlarmWorld(): Promise<World> {
  const t = await createTestApp();
  await makeWorld(t.app);
  const gateway = await startGateway(t.app);
  const clients: MqttClient[] = [];
  const rows = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await t.app.pool.query<Row>(sql, values)).rows;
  return {
    t,
    gateway,
    rows,
    async addScooter({ dealerId = '9001', stopped = false, iccid } = {}) {
      const n = ++made;
      const [imei, vin, secret] = [imeiOf(5000 + n), `LZXALRMA0SA${String(n).padStart(6, '0')}`, `secret-${n}`];
      const ownerId = await addAppUser(t);
      const [row] = await rows<{ id: string }>(
        `insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, iccid, production_date, dealer_id, owner_user_id, activation_status, activation_time, bind_status, operation_status)
         values ($1, 9001, 'BLK', $2, $3, $4, '2025-01-01', $5, $6, 1, now() - interval '90 days', 1, $7) returning id::text as id`,
        vin,
        imei,
        `ZK${String(n).padStart(12, '0')}`,
        iccid ?? null,
        dealerId,
        ownerId,
        stopped ? 1 : 0,
      );
      const id = row?.id ?? '';
      await setDeviceSecret(t.app.db, id, imei, secret);
      return { id, imei, vin, secret, ownerId };
    },
    async connect(scooter) {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${gateway.port}`, {
        clientId: scooter.imei,
        username: scooter.imei,
        password: scooter.secret,
        reconnectPeriod: 0,
      });
      clients.push(client);
      let seq = 0;
      const send = async (kind: string, body: object) =>
        void (await client.publishAsync(
          `v1/${scooter.imei}/up/${kind}`,
          JSON.stringify({ v: 1, mid: `1-${++seq}`, ...body }),
          { qos: 1 },
        ));
      return {
        client,
        send,
        event: (code, state, more = {}) => send('event', { ts: Date.now(), code, state, ...more }),
        report: (...samples) => send('telemetry', { s: samples }),
      };
    },
    raise: async (raise) =>
      (await withTransaction(t.app.db, (tx) => raiseAlarm(tx, { time: new Date(), source: 'server', ...raise })))
        ?.alarmId,
    clear: (vehicleId, type, time = new Date()) =>
      withTransaction(t.app.db, (tx) => clearAlarm(tx, { vehicleId, type, time })),
    async stop() {
      for (const client of clients) client.end(true);
      await gateway.stop();
      await t.stop();
    },
  };
}

export interface AlarmRow {
  readonly id: string;
  readonly alarmNo: string;
  readonly type: string;
  readonly level: number;
  readonly count: number;
  readonly recover: number;
  readonly handle: number;
  readonly suppressed: number;
}

export const alarmsOf = (world: World, vehicleId: string): Promise<AlarmRow[]> =>
  world.rows<AlarmRow>(
    `select id::text as id, alarm_no as "alarmNo", alarm_type as type, level, count, recover_status as recover, handle_status as handle, suppressed
     from alm_alarm where vehicle_id = $1 order by first_time, id`,
    vehicleId,
  );
