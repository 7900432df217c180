import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { poolBeside } from '../db/pool.ts';
import type { App } from '../http/context.ts';
import { DeviceBroker } from './broker.ts';
import { credentialTopic } from './credentials.ts';
import { Devices } from './devices.ts';
import { Downlinks } from './downlinks.ts';
import { takenTopic } from './events.ts';
import { Ingest } from './ingest.ts';
import { gatewayMetrics } from './metrics.ts';
import { NatsBroker } from './nats/broker.ts';
import { natsMetrics } from './nats/metrics.ts';
import { Revocations } from './nats/revocations.ts';
import { OutsideBroker } from './outside-broker.ts';
import { Refusals } from './refusals.ts';
import type { KeySource } from './settings.ts';
import { Store } from './store.ts';
import { cleanConnections, OfflineSweep } from './sweep.ts';
import type { Item } from './types.ts';
import { Traces } from './traces.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Connections to the database beside those of the calls: batchers, sweep, lookups, counters, downlinks. */
const connections = 12;

export interface Gateway {
  /** Port of the embedded broker; with an outside one, the configured port, where nothing listens. */
  readonly port: number;
  /** Looks for silent vehicles now rather than at the next turn. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
}

export type GatewayApp = Pick<App, 'pool' | 'live' | 'log' | 'metrics'> & {
  readonly config: Pick<
    App['config'],
    'host' | 'mqttPort' | 'mqttUrl' | 'mqttGuard' | 'mqttProxy' | 'mqttTls' | 'nats'
  >;
  readonly secrets: KeySource;
};

/**
 * Starts the device side: embedded broker or client of an outside one, ingest, presence, downlinks.
 * @throws Error when the port is taken, the certificate unreadable or the database away
 */
export async function startGateway(app: GatewayApp): Promise<Gateway> {
  const { config, live, secrets } = app;
  const log = app.log.child({ part: 'gateway' });
  const metrics = gatewayMetrics(app.metrics);
  // A separate pool: slow calls must not delay devices, and devices must not delay calls.
  const pool = poolBeside(app.pool, connections, log);
  const devices = new Devices(pool);
  const refusals = new Refusals(pool, log, metrics);
  const traces = new Traces(pool, live, log);
  const onRepeated = (items: readonly Item[]) => traces.repeated(items);
  const onRenumbered = (items: readonly Item[]) => refusals.renumbered(items);
  const store = new Store({ pool, log, metrics, onRepeated, onRenumbered });
  const ingest = new Ingest({ store, devices, refusals, traces, log, metrics });
  await traces.start();
  await prepareDays(store);

  const ready = { one: (deviceId: string) => downlinks.deliver(deviceId), all: () => void downlinks.deliverAll() };
  const broker = brokerOf(app, { ingest, devices, refusals, metrics, log, ready });
  const downlinks = new Downlinks({
    pool,
    live,
    broker,
    log,
    metrics,
    secrets,
    triesAgain: broker instanceof NatsBroker,
  });
  const revocations = revocationsOf(app, pool, log);
  const offs = broker instanceof DeviceBroker ? listen(live, devices, broker) : listen(live, devices, undefined);
  const listened = await broker.start();
  const port = typeof listened === 'number' ? listened : undefined;
  const started = Date.now();
  const sweep = new OfflineSweep({
    pool,
    log,
    hearingSince: () => (broker instanceof DeviceBroker ? started : broker.connectedSince),
  });
  const hourly = setInterval(() => {
    Promise.all([prepareDays(store), cleanConnections(pool)]).catch((error: unknown) =>
      log.warn({ err: error }, 'hourly upkeep failed'),
    );
  }, hourMs);
  log.info(port === undefined ? 'devices come through the outside broker' : { port }, 'gateway started');

  const stop = async () => {
    clearInterval(hourly);
    await sweep.stop();
    await broker.refuseNew();
    await ingest.drain();
    await downlinks.stop();
    await revocations?.stop();
    await broker.stop();
    // Waits for the disconnects to be stored.
    await ingest.drain(2_000);
    await ingest.stop();
    await refusals.stop();
    await traces.stop();
    for (const off of offs) off();
    await pool.end();
  };
  return { port: port ?? config.mqttPort, sweep: () => sweep.run(), stop };
}

type BrokerParts = Pick<
  ConstructorParameters<typeof DeviceBroker>[0],
  'ingest' | 'devices' | 'refusals' | 'metrics' | 'log'
> & {
  /** A device can take downlinks; all of them can. */
  readonly ready: { readonly one: (deviceId: string) => void; readonly all: () => void };
};

/** The way to devices that the configuration names. */
function brokerOf(
  { config, pool, metrics: registry }: GatewayApp,
  { ready, ...parts }: BrokerParts,
): DeviceBroker | OutsideBroker | NatsBroker {
  const {
    host,
    mqttPort: port,
    mqttTls: tls,
    mqttUrl: url,
    mqttGuard: catchesMissed,
    nats,
    mqttProxy: isProxied,
  } = config;
  const { ingest, log } = parts;
  if (nats)
    return new NatsBroker({
      config: nats,
      ingest,
      log,
      metrics: natsMetrics(registry),
      onReady: ready.all,
      onOnline: ready.one,
    });
  if (url === undefined) return new DeviceBroker({ ...parts, host, port, tls, isProxied, onReady: ready.one });
  return new OutsideBroker({ url, catchesMissed, database: pool, ingest, log, onReady: ready.all });
}

/** Present where the platform makes the passwords of devices at a NATS cluster. */
function revocationsOf({ config, live, metrics }: GatewayApp, pool: Pool, log: Logger): Revocations | undefined {
  const { nats } = config;
  if (!nats?.keys) return undefined;
  return new Revocations({ pool, live, log, config: nats, keys: nats.keys, metrics: natsMetrics(metrics) });
}

/** Partitions of yesterday to three days ahead: device times may be a day ahead. */
async function prepareDays(store: Store): Promise<void> {
  const today = Math.floor(Date.now() / dayMs);
  for (let day = today - 1; day <= today + 3; day++) await store.preparePartition(day);
}

/** Notices of other processes: changed secrets, devices that connected elsewhere. */
function listen(live: App['live'], devices: Devices, broker: DeviceBroker | undefined): (() => void)[] {
  return [
    live.subscribe(credentialTopic, (data) => {
      const { imei, credential } = data as { imei: string; credential: string };
      devices.forget(imei);
      broker?.closeOldCredential(imei, credential);
    }),
    live.subscribe(takenTopic, (data) => {
      for (const [deviceId, session, at] of (data as { taken: [string, string, number][] }).taken)
        broker?.closeReplaced(deviceId, session, at);
    }),
    live.onResync(() => devices.forgetAll()),
  ];
}
