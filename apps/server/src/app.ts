import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config, Secrets } from './config.ts';
import { archiveMetrics, readArchive } from './db/archiving.ts';
import { poolGauges } from './db/metrics.ts';
import { createLiveHub } from './db/live.ts';
import { createDb, createPool } from './db/pool.ts';
import { readsOfPrimary, ReplicaReads } from './db/reads.ts';
import { Servers } from './db/servers.ts';
import type { App, AppBase, Provided } from './http/context.ts';

/** What `seed(app)` reports to the person who starts the platform. */
export interface FirstData {
  /** Made up just now for `admin`: shown this once. */
  readonly adminPassword?: string;
  /** More lines worth printing, such as the sample accounts. */
  readonly notes?: readonly string[];
}

interface AppParts {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly databaseUrl: string;
  readonly log: Logger;
  /** What the modules add to the App. */
  readonly provide: (app: AppBase) => Provided;
  /** A defect that asks for a second connection inside a transaction is logged, not refused. */
  readonly lenient?: boolean;
}

/** Connects the parts that everything else is given. The database is migrated already. */
export async function createApp({
  config,
  secrets,
  databaseUrl,
  log,
  provide,
  lenient = false,
}: AppParts): Promise<App> {
  const servers = new Servers(databaseUrl, log);
  const pool = createPool({ url: servers, max: config.databasePool, log, lenient });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  poolGauges(metrics, pool);
  archiveMetrics(metrics, () => readArchive(pool));
  const live = await createLiveHub(servers, log);
  const primary = { pool, db: createDb(pool) };
  const { databaseReadUrl: url, databasePool: max } = config;
  const reads =
    url === undefined
      ? readsOfPrimary(primary)
      : new ReplicaReads({ url, servers, primary, max, log, lenient, metrics });
  const base: AppBase = { config, secrets, ...primary, reads, log, live, metrics };
  return { ...base, ...provide(base) };
}

/** Lets go of the database. Whatever uses the app has been stopped before. */
export async function closeApp(app: App): Promise<void> {
  await app.live.stop();
  await app.reads.stop();
  await app.db.destroy();
  app.metrics.clear();
}
