import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { hashOf, unseal } from '../../src/entity/seal.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { cloneDatabase, dropDatabase, rowsAt } from '../support/databases.ts';
import { runProgram } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';

const mobile = '13799992345';
const name = `${inject('databasePrefix')}${randomUUID().replaceAll('-', '')}`;
const wrongKey = 'ee'.repeat(32);
const refusal = /^SECRET_KEY: is not the key with which this database is sealed\. [^\n]*\n$/;

/** Of an installation of the release before: it has sealed values, and nothing that says with which key. */
let t: TestApp;
let dir: string;
const started: ChildProcess[] = [];
beforeAll(async () => {
  t = await createTestApp();
  dir = tempDir();
  await addAppUser(t, 1, mobile);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await t.stop();
  await dropDatabase(inject('databaseServer'), name);
  rmSync(dir, { recursive: true });
});

/** A program on the test's database unless `env` says otherwise. */
function run(path: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  const program = runProgram(path, args, { DATABASE_URL: t.databaseUrl, DATA_DIR: dir, ...env });
  started.push(program.child);
  const ready = () =>
    vi.waitFor(() => expect(program.out() + program.err()).toContain('is ready'), { timeout: 150_000, interval: 50 });
  return { ...program, ready };
}

const start = (env: Readonly<Record<string, string>>) => run('apps/server/src/main.ts', [], env);
const ownKey = () => t.app.secrets.sealKey.toString('hex');
const fingerprints = () => rowsAt(t.databaseUrl, "select encode(fingerprint, 'hex') as print from sys_sealing_key");

/** Starts with the right key, and ends it. */
async function startsWith(env: Readonly<Record<string, string>>): Promise<void> {
  const { child, ended, ready } = start(env);
  await ready();
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
}

test('a server of its own needs the key in its settings, and no process makes one for itself', async () => {
  const { code, err } = await start({}).ended;
  expect(code).toBe(1);
  expect(err).toMatch(/^SECRET_KEY: needed by DATABASE_URL\. [^\n]*\n$/);
  expect(existsSync(join(dir, 'secret.key'))).toBe(false);
});

test('where nothing says which key it was, the sealed values do', async () => {
  expect(await start({ SECRET_KEY: wrongKey, ROLES: 'worker' }).ended).toEqual({
    code: 1,
    err: expect.stringMatching(refusal),
  });
  expect(await fingerprints()).toEqual([]);
  await startsWith({ SECRET_KEY: ownKey(), ROLES: 'worker' });
  expect(await fingerprints()).toEqual([{ print: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  // It does not give the key away.
  expect(await fingerprints()).not.toEqual([{ print: ownKey() }]);
}, 240_000);

test('afterwards no process of any role starts with another key', async () => {
  const refused = ['api', 'gateway', 'worker'].map((role) => start({ SECRET_KEY: wrongKey, ROLES: role }).ended);
  for (const end of await Promise.all(refused)) expect(end).toEqual({ code: 1, err: expect.stringMatching(refusal) });
}, 240_000);

test('nor does a backup run with another key; one with the right key is restored with that alone', async () => {
  const file = join(dir, 'all.tar.gz');
  const saved = (key: string) => run('scripts/backup.ts', [file], { SECRET_KEY: key }).ended;
  expect(await saved(wrongKey)).toEqual({ code: 1, err: expect.stringMatching(refusal) });
  expect(existsSync(file)).toBe(false);
  expect(await saved(ownKey())).toEqual({ code: 0, err: '' });

  const place = join(dir, 'later');
  const restored = (env: Readonly<Record<string, string>>) =>
    run('scripts/restore.ts', [file], { DATABASE_URL: '', DATA_DIR: place, ...env }).ended;
  expect(await restored({})).toEqual({
    code: 1,
    err: expect.stringMatching(/^SECRET_KEY: the backup holds no key[^\n]*\n$/),
  });
  expect(await restored({ SECRET_KEY: wrongKey })).toEqual({ code: 1, err: expect.stringMatching(refusal) });
  expect(existsSync(place)).toBe(false);
  expect(await restored({ SECRET_KEY: ownKey() })).toEqual({ code: 0, err: '' });
  // Without its key the restored database stays closed, and no new key is made beside it.
  expect(await start({ DATABASE_URL: '', DATA_DIR: place }).ended).toEqual({
    code: 1,
    err: expect.stringMatching(/^\S+secret\.key is missing: [^\n]*\n$/),
  });
  expect(existsSync(join(place, 'secret.key'))).toBe(false);
}, 240_000);

test('another key takes its place when everything is sealed anew: the old one then opens nothing', async () => {
  const old = join(dir, 'old.key');
  const newKey = 'cd'.repeat(32);
  writeFileSync(old, ownKey());
  const url = await cloneDatabase(inject('databaseServer'), 'template0', name);
  const place = join(dir, 'moved');
  mkdirSync(place);
  const file = join(dir, 'all.tar.gz');
  const settings = { DATABASE_URL: url, DATA_DIR: place };
  const { code, err } = await run('scripts/restore.ts', [file], { ...settings, SECRET_KEY: ownKey() }).ended;
  expect({ code, err }).toEqual({ code: 0, err: '' });

  const changed = (from: string) => run('scripts/rekey.ts', [from], { ...settings, SECRET_KEY: newKey }).ended;
  writeFileSync(join(dir, 'wrong.key'), wrongKey);
  expect(await changed(join(dir, 'wrong.key'))).toEqual({
    code: 1,
    err: expect.stringMatching(/^The old key: is not /),
  });
  expect(await changed(old)).toEqual({ code: 0, err: '' });
  const keys = { sealKey: Buffer.from(newKey, 'hex') };
  const [user] = await rowsAt<{ enc: Buffer; hash: Buffer }>(
    url,
    'select mobile_enc as enc, mobile_hash as hash from usr_app_user',
  );
  expect(unseal(keys, user?.enc ?? Buffer.alloc(0))).toBe(mobile);
  expect(user?.hash.equals(hashOf(keys, mobile))).toBe(true);
  expect(await start({ ...settings, SECRET_KEY: ownKey(), ROLES: 'worker' }).ended).toEqual({
    code: 1,
    err: expect.stringMatching(refusal),
  });
}, 240_000);
