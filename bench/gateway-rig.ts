import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { createLiveHub } from '../apps/server/src/db/live.ts';
import { migrate } from '../apps/server/src/db/migrate.ts';
import { createPool } from '../apps/server/src/db/pool.ts';
import { startGateway, type Gateway } from '../apps/server/src/gateway/index.ts';
import { addVehicles, imeiOf, scratchDatabase, secretOf } from './devices.ts';
import { endNote, type LoadOptions, type LoadReport, sayNote } from './telemetry-load.ts';

/** The device side of the platform in this process, with vehicles. */
export interface Bench {
  readonly pool: pg.Pool;
  readonly metrics: Registry;
  readonly gateway: Gateway;
  readonly devices: readonly { readonly imei: string; readonly secret: string }[];
  stop(): Promise<void>;
}

export async function startBench(count: number, log: Logger): Promise<Bench> {
  const database = await scratchDatabase(log);
  await migrate({ url: database.url, log });
  const pool = createPool({ url: database.url, max: 4, log });
  const live = await createLiveHub(database.url, log);
  const imeis = Array.from({ length: count }, (_, n) => imeiOf(n));
  await addVehicles(pool, imeis);
  const metrics = new Registry();
  const config = {
    host: '127.0.0.1',
    mqttPort: 0,
    mqttUrl: undefined,
    mqttGuard: false,
    mqttProxy: false,
    mqttTls: undefined,
    nats: undefined,
  };
  const gateway = await startGateway({ pool, live, log, metrics, config, secrets: { sealKey: randomBytes(32) } });
  return {
    pool,
    metrics,
    gateway,
    devices: imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
    stop: async () => {
      await gateway.stop();
      await live.stop();
      await pool.end();
      await database.drop();
    },
  };
}

const startLoad = (options: LoadOptions): ChildProcess => {
  const child = fork(fileURLToPath(new URL('./telemetry-load.ts', import.meta.url)), { serialization: 'json' });
  child.send(options);
  return child;
};

/** Vehicles that are connected and say a message each when told to. */
export interface Talkers {
  /** Resolves when all messages are acknowledged. */
  say(): Promise<void>;
  end(): void;
}

/** Connects vehicles that talk on demand, in a process of their own. */
export async function connectTalkers(options: Pick<LoadOptions, 'port' | 'devices' | 'boot'>): Promise<Talkers> {
  const child = startLoad({ ...options, seconds: 0, window: 1, samples: 1, onDemand: true });
  const heard = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`load generator ended with ${code}`));
      child.once('exit', ended);
      child.once('message', () => {
        child.off('exit', ended);
        resolve();
      });
    });
  await heard();
  return {
    async say() {
      const said = heard();
      child.send(sayNote);
      await said;
    },
    end: () => void child.send(endNote),
  };
}

/** Runs the load generator in a process of its own. */
export function runLoad(options: LoadOptions): Promise<LoadReport> {
  const child = startLoad(options);
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as LoadReport));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`load generator ended with ${code}`)));
  });
}

/** Values of counters as they are now. */
export async function metricsReader(metrics: Registry): Promise<(name: string) => number> {
  const text = await metrics.metrics();
  return (name) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);
}

/** Rows of the history. */
export async function storedRows(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from veh_telemetry');
  return Number(rows[0]?.n);
}

/** Memory of this process over time, MB. */
export function watchMemory(everyMs = 500): { readonly samples: number[]; stop(): void } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(process.memoryUsage.rss() / 1e6), everyMs);
  return { samples, stop: () => clearInterval(timer) };
}
