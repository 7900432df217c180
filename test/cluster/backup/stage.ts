import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { migrate } from '../../../apps/server/src/db/migrate.ts';
import { postgresBin } from '../../../apps/server/test/support/postgres.ts';
import { addVehicles, imeiOf, secretOf } from '../../../bench/devices.ts';
import { freePorts } from '../../../scripts/tools.ts';
import { Fleet } from '../../faults/fleet.ts';
import { Process } from '../../faults/process.ts';
import { Repository } from './repository.ts';
import { SmallDisk } from './small-disk.ts';
import { Console, Writers } from './writers.ts';

/** Seconds after which a segment of WAL is archived though it is not full; 60 in the example. */
export const archiveTimeoutSec = 2;
const adminPassword = 'Cluster-2026';
const databaseName = 'wheelhouse';
const writerCount = 3;
const [metricsToken, secretKey] = ['metrics-of-the-cluster', '11'.repeat(32)];

/** A platform on a database server that is backed up, with devices and people who use it. */
export class Stage {
  readonly repository: Repository;
  readonly fleet: Fleet;
  readonly writers: Writers;
  readonly uploads: string;
  readonly #platform: Process;
  readonly #console: Console;
  readonly #metrics: string;
  #pool: pg.Pool | undefined;
  /** Of the repository; undefined where this process may not make one. */
  small: SmallDisk | undefined;

  private constructor(dir: string, ports: readonly number[], imeis: readonly string[]) {
    const [database = 0, http = 0, mqtt = 0] = ports;
    this.repository = new Repository(dir, database, [`archive_timeout=${archiveTimeoutSec}`, 'max_wal_size=256MB']);
    this.uploads = join(dir, 'uploads');
    mkdirSync(this.uploads);
    const env = {
      HOST: '127.0.0.1',
      DATABASE_URL: this.repository.server.url(databaseName, databaseName),
      DATA_DIR: join(dir, 'platform'),
      STORAGE_URL: `file://${this.uploads}`,
      SECRET_KEY: secretKey,
      METRICS_TOKEN: metricsToken,
      SEED: 'none',
      SIMULATOR: '0',
      LOG_LEVEL: 'fatal',
      ADMIN_PASSWORD: adminPassword,
      MQTT_PORT: String(mqtt),
    };
    this.#platform = new Process(env, http);
    this.#metrics = `http://127.0.0.1:${http}/metrics`;
    this.#console = new Console(http);
    this.writers = new Writers(this.#console);
    this.fleet = new Fleet(
      [mqtt],
      imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
    );
  }

  /** Starts everything but the load. */
  static async start(dir: string, devices: number): Promise<Stage> {
    const imeis = Array.from({ length: devices }, (_, n) => imeiOf(n));
    const stage = new Stage(dir, await freePorts(3), imeis);
    try {
      const { server } = stage.repository;
      stage.small = await SmallDisk.under(stage.repository.dir);
      await stage.repository.begin();
      await stage.administer(`create role ${databaseName} login`, 'postgres');
      await stage.administer(`create database ${databaseName} owner ${databaseName}`, 'postgres');
      await migrate({ url: server.url(databaseName, databaseName), log: pino({ level: 'fatal' }) });
      await addVehicles(stage.pool, imeis);
      await stage.administer("select setval(pg_get_serial_sequence('veh_series', 'id'), max(id)) from veh_series");
      await stage.startPlatform();
    } catch (error) {
      await stage.end();
      throw error;
    }
    return stage;
  }

  /** Of the platform's database, as its superuser. */
  get pool(): pg.Pool {
    if (this.#pool === undefined) {
      this.#pool = new pg.Pool({ connectionString: this.repository.server.url(databaseName), max: 2 });
      this.#pool.on('error', () => undefined);
    }
    return this.#pool;
  }

  async administer(sql: string, database = databaseName): Promise<void> {
    const client = new pg.Client({ connectionString: this.repository.server.url(database) });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  async startPlatform(): Promise<void> {
    await this.#platform.start();
    await this.#console.signIn(adminPassword);
    this.writers.start(writerCount);
  }

  /** Removes series, as people do. */
  async removeSeries(ids: readonly string[]): Promise<void> {
    await this.#console.call('/veh/crm/vehicleSeries/batchDelete', { ids });
  }

  /** The step between a restore and the first start, as docs/operations.md says. */
  async afterRestore(): Promise<void> {
    const { repository } = this;
    const args = ['-X', '-v', 'ahead=100000', '-f', repository.file('after-restore.sql')];
    const { code, output } = await repository.run(join(postgresBin ?? '', 'psql'), [
      ...args,
      repository.server.url(databaseName, databaseName),
    ]);
    if (code !== 0) throw new Error(`after-restore.sql: ${output}`);
  }

  /** The machine burns: nothing gets a chance to finish. */
  async lose(): Promise<void> {
    await Promise.all([this.#platform.end('SIGKILL'), this.repository.server.end('SIGKILL')]);
    await this.writers.stop();
    await this.#pool?.end();
    this.#pool = undefined;
  }

  /** A gauge of the platform; undefined where it is absent. */
  async gauge(name: string): Promise<number | undefined> {
    const answer = await fetch(this.#metrics, { headers: { authorization: `Bearer ${metricsToken}` } });
    const line = (await answer.text()).split('\n').find((text) => text.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.slice(name.length));
  }

  async end(): Promise<void> {
    await this.lose();
    await this.small?.remove();
  }
}
