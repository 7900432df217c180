import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adminPassword, createTestApp, type TestApp } from '../support/app.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
const started: ChildProcess[] = [];
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await t.stop();
});

/** The platform as its own process, on the test's database. */
function launch(more: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: t.databaseUrl,
      DATA_DIR: t.app.config.dataDir,
      SECRET_KEY: t.app.secrets.sealKey.toString('hex'),
      SEED: 'none',
      ROLES: 'api',
      PORT: '0',
      LOG_LEVEL: 'warn',
      DRAIN_SECONDS: '6',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const exit = once(child, 'exit');
  const url = new Promise<string>((done, fail) => {
    child.stdout.on('data', () => {
      const ready = /ready: (\S+)/.exec(out)?.[1];
      if (ready !== undefined) done(ready);
    });
    void exit.then(() => fail(new Error(err || out)));
  });
  return { child, url, exit, lines: () => out + err };
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { readonly port: number };
  server.close();
  await once(server, 'close');
  return port;
}

test('while tables are brought up to the release, the process says that it lives, and takes no requests', async () => {
  // Whoever holds the list of migrations holds them up.
  const holder = await t.app.pool.connect();
  await holder.query('begin; lock table kysely_migration in access exclusive mode');
  try {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { child, url: ready } = launch({ PORT: new URL(url).port });
    const ask = async (path: string) => {
      const answer = await fetch(`${url}${path}`);
      return [answer.status, await answer.json()] as const;
    };
    await vi.waitFor(async () => expect(await ask('/healthz')).toEqual([200, { status: 'up' }]), { timeout: 120_000 });
    expect(await ask('/readyz')).toEqual([503, { status: 'down', reason: 'migrations' }]);
    expect(await ask('/system/crm/sysUser/myInfo')).toMatchObject([503, { reason: 'migrations' }]);
    await holder.query('rollback');
    await ready;
    expect(await ask('/readyz')).toEqual([200, { status: 'up' }]);
    child.kill('SIGKILL');
  } finally {
    holder.release();
  }
});

interface Outcomes {
  answered: number;
  readonly wrong: string[];
}

/** Asks again and again on one connection, until the server says that it is the last time. */
async function ask(url: string, token: string, outcomes: Outcomes): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (let last = false; !last;) {
    const outgoing = request(`${url}/system/crm/organization/tree`, { method: 'POST', agent, headers });
    outgoing.on('error', () => undefined);
    outgoing.end('{}');
    try {
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      const text = (await answer.toArray()).join('');
      if (answer.statusCode !== 200 || !text.startsWith('{"code":0,'))
        outcomes.wrong.push(`${answer.statusCode} ${text.slice(0, 200)}`);
      else outcomes.answered++;
      last = answer.headers.connection === 'close';
    } catch (error) {
      outcomes.wrong.push(String(error));
      last = true;
    }
  }
  agent.destroy();
}

test('SIGTERM under load: says that it stops, whatever was sent is answered, connections are closed with an answer, streams end with a hint', async () => {
  const { child, url: ready, exit, lines } = launch();
  const url = await ready;
  const token = await t.login('admin', adminPassword);
  const stream = request(`${url}/live/stream?topics=dictionary`, {
    headers: { authorization: `Bearer ${token}` },
  }).end();
  const [events] = (await once(stream, 'response')) as [IncomingMessage];
  const heard = events.toArray();
  const outcomes: Outcomes = { answered: 0, wrong: [] };
  const clients = Array.from({ length: 40 }, () => ask(url, token, outcomes));
  await vi.waitFor(() => expect(outcomes.answered).toBeGreaterThan(400), 30_000);
  child.kill('SIGTERM');
  // On a connection of its own: it takes them until the load balancer has seen that it stops.
  await vi.waitFor(async () => {
    const answer = await fetch(`${url}/readyz`);
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'down', reason: 'stopping' }]);
  });
  expect(events.complete).toBe(false);
  await Promise.all(clients);
  expect(outcomes.wrong).toEqual([]);
  expect((await heard).join('')).toMatch(/retry: \d{4}\n\n$/);
  expect(events.complete).toBe(true);
  expect(await exit).toEqual([0, null]);
  expect(lines()).not.toContain('cut off');
});
