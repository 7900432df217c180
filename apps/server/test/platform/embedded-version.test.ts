import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backup } from '../../src/backup/backup.ts';
import { startEmbedded } from '../../src/db/embedded.ts';
import { migrate } from '../../src/db/migrate.ts';
import { databaseName, platformRole } from '../../src/db/ownership.ts';
import { createLog } from '../../src/log.ts';
import { freePort } from '../../src/db/free-port.ts';
import { postgresBin, PostgresServer } from '../support/postgres.ts';
import { rowsAt } from '../support/databases.ts';
import { tempDir } from '../support/temp.ts';

const log = createLog('silent');
const root = fileURLToPath(new URL('../../../..', import.meta.url));
const major = /\/(\d+)\/bin$/.exec(postgresBin ?? '')?.[1];
const why = major === undefined ? ' (left out: there is no PostgreSQL server on this machine)' : '';

/** A program of the project as people run it. */
async function run(program: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(root, program), ...args], {
    env: { PATH: process.env['PATH'], SEED: 'none', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let error = '';
  child.stderr.on('data', (part: Buffer) => (error += part.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, error };
}

/** Name, size and time of everything below a folder. */
const listing = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(dir, name));
      return `${name} ${size} ${mtimeMs}`;
    });

describe.skipIf(major === undefined)(
  `an embedded cluster of another major version, ${major}${why}`,
  { timeout: 120_000 },
  () => {
    const dir = tempDir();
    const [dataDir, later, file] = [join(dir, 'data'), join(dir, 'later'), join(dir, 'all.tar.gz')];
    let older: PostgresServer;

    // As a release left it that brought this version.
    beforeAll(async () => {
      const place = join(dataDir, 'pg/cluster');
      mkdirSync(place, { recursive: true });
      for (const name of ['password', 'role-password']) writeFileSync(join(place, name), name);
      mkdirSync(join(dataDir, 'files/2026'), { recursive: true });
      writeFileSync(join(dataDir, 'files/2026/picture.png'), 'picture');
      writeFileSync(join(dataDir, 'secret.key'), '11'.repeat(32), { mode: 0o600 });
      older = new PostgresServer({ dir: place, port: await freePort(), settings: ['fsync=off'] });
      older.init();
      await older.start();
      const administrator = new pg.Client({ connectionString: older.url() });
      await administrator.connect();
      await administrator.query(`create role ${platformRole} login`);
      await administrator.query(`create database ${databaseName} owner ${platformRole}`);
      await administrator.end();
      await migrate({ url: older.url(databaseName, platformRole), log });
      await rowsAt(
        older.url(databaseName, platformRole),
        "insert into veh_series (series_code, name, brand, sort, enabled) select 'S' || n, '车系' || n, '1', n, 1 from generate_series(1, 1000) n",
      );
    });
    afterAll(async () => {
      await older.end('SIGKILL');
      rmSync(dir, { recursive: true, force: true });
    });

    const contents = (url: string) =>
      rowsAt<{ n: number; digest: string; next: string }>(
        url,
        `select count(*)::int as n, md5(string_agg(s::text, '|' order by s.id)) as digest, nextval(pg_get_serial_sequence('veh_series', 'id'))::text as next from veh_series s`,
      );

    test('comes over whole by a backup of the old release and a restore with the new one, which does not open it', async () => {
      // The release that brought that version finds its database by itself.
      const ownKey = { dataDir, secretKey: undefined, storageUrl: `file://${dataDir}/files` };
      await backup(ownKey, { url: older.url(databaseName, platformRole), file, log });
      const before = await contents(older.url(databaseName, platformRole));
      await older.end('SIGINT');

      const untouched = listing(join(dataDir, 'pg'));
      const refusal = {
        code: 1,
        error: expect.stringMatching(
          new RegExp(
            `^DATA_DIR: \\S+ belongs to PostgreSQL ${major}, and .*npm run backup.*npm run restore[^\\n]*\\n$`,
          ),
        ),
      };
      expect(await run('apps/server/src/main.ts', [], { DATA_DIR: dataDir })).toEqual(refusal);
      expect(await run('scripts/backup.ts', [join(dir, 'none.tar.gz')], { DATA_DIR: dataDir })).toEqual(refusal);
      expect(listing(join(dataDir, 'pg'))).toEqual(untouched);

      expect(await run('scripts/restore.ts', [file], { DATA_DIR: later })).toEqual({ code: 0, error: '' });
      const database = await startEmbedded({ dir: join(later, 'pg'), log });
      try {
        expect(await contents(database.url)).toEqual(before);
      } finally {
        await database.stop();
      }
      for (const name of ['files/2026/picture.png', 'secret.key'])
        expect(readFileSync(join(later, name)).equals(readFileSync(join(dataDir, name)))).toBe(true);
    });
  },
);
