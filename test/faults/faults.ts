import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { startEmbedded } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { crashProof, type Mosquitto, startMosquitto } from '../../apps/server/test/support/mosquitto.ts';
import { addVehicles, imeiOf, secretOf } from '../../bench/devices.ts';
import { freePorts, secretKeyIn } from '../../scripts/tools.ts';
import { Fleet } from './fleet.ts';
import { killPostgres, Process } from './process.ts';
import { compare, type FaultReport, Trial } from './trial.ts';

export interface FaultOptions {
  /** `outside`: two platform processes behind a Mosquitto; `embedded`: two with brokers of their own. */
  readonly broker: 'outside' | 'embedded';
  readonly devices: number;
  /** Seconds of load before each fault and after the last. */
  readonly seconds: number;
}

const log = pino({ level: 'fatal' });

async function faultsOf(trial: Trial, stage: Stage, seconds: number): Promise<void> {
  const [first] = stage.processes;
  if (!first) throw new Error('no process');
  await sleep(seconds * 1000);
  await trial.suffer('kill -9 of one platform process', () => first.end('SIGKILL'));
  await sleep(seconds * 1000);
  await first.start();
  if (stage.mosquitto) {
    const { mosquitto } = stage;
    await trial.suffer('kill -9 of the broker', async () => {
      await mosquitto.kill();
      await mosquitto.start();
    });
    await sleep(seconds * 1000);
  }
  await trial.suffer('kill -9 of PostgreSQL', () => killPostgres(stage.databaseDir));
  await sleep(seconds * 1000);
}

interface Stage {
  readonly processes: readonly Process[];
  readonly mosquitto: Mosquitto | undefined;
  readonly databaseDir: string;
  readonly ports: readonly number[];
}

async function setUp(options: FaultOptions, dir: string, databaseUrl: string): Promise<Stage> {
  const mosquitto =
    options.broker === 'outside'
      ? await startMosquitto(join(dir, 'mosquitto'), ['allow_anonymous true', crashProof])
      : undefined;
  const [http1 = 0, http2 = 0, mqtt1 = 0, mqtt2 = 0] = await freePorts(4);
  const env = (mqtt: number) => ({
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: join(dir, 'data'),
    SECRET_KEY: secretKeyIn(join(dir, 'data')),
    SEED: 'none',
    SIMULATOR: '0',
    ROLES: 'gateway',
    LOG_LEVEL: 'fatal',
    ADMIN_PASSWORD: 'Faults-2026',
    MQTT_PORT: String(mqtt),
    MQTT_URL: mosquitto?.url ?? '',
    MQTT_GUARD: 'true',
  });
  const processes = [new Process(env(mqtt1), http1), new Process(env(mqtt2), http2)];
  for (const each of processes) await each.start();
  return { processes, mosquitto, databaseDir: join(dir, 'pg'), ports: mosquitto ? [mosquitto.port] : [mqtt1, mqtt2] };
}

/** Loads a platform of two processes, kills its parts one after the other, and counts. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-faults-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const database = await startEmbedded({ dir: join(dir, 'pg'), log });
  const pool = new pg.Pool({ connectionString: database.url, max: 2 });
  pool.on('error', () => undefined);
  let stage: Stage | undefined;
  try {
    await migrate({ url: database.url, log });
    const imeis = Array.from({ length: options.devices }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    stage = await setUp(options, dir, database.url);
    const fleet = new Fleet(
      stage.ports,
      imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
    );
    const trial = new Trial(pool, fleet);
    fleet.start();
    await faultsOf(trial, stage, options.seconds);
    return { ...(await compare(pool, fleet)), recoveries: trial.recoveries };
  } finally {
    for (const each of stage?.processes ?? []) await each.end('SIGKILL');
    await stage?.mosquitto?.stop();
    await pool.end();
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
