import type { DownlinkKind } from '@wheelhouse/contract/device/topics';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { factSql } from '../db/facts.ts';
import type { LiveHub } from '../db/live.ts';
import { clientTransaction } from '../db/pool.ts';
import type { GatewayMetrics } from './metrics.ts';
import { downlinkTopic } from './publish.ts';
import { type KeySource, outgoing } from './settings.ts';
import { inRound, inSpan, SpanKind } from '../tracing/spans.ts';

/** The way to devices: the embedded broker, or the connection to an outside one. */
export interface BrokerConnection {
  reaches(deviceId: string): boolean;
  send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void>;
}

/** The device is not connected: what waits for it stays until it is, or until it expires. */
export class DeviceAway extends Error {}

interface Options {
  readonly pool: Pool;
  readonly live: LiveHub;
  readonly broker: BrokerConnection;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
  readonly secrets: KeySource;
  /** A broker that does not say when a device has subscribed: devices that are online are tried again. */
  readonly triesAgain?: boolean;
}

const againEveryMs = 5_000;
const cleanEveryMs = 60_000;
const sendTimeoutMs = 5_000;
const waitingSql = 'select distinct device_id from dev_downlink where expire_time > now()';
const onlineSql = `select distinct d.device_id from dev_downlink d join veh_vehicle v on v.imei = d.device_id and not v.deleted
  join veh_vehicle_status s on s.vehicle_id = v.id where d.expire_time > now() and ${factSql('online', 's')}`;

/**
 * Sends downlinks from the database to devices that this process reaches. They stay until sent or expired, so one for a device that is
 * away goes out when it comes back, to whichever process.
 */
export class Downlinks {
  readonly #options: Options;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #again = new Set<string>();
  readonly #off: (() => void)[];
  readonly #timers: NodeJS.Timeout[];
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    const { live } = options;
    this.#off = [
      live.subscribe(downlinkTopic, (data) => this.deliver(String((data as { deviceId?: unknown }).deviceId))),
      live.onResync(() => void this.deliverAll()),
    ];
    this.#timers = [setInterval(() => void this.#clean(), cleanEveryMs)];
    if (options.triesAgain) this.#timers.push(setInterval(() => void this.#deliverTo(onlineSql), againEveryMs));
  }

  /** Sends what waits for a device, in order, if it is reached from here. A call during a run causes one more run. */
  deliver(deviceId: string): void {
    if (this.#stopped || !this.#options.broker.reaches(deviceId)) return;
    if (this.#busy.has(deviceId)) {
      this.#again.add(deviceId);
      return;
    }
    const run = this.#send(deviceId)
      .catch((error: unknown) => {
        if (!(error instanceof DeviceAway))
          this.#options.log.warn({ err: error }, 'downlink not handed over, it waits');
      })
      .finally(() => {
        this.#busy.delete(deviceId);
        if (this.#again.delete(deviceId)) this.deliver(deviceId);
      });
    this.#busy.set(deviceId, run);
  }

  /** Sends everything that waits; used after notices may have been missed. */
  deliverAll(): Promise<void> {
    return this.#deliverTo(waitingSql);
  }

  async #deliverTo(sql: string): Promise<void> {
    try {
      const { rows } = await this.#options.pool.query<{ device_id: string }>(sql);
      for (const row of rows) this.deliver(row.device_id);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'waiting downlinks not read');
    }
  }

  async #send(deviceId: string): Promise<void> {
    const failure = await inRound('hand over downlinks', () =>
      clientTransaction(this.#options.pool, (client) => this.#sendWaiting(client, deviceId)),
    );
    if (failure !== undefined) throw failure.error;
  }

  /** Sends what waits, in order, and forgets what went out, also where the broker then failed. */
  async #sendWaiting(client: PoolClient, deviceId: string): Promise<{ error: unknown } | undefined> {
    const { broker, metrics, secrets } = this.#options;
    const { rows } = await client.query<{ id: string; kind: DownlinkKind; payload: string; expired: boolean }>(
      'select id, kind, payload, expire_time <= now() as expired from dev_downlink where device_id = $1 order by id for update skip locked',
      [deviceId],
    );
    const gone: string[] = [];
    let failure: { error: unknown } | undefined;
    try {
      for (const row of rows) {
        if (!row.expired) {
          const attributes = { 'wheelhouse.downlink': row.kind };
          await inSpan('send downlink', { kind: SpanKind.PRODUCER, attributes }, () =>
            withTimeout(broker.send(deviceId, row.kind, outgoing(secrets, deviceId, row.kind, row.payload))),
          );
          metrics.downlinks.inc({ kind: row.kind });
        }
        gone.push(row.id);
      }
    } catch (error) {
      failure = { error };
    }
    await client.query('delete from dev_downlink where id = any($1::bigint[])', [gone]);
    return failure;
  }

  async #clean(): Promise<void> {
    await this.#options.pool.query('delete from dev_downlink where expire_time < now()').catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const off of this.#off) off();
    await Promise.all(this.#busy.values());
  }
}

function withTimeout(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error('device does not read')), sendTimeoutMs)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
