import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { type NatsConfig, readBroker } from '../../apps/server/src/config-broker.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { makeDevicePassword } from '../../apps/server/src/gateway/nats/device-passwords.ts';
import { natsProgram, type NatsCluster, startNatsCluster } from '../../apps/server/test/support/nats.ts';
import { addVehicles, imeiOf } from '../../bench/devices.ts';
import { freePorts } from '../../scripts/tools.ts';
import { Fleet } from '../faults/fleet.ts';
import { Process } from '../faults/process.ts';
import { compare, type FaultReport, Trial } from '../faults/trial.ts';
import type { ClusterOptions, Scenario } from './scenario.ts';

const log = pino({ level: 'fatal' });

/** What the platform reads of its environment. */
function configOf({ url, keys }: NatsCluster): NatsConfig & { readonly credentials: Uint8Array } {
  const { nats } = readBroker({ MQTT_URL: url, NATS_KEYS: keys, MQTT_GUARD: false, NATS_STREAM_MB: 512 });
  if (!nats?.credentials) throw new Error('no credentials');
  return { ...nats, credentials: nats.credentials };
}

async function startProcesses(cluster: NatsCluster, databaseUrl: string, dir: string): Promise<Process[]> {
  const ports = await freePorts(2);
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'data'),
    SEED: 'none',
    SIMULATOR: '0',
    ROLES: 'gateway',
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: 'Cluster-2026',
    MQTT_URL: cluster.url,
    NATS_KEYS: cluster.keys,
    NATS_STREAM_MB: '512',
  };
  const processes = ports.map((port) => new Process(env, port));
  // The first one makes what all of them need: first data, stream and consumer.
  for (const each of processes) await each.start();
  return processes;
}

/** Devices with passwords of their own. */
async function fleetOf(cluster: NatsCluster, imeis: readonly string[]): Promise<Fleet> {
  const { keys, credentials } = configOf(cluster);
  if (!keys) throw new Error('no keys');
  const devices: { imei: string; secret: string }[] = [];
  for (const imei of imeis) {
    const { password } = await makeDevicePassword(keys, credentials, imei);
    devices.push({ imei, secret: password });
  }
  return new Fleet(
    cluster.nodes.map(({ mqttPort }) => mqttPort),
    devices,
  );
}

async function faultsOf(
  trial: Trial,
  { cluster, processes }: { readonly cluster: NatsCluster; readonly processes: readonly Process[] },
  { seconds }: ClusterOptions,
): Promise<void> {
  const [first, second] = processes;
  if (!first || !second) throw new Error('no processes');
  const pause = () => sleep(seconds * 1000);
  await pause();
  const leader = await cluster.leader();
  await trial.suffer('kill -9 of the node that leads the stream', () => leader.end('SIGKILL'));
  await pause();
  leader.start();
  await leader.ready();
  await trial.suffer('kill -9 of a platform process', () => first.end('SIGKILL'));
  await pause();
  await first.start();
  await trial.suffer('SIGTERM of a platform process', () => second.end('SIGTERM'));
  await pause();
  await second.start();
  const slow = await cluster.leader();
  await trial.suffer('the node that leads the stream stands still', () => slow.pause());
  await pause();
  slow.resume();
  await slow.ready();
  await trial.suffer('kill -9 of two nodes, back after 3 s', async () => {
    const [one, other] = cluster.nodes;
    if (!one || !other) throw new Error('no nodes');
    await Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]);
    await sleep(3_000);
    one.start();
    other.start();
  });
  await pause();
}

async function run(options: ClusterOptions): Promise<FaultReport> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-cluster-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const [database, cluster] = await Promise.all([
    startEmbedded({ dir: join(dir, 'pg'), log }),
    startNatsCluster(join(dir, 'nats')),
  ]);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  let processes: readonly Process[] = [];
  try {
    await migrate({ url: database.url, log });
    const imeis = Array.from({ length: options.devices }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    processes = await startProcesses(cluster, database.url, dir);
    const fleet = await fleetOf(cluster, imeis);
    const trial = new Trial(pool, fleet);
    fleet.start();
    await faultsOf(trial, { cluster, processes }, options);
    return { ...(await compare(pool, fleet)), recoveries: trial.recoveries };
  } finally {
    for (const each of processes) await each.end('SIGKILL');
    await pool.end();
    await cluster.stop();
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

export const nats: Scenario = {
  title: 'two platform processes at three NATS nodes, three replicas',
  leftOut: () => (natsProgram === undefined ? 'there is no nats-server on this machine' : undefined),
  run,
};
