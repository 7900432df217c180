import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { addVehicles, imeiOf, secretOf } from '../../bench/devices.ts';
import { temporaryFolder } from '../../scripts/temp.ts';
import { freePorts, secretKeyIn } from '../../scripts/tools.ts';
import { Fleet } from '../faults/fleet.ts';
import { Process } from '../faults/process.ts';
import { compare, Trial } from '../faults/trial.ts';
import { poolOf } from './installation.ts';
import { type PatroniCluster, missingPrograms, startPatroni } from './patroni.ts';
import type { ClusterOptions, ClusterReport, Scenario } from './scenario.ts';
import { Writers } from './writers.ts';

const log = createLog('silent');
const adminPassword = 'Cluster-2026';
const kills = 5;
/** Until writing goes on. A primary that stands still has first to be asked in vain. */
const mostSeconds = (fault: string): number => (fault === standsStill ? 45 : 30);
const standsStill = 'the primary stands still (SIGSTOP)';

interface Platform {
  readonly processes: readonly Process[];
  readonly http: readonly number[];
  readonly mqtt: readonly number[];
}

/** One process finds the primary by itself, the other through haproxy. */
async function startProcesses({ url, balanced }: PatroniCluster, dir: string): Promise<Platform> {
  const [http1 = 0, http2 = 0, mqtt1 = 0, mqtt2 = 0] = await freePorts(4);
  const env = (database: string, mqtt: number) => ({
    HOST: '127.0.0.1',
    DATABASE_URL: database,
    DATABASE_READ_URL: url.replace(/\?.*/, ''),
    DATA_DIR: join(dir, 'data'),
    SECRET_KEY: secretKeyIn(join(dir, 'data')),
    SEED: 'none',
    SIMULATOR: '0',
    ROLES: 'api,gateway',
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: adminPassword,
    MQTT_PORT: String(mqtt),
    MQTT_URL: '',
  });
  const processes = [new Process(env(url, mqtt1), http1), new Process(env(balanced, mqtt2), http2)];
  for (const each of processes) await each.start();
  return { processes, http: [http1, http2], mqtt: [mqtt1, mqtt2] };
}

async function faultsOf(
  trial: Trial,
  writers: Writers,
  { cluster, seconds }: { readonly cluster: PatroniCluster; readonly seconds: number },
): Promise<void> {
  for (let n = 1; n <= kills; n++) {
    await sleep(seconds * 1000);
    const primary = await cluster.healthy();
    const written = writers.again();
    await trial.suffer(`kill -9 of the primary, ${n}`, () => primary.kill());
    await written;
    primary.start();
  }
  const paused = await cluster.healthy();
  const written = writers.again();
  await trial.suffer(standsStill, () => paused.hold());
  await written;
  await sleep(seconds * 1000);
  // It finds that it is none any more.
  await trial.suffer('it goes on', () => paused.goOn());
  await cluster.healthy();
  await sleep(seconds * 1000);
}

async function run(options: ClusterOptions): Promise<ClusterReport> {
  const dir = mkdtempSync(join(temporaryFolder(), 'wheelhouse-cluster-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const cluster = await startPatroni(join(dir, 'pg'));
  // Through haproxy, which ends connections to a server that does not answer.
  const pool = poolOf(cluster.balanced);
  let platform: Platform | undefined;
  let writers: Writers | undefined;
  try {
    await migrate({ url: cluster.url, log });
    const imeis = Array.from({ length: options.devices }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    platform = await startProcesses(cluster, dir);
    const devices = imeis.map((imei) => ({ imei, secret: secretOf(imei) }));
    const fleet = new Fleet(platform.mqtt, devices);
    const trial = new Trial(pool, fleet);
    writers = new Writers(platform.http, adminPassword);
    await writers.start();
    fleet.start();
    await faultsOf(trial, writers, { cluster, seconds: options.seconds });
    const devicesSaid = await compare(pool, fleet);
    const written = await writers.compare(pool);
    return {
      ...devicesSaid,
      missing: devicesSaid.missing + written.missing,
      twice: devicesSaid.twice + written.twice,
      recoveries: trial.recoveries,
      more: written.rows,
      wrong: [
        ...trial.recoveries
          .filter(({ fault, seconds }) => seconds > mostSeconds(fault))
          .map(({ fault }) => `late: ${fault}`),
        ...written.unclear,
      ],
    };
  } finally {
    await writers?.stop();
    for (const each of platform?.processes ?? []) await each.end('SIGKILL');
    await pool.end();
    await cluster.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

export const postgres: Scenario = {
  title: 'two platform processes at three Patroni nodes, synchronous replication; one process through haproxy',
  leftOut: () => (missingPrograms.length > 0 ? `not on this machine: ${missingPrograms.join(', ')}` : undefined),
  run,
};
