import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbedded } from '../../src/db/embedded.ts';
import { unlockAccount } from '../../src/modules/access/unlock.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { tempDir } from '../support/temp.ts';
import { addUser, md5, password } from './fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const signIn = async (username: string, typed: string) =>
  (await t.call('POST', '/system/crm/sysUser/ssoLogin', { username, password: md5(typed) })).code;

test('a locked account is let in again, whatever the case of its name, and the log says so', async () => {
  const id = await addUser(t, { username: 'locked.Out' });
  await addUser(t, { username: 'locked.too' });
  for (const name of ['locked.out', 'locked.too']) {
    for (let n = 0; n < 5; n++) expect(await signIn(name, 'wrong')).toBe(1101);
    expect(await signIn(name, password)).toBe(1103);
  }
  expect(await unlockAccount(t.app.db, 'LOCKED.out')).toBe(true);
  expect(await signIn('locked.out', password)).toBe(0);
  expect(await signIn('locked.too', password)).toBe(1103);
  const { rows } = await t.app.pool.query(
    `select username, entity, entity_id from sys_operation_log where action = 'unlock'`,
  );
  expect(rows).toEqual([{ username: 'system', entity: 'sysUser', entity_id: id }]);
  expect(await unlockAccount(t.app.db, 'nobody.here')).toBe(false);
});

const script = fileURLToPath(new URL('../../../../scripts/unlock.ts', import.meta.url));

async function run(dataDir: string): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [script, 'admin'], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, NODE_ENV: 'test' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => void said.push(part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said: Buffer.concat(said).toString() };
}

test('the command makes no database where there is none, and stops the one it started even where it fails', async () => {
  const dataDir = tempDir();
  try {
    const nothing = await run(dataDir);
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining('no database') });
    expect(existsSync(join(dataDir, 'pg'))).toBe(false);
    const empty = await startEmbedded({ dir: join(dataDir, 'pg'), log: pino({ level: 'silent' }) });
    await empty.stop();
    const failed = await run(dataDir);
    expect(failed).toMatchObject({ code: 1, said: expect.stringContaining('sys_user') });
    expect(existsSync(join(dataDir, 'pg/cluster/data/postmaster.pid'))).toBe(false);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 120_000);
