import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { type Program, runProgram } from '../support/program.ts';
import { tempDir } from '../support/temp.ts';

const dirs: string[] = [];
afterEach(() => dirs.splice(0).forEach((dir) => rmSync(dir, { recursive: true, force: true })));

interface Process extends Program {
  readonly dataDir: string;
}

/** The platform as its own process, on its own embedded database. */
function launch(env: Record<string, string> = {}): Process {
  const dataDir = tempDir();
  dirs.push(dataDir);
  return { ...runProgram('apps/server/src/main.ts', [], { DATA_DIR: dataDir, ...env }), dataDir };
}

const addressOf = (started: Process) =>
  vi.waitFor(() => /ready: (\S+)/.exec(started.out())?.[1] ?? Promise.reject(new Error(started.err())), {
    timeout: 90_000,
    interval: 100,
  });

test('starts without data, prints how to sign in, answers, and ends cleanly on SIGTERM', async () => {
  const started = launch();
  const address = await addressOf(started);
  expect(started.out()).toMatch(/Sign in as admin with the password \S+ \(shown only this once\)/);
  expect(await (await fetch(`${address}/readyz`)).json()).toEqual({ status: 'up' });
  // What was printed is good for one sign-in.
  const [, printed = ''] = /with the password (\S+)/.exec(started.out()) ?? [];
  const signIn = await fetch(`${address}/system/crm/sysUser/ssoLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'admin',
      password: createHash('md5').update(printed).digest('hex').toUpperCase(),
    }),
  });
  const { data } = (await signIn.json()) as { data: { accessToken: string } };
  const call = (path: string) =>
    fetch(`${address}${path}`, { method: 'POST', headers: { authorization: `Bearer ${data.accessToken}` } });
  expect(await (await call('/system/crm/organization/tree')).json()).toMatchObject({ code: 1003 });
  started.child.kill('SIGTERM');
  expect((await started.ended).code).toBe(0);
  expect(existsSync(join(started.dataDir, 'pg/cluster/data/postmaster.pid'))).toBe(false);
  expect(started.err()).toBe('');
}, 150_000);

test('a bad variable or a taken port ends it with one clear line', async () => {
  const wrong = launch({ PORT: 'http' });
  expect((await wrong.ended).code).toBe(1);
  expect(wrong.err().trim().split('\n')).toEqual([expect.stringMatching(/^PORT \(it is "http"\): /)]);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = (other.address() as { port: number }).port;
  const taken = launch({ PORT: String(port) });
  expect((await taken.ended).code).toBe(1);
  expect(taken.err().trim()).toBe(`PORT: ${port} is in use on 127.0.0.1`);
  other.close();
});
