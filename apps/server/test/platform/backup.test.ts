import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { backup } from '../../src/backup/backup.ts';
import { checkBackup, restore } from '../../src/backup/restore.ts';
import { createLog } from '../../src/log.ts';
import { addAppUser } from '../support/app-user.ts';
import { adminPassword, createTestApp, openTestApp, type TestApp } from '../support/app.ts';
import { cloneDatabase, dropDatabase, rowsAt } from '../support/databases.ts';
import { tempDir } from '../support/temp.ts';
import { sampleFile } from '../registry/samples.ts';

let t: TestApp;
let dir: string;
let file: string;
let picture: string;
let userId: string;
const mobile = '13799991234';
const server = inject('databaseServer');
const log = createLog('silent');
const databases: string[] = [];

/** A database without any table on the server of the tests. */
async function emptyDatabase(): Promise<string> {
  const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
  databases.push(name);
  return cloneDatabase(server, 'template0', name);
}

/** Rows and a digest of each table of the platform. */
async function contents(url: string): Promise<Record<string, string>> {
  const tables = await rowsAt<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^kysely' order by 1",
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await rowsAt<{ digest: string }>(
      url,
      `select count(*) || ' ' || coalesce(md5(string_agg(x::text, '|' order by x::text)), '') as digest from ${name} x`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

const place = (url: string, dataDir: string) => ({
  url,
  config: { dataDir, secretKey: undefined, storageUrl: `file://${dataDir}/files` },
});

async function restoreTo(from: string, dataDir: string): Promise<string> {
  mkdirSync(dataDir);
  const { url, config } = place(await emptyDatabase(), dataDir);
  await restore(config, { url, file: from, log, checked: await checkBackup(from) });
  return url;
}

beforeAll(async () => {
  t = await createTestApp();
  dir = tempDir();
  file = join(dir, 'whole.tar.gz');
  picture = await sampleFile(t, 'image');
  userId = await addAppUser(t, 1, mobile);
});
afterAll(async () => {
  await t.stop();
  for (const name of databases) await dropDatabase(server, name);
  rmSync(dir, { recursive: true });
});

/** Adds replies over HTTP as long as a backup runs: each with its entry in the log, in one transaction. */
async function underLoad(work: () => Promise<unknown>): Promise<void> {
  let [n, isOver] = [0, false];
  const load = (async () => {
    while (!isOver) {
      const reply = { title: `回复${++n}`, content: '样例样例样例', shared: 0 };
      expect((await t.call('POST', '/cs/crm/quickReply/add', reply, { as: 'admin' })).code).toBe(0);
    }
  })();
  await expect.poll(() => n).toBeGreaterThan(5);
  await work();
  isOver = true;
  await load;
}

test('a backup made under load holds one moment', async () => {
  await underLoad(() => backup(t.app.config, { url: t.databaseUrl, file, log }));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const restored = await restoreTo(file, join(dir, 'moment'));
  const [counts] = await rowsAt<{ replies: string; logged: string }>(
    restored,
    `select (select count(*) from cs_quick_reply) as replies, (select count(*) from sys_operation_log where entity = 'quickReply' and action = 'add') as logged`,
  );
  expect(Number(counts?.replies)).toBeGreaterThan(4);
  expect(counts?.logged).toBe(counts?.replies);
});

test('what is restored is the same to the last row, and works, with its files and sealed values', async () => {
  const quiet = join(dir, 'quiet.tar.gz');
  const written = await backup(t.app.config, { url: t.databaseUrl, file: quiet, log });
  expect(written.files).toBeGreaterThan(0);
  const dataDir = join(dir, 'restored');
  const url = await restoreTo(quiet, dataDir);
  expect(await contents(url)).toEqual(await contents(t.databaseUrl));

  const again = await openTestApp(url, { env: { DATA_DIR: dataDir } });
  try {
    const token = await again.login('admin', adminPassword);
    const [stored] = await rowsAt<{ key: string }>(
      url,
      `select storage_key as key from sys_file where file_id = '${picture}'`,
    );
    const bytes = (folder: string): Buffer => readFileSync(join(folder, 'files', ...(stored?.key ?? '').split('/')));
    expect(bytes(dataDir).equals(bytes(t.app.config.dataDir))).toBe(true);
    const reveal = { entity: 'appUser', id: userId, field: 'mobile', reason: '核对备份' };
    const seen = await again.call<{ value: string }>('POST', '/system/crm/privacy/reveal', reveal, { as: token });
    expect(seen.data.value).toBe(mobile);
    // New rows get numbers above the old ones, and references still refuse what is not there.
    expect(Number(await addAppUser(again))).toBeGreaterThan(Number(userId));
    await expect(
      rowsAt(
        url,
        'insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values (1, 999999, 1, 1, now(), 1, 1)',
      ),
    ).rejects.toThrow('fk_veh_binding_user_id');
  } finally {
    await again.stop();
  }
  // A backup, a restoration and a second server, all tables compared: half a minute alone.
}, 180_000);

test('a file that is there is never overwritten, and a backup that fails leaves none', async () => {
  const before = readFileSync(file);
  await expect(backup(t.app.config, { url: t.databaseUrl, file, log })).rejects.toThrow('EEXIST');
  expect(readFileSync(file).equals(before)).toBe(true);
  const nowhere = join(dir, 'failed.tar.gz');
  await expect(backup(t.app.config, { url: await emptyDatabase(), file: nowhere, log })).rejects.toThrow(
    'kysely_migration',
  );
  expect(readdirSync(dir).filter((name) => name.startsWith('failed'))).toEqual([]);
});

test.each([
  ['cut off', (path: string) => truncateSync(path, statSync(path).size - 100)],
  ['half', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
  [
    'changed by one byte',
    (path: string) => {
      const bytes = readFileSync(path);
      const at = Math.floor(bytes.length / 3);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(path, bytes);
    },
  ],
  ['no backup at all', (path: string) => writeFileSync(path, 'hello')],
])('a backup that is %s is refused before anything is made', async (name, spoil) => {
  const spoilt = join(dir, `${name.replaceAll(' ', '-')}.tar.gz`);
  writeFileSync(spoilt, readFileSync(file));
  spoil(spoilt);
  await expect(checkBackup(spoilt)).rejects.toThrow('no whole backup');
});

test('a database with tables is refused', async () => {
  const checked = await checkBackup(file);
  const { config } = place(t.databaseUrl, join(dir, 'other'));
  await expect(restore(config, { url: t.databaseUrl, file, log, checked })).rejects.toThrow('not empty');
  expect(existsSync(join(dir, 'other'))).toBe(false);
});
