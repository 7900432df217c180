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
import { freePorts, secretKeyIn } from '../../scripts/tools.ts';
import { Fleet } from '../faults/fleet.ts';
import { Process } from '../faults/process.ts';
import { compare, type FaultReport, Trial } from '../faults/trial.ts';
import { networkLeftOut, TestNetwork } from './network.ts';
import type { ClusterOptions, Scenario } from './scenario.ts';

const log = pino({ level: 'fatal' });

/** What the platform reads of its environment. */
function configOf({ url, keys }: NatsCluster): NatsConfig & { readonly credentials: Uint8Array } {
  const { nats } = readBroker({
    MQTT_URL: url,
    NATS_KEYS: keys,
    MQTT_GUARD: false,
    MQTT_PROXY: false,
    NATS_STREAM_MB: 512,
  });
  if (!nats?.credentials) throw new Error('no credentials');
  return { ...nats, credentials: nats.credentials };
}

async function startProcesses(
  cluster: NatsCluster,
  databaseUrl: string,
  dir: string,
  streamMb: number,
): Promise<Process[]> {
  const ports = await freePorts(2);
  const env = {
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'data'),
    SECRET_KEY: secretKeyIn(join(dir, 'data')),
    SEED: 'none',
    SIMULATOR: '0',
    ROLES: 'gateway',
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: 'Cluster-2026',
    MQTT_URL: cluster.url,
    NATS_KEYS: cluster.keys,
    NATS_STREAM_MB: String(streamMb),
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
    cluster.nodes.map(({ listen, mqttPort }) => ({ host: listen.split(':')[0] ?? '', port: mqttPort })),
    devices,
  );
}

interface Stage {
  readonly trial: Trial;
  readonly cluster: NatsCluster;
  readonly processes: readonly Process[];
}

async function lossOfNodes({ trial, cluster, processes }: Stage, { seconds }: ClusterOptions): Promise<void> {
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

/** What happens to the network between the nodes, to a disk, and to the stream. */
async function lossOfNetwork(
  { trial, cluster, processes }: Stage,
  { seconds }: ClusterOptions,
  network: TestNetwork,
): Promise<void> {
  const pause = (factor = 1) => sleep(seconds * factor * 1000);
  // What was under way is still acknowledged.
  const settle = () => sleep(1_000);
  const placeOf = async () => cluster.nodes.indexOf(await cluster.leader());
  await pause();
  const apart = await placeOf();
  await trial.suffer('the node that leads the stream is cut off from the others', async () => {
    network.cut(apart);
    await settle();
  });
  await pause();
  await trial.suffer('the network is whole again', () => network.heal(apart));
  await pause();
  const full = await placeOf();
  await trial.suffer('the disk of the node that leads the stream is full', async () => {
    network.fill(full);
    await settle();
  });
  await pause();
  await trial.suffer('the disk has room again, the node is started anew', async () => {
    network.empty(full);
    // It no longer stops by itself.
    await cluster.nodes[full]?.end('SIGKILL');
    cluster.nodes[full]?.start();
    await cluster.nodes[full]?.ready();
  });
  await pause();
  // Nobody takes anything from the stream: it fills, and then refuses.
  await trial.suffer('no platform process until the stream is full', async () => {
    for (const each of processes) await each.end('SIGKILL');
    await trial.untilRefused();
    for (const each of processes) await each.start();
  });
  await pause();
}

interface Setting {
  readonly streamMb: number;
  readonly network?: TestNetwork;
}

async function run(options: ClusterOptions, dir: string, { streamMb, network }: Setting): Promise<FaultReport> {
  const [database, cluster] = await Promise.all([
    startEmbedded({ dir: join(dir, 'pg'), log }),
    startNatsCluster(join(dir, 'nats'), network?.hosts),
  ]);
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  let processes: readonly Process[] = [];
  try {
    await migrate({ url: database.url, log });
    const imeis = Array.from({ length: options.devices }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    processes = await startProcesses(cluster, database.url, dir, streamMb);
    const fleet = await fleetOf(cluster, imeis);
    const trial = new Trial(pool, fleet, (line) => console.error(line));
    fleet.start();
    const stage = { trial, cluster, processes };
    await (network === undefined ? lossOfNodes(stage, options) : lossOfNetwork(stage, options, network));
    return { ...(await compare(pool, fleet)), recoveries: trial.recoveries };
  } finally {
    for (const each of processes) await each.end('SIGKILL');
    await pool.end();
    await cluster.stop();
    await database.stop();
  }
}

/** In a folder of its own, which the database reads as somebody else when started by root. */
async function inFolder<Result>(work: (dir: string) => Promise<Result>): Promise<Result> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-cluster-'));
  chmodSync(dir, 0o755);
  try {
    return await work(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

const natsLeftOut = () => (natsProgram === undefined ? 'there is no nats-server on this machine' : undefined);

export const nats: Scenario = {
  title: 'two platform processes at three NATS nodes, three replicas',
  leftOut: natsLeftOut,
  run: (options) => inFolder((dir) => run(options, dir, { streamMb: 512 })),
};

export const natsNetwork: Scenario = {
  title: 'the same with each node on a machine of its own: network, disk and stream at their ends',
  leftOut: () => natsLeftOut() ?? networkLeftOut(),
  run: (options) =>
    inFolder(async (dir) => {
      const network = new TestNetwork(dir, 3, 96);
      try {
        return await run(options, dir, { streamMb: 8, network });
      } finally {
        network.remove();
      }
    }),
};
