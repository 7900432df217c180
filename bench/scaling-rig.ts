import { join } from 'node:path';
import type pg from 'pg';
import { onDatabase } from '../test/cluster/installation.ts';
import { postgresCpuMs, Process } from '../test/faults/process.ts';
import { freePorts, secretKeyIn } from '../scripts/tools.ts';

const metricsToken = 'bench-metrics-token';

/** What the processes of an installation have used: core seconds of each, and bytes of write-ahead log. */
export interface Usage {
  readonly gateway: number;
  readonly worker: number;
  readonly database: number;
  readonly wal: number;
}

/** Values on `/metrics` of a process, by their line up to the value: `name{label="x"}`; 0 where it has none. */
export type Metrics = (line: string) => number;

/** A gateway and a worker in processes of their own, on a PostgreSQL of their own with full durability. */
export interface Installation {
  readonly pool: pg.Pool;
  readonly mqttPort: number;
  readonly worker: Pick<Process, 'start' | 'pause' | 'resume'>;
  usage(): Promise<Usage>;
  metrics(of: 'gateway' | 'worker'): Promise<Metrics>;
}

async function metricsOn(port: number): Promise<Metrics> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const lines = new Map(
    (await answer.text()).split('\n').map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    }),
  );
  return (line) => lines.get(line) ?? 0;
}

/** Runs such an installation for as long as the work takes. */
export function onInstallation<Result>(work: (installation: Installation) => Promise<Result>): Promise<Result> {
  return onDatabase(async ({ dir, url, pool }) => {
    const [http = 0, mqttPort = 0, workerHttp = 0] = await freePorts(3);
    const data = join(dir, 'data');
    const env = {
      HOST: '127.0.0.1',
      DATABASE_URL: url,
      DATA_DIR: data,
      SECRET_KEY: secretKeyIn(data),
      SEED: 'none',
      SIMULATOR: '0',
      LOG_LEVEL: 'fatal',
      METRICS_TOKEN: metricsToken,
      MQTT_URL: '',
      MQTT_PORT: String(mqttPort),
    };
    const gateway = new Process({ ...env, ROLES: 'gateway' }, http);
    const worker = new Process({ ...env, ROLES: 'worker' }, workerHttp);
    const lsn = async () => {
      const { rows } = await pool.query<{ at: string }>("select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at");
      return Number(rows[0]?.at);
    };
    try {
      await gateway.start();
      return await work({
        pool,
        mqttPort,
        worker,
        usage: async () => ({
          wal: await lsn(),
          gateway: gateway.cpuMs / 1000,
          worker: worker.cpuMs / 1000,
          database: postgresCpuMs(dir) / 1000,
        }),
        metrics: (of) => metricsOn(of === 'gateway' ? http : workerHttp),
      });
    } finally {
      await Promise.all([gateway.end('SIGKILL'), worker.end('SIGKILL')]);
    }
  });
}

/** What all of these times used together, for each of so many uplinks: core seconds and bytes. */
export function usedBy(uplinks: number, times: readonly (readonly [from: Usage, to: Usage])[]): Usage {
  const each = (key: keyof Usage) => times.reduce((sum, [from, to]) => sum + to[key] - from[key], 0) / uplinks;
  return { gateway: each('gateway'), worker: each('worker'), database: each('database'), wal: each('wal') };
}
