import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';
import { createPool } from '../../src/db/pool.ts';
import { tempDir } from '../support/temp.ts';

const log = pino({ level: 'silent' });
let dir: string;
beforeEach(() => {
  dir = join(tempDir(), 'pg');
});
afterEach(() => rmSync(join(dir, '..'), { recursive: true, force: true }));

const pidFile = () => join(dir, 'cluster/data/postmaster.pid');
const postmaster = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows;
}

test('starts durable, keeps its data, listens to this machine alone and asks for a password', async () => {
  const first = await startEmbedded({ dir, log });
  await query(first.url, 'create table kept (n int); insert into kept values (7)');
  const [settings] = await query(
    first.url,
    "select current_setting('fsync') fsync, current_setting('listen_addresses') host, current_setting('server_encoding') encoding",
  );
  expect(settings).toEqual({ fsync: 'on', host: '127.0.0.1', encoding: 'UTF8' });
  expect(statSync(join(dir, 'cluster/password')).mode & 0o777).toBe(0o600);
  const stranger = new URL(first.url);
  stranger.password = 'wrong';
  await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
  await first.stop();
  expect(existsSync(pidFile())).toBe(false);
  const second = await startEmbedded({ dir, log });
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
  await second.stop();
});

test('several processes starting on one empty folder share one server, and the last one stops it', async () => {
  const databases = await Promise.all([1, 2, 3].map(() => startEmbedded({ dir, log, durability: 'test' })));
  expect(new Set(databases.map((database) => database.url)).size).toBe(1);
  const url = databases[0]?.url ?? '';
  await databases[0]?.stop();
  await databases[1]?.stop();
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await databases[2]?.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test('a killed server comes back on its address with every committed row, and pools recover by themselves', async () => {
  const database = await startEmbedded({ dir, log });
  const pool = createPool({ url: database.url, max: 2, log });
  await pool.query('create table kept (n int)');
  await pool.query('insert into kept values (1)');
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(() => expect(postmaster()).not.toBe(killed), { timeout: 15_000, interval: 50 });
  await vi.waitFor(() => pool.query('insert into kept values (2)'), { timeout: 15_000, interval: 100 });
  expect((await pool.query('select count(*) from kept')).rows).toEqual([{ count: '2' }]);
  await pool.end();
  await database.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test('a killed process leaves its server behind; the next one takes it over and stops it', async () => {
  const script = `import { startEmbedded } from ${JSON.stringify(new URL('../../src/db/embedded.ts', import.meta.url).href)};
    const { url } = await startEmbedded({ dir: ${JSON.stringify(dir)}, log: { warn() {}, info() {} } });
    process.stdout.write(url); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  child.kill('SIGKILL');
  await once(child, 'exit');
  const orphan = postmaster();
  const next = await startEmbedded({ dir, log });
  expect(next.url).toBe(url.toString());
  expect(postmaster()).toBe(orphan);
  await next.stop();
  expect(existsSync(pidFile())).toBe(false);
});

test('a copy of the folder gets a server of its own, beside that of the original', async () => {
  const original = await startEmbedded({ dir, log });
  await query(original.url, 'create table kept (n int); insert into kept values (7)');
  const copy = join(dir, '../../', `${basename(join(dir, '..'))}-copy`);
  // With the file that names the running server. Somebody else may own what is in it.
  await promisify(execFile)('cp', ['-a', join(dir, '..'), copy]);
  try {
    const second = await startEmbedded({ dir: join(copy, 'pg'), log });
    expect(new URL(second.url).port).not.toBe(new URL(original.url).port);
    await query(second.url, 'insert into kept values (8)');
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 7 }, { n: 8 }]);
    expect(await query(original.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await second.stop();
    expect(await query(original.url, 'select n from kept')).toEqual([{ n: 7 }]);
  } finally {
    await original.stop();
    rmSync(copy, { recursive: true, force: true });
  }
});

test('a folder that was moved while its server runs keeps that server', async () => {
  const first = await startEmbedded({ dir, log, durability: 'test' });
  const moved = `${dir}-moved`;
  renameSync(dir, moved);
  const second = await startEmbedded({ dir: moved, log, durability: 'test' });
  expect(second.url).toBe(first.url);
  renameSync(moved, dir);
  await second.stop();
  await first.stop();
});

test.runIf(process.getuid?.() === 0)(
  'started by root below a private folder, it moves to a public place and leaves a link',
  async () => {
    const home = tempDir();
    chmodSync(home, 0o700);
    const place = join(home, 'data/pg');
    const database = await startEmbedded({ dir: place, log, durability: 'test' });
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    const real = realpathSync(place);
    expect(real.startsWith(home)).toBe(false);
    // A copy has the same link: it must not work on the database of the original.
    cpSync(join(home, 'data'), join(home, 'copy'), { recursive: true, verbatimSymlinks: true });
    await expect(startEmbedded({ dir: join(home, 'copy/pg'), log, durability: 'test' })).rejects.toThrow(
      /^DATA_DIR: the database of \S+copy is that of \S+data, of which it is a copy\. [^\n]*$/,
    );
    renameSync(join(home, 'data'), join(home, 'moved'));
    const again = await startEmbedded({ dir: join(home, 'moved/pg'), log, durability: 'test' });
    expect(await query(again.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await again.stop();
    rmSync(real, { recursive: true });
    rmSync(home, { recursive: true });
  },
);
