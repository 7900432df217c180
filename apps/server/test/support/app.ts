import { createHash, randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { closeApp, createApp } from '../../src/app.ts';
import { readConfig, readSecrets } from '../../src/config.ts';
import { migrate } from '../../src/db/migrate.ts';
import type { Call } from '../../src/http/call.ts';
import type { App, AppBase, Provided, SessionService } from '../../src/http/context.ts';
import { createHttp } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { cloneDatabase, dropDatabase, ensureTemplate } from './databases.ts';
import { firmwareKeysFile } from './firmware-keys.ts';
import { quickHash } from './passwords.ts';
import { tempDir } from './temp.ts';

/** Password of `admin` in every test. */
export const adminPassword = 'Test-Admin-2026';

interface CallOptions {
  /** `'admin'`, or a token of `login`. Nobody unless given. */
  readonly as?: string;
  readonly lang?: 'zh' | 'en';
  readonly headers?: Record<string, string>;
}

/** What a call answered. */
export interface Answer<Data> {
  readonly status: number;
  readonly code: number;
  /** As the test expects it; what matters, it asserts. */
  readonly data: Data;
  readonly message: string;
  readonly headers: LightMyRequestResponse['headers'];
}

/** A whole server on a database of its own, asked without a socket. */
export interface TestApp {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly databaseUrl: string;
  /** GET sends `body` as its query string. */
  call<Data = unknown>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    options?: CallOptions,
  ): Promise<Answer<Data>>;
  /** Signs in as the console does. @returns the token */
  login(username: string, password: string): Promise<string>;
  /** What it has logged as an error so far, in lines: to say why a test failed. */
  readonly errors: string[];
  stop(): Promise<void>;
}

interface TestAppOptions {
  /** Calls and sessions of a test of the platform itself; absent: the product's, on seeded reference data. */
  readonly platform?: { readonly calls: readonly Call[]; readonly createSessions: (app: AppBase) => SessionService };
  readonly env?: Record<string, string>;
  readonly consoleDir?: string;
}

/** Calls and sessions without modules: there are no files. */
const alone = ({ calls, createSessions }: NonNullable<TestAppOptions['platform']>) => ({
  calls,
  provide: (app: AppBase): Provided => ({
    sessions: createSessions(app),
    files: { url: (fileId) => fileId, issue: () => Promise.reject(new Error('no files here')) },
    paths: new Set(calls.map(({ path }) => path)),
  }),
});

/** A DATA_DIR with the key of this run: what the template has sealed opens in its clones. */
function keyedDir(): string {
  const dir = tempDir();
  writeFileSync(join(dir, 'secret.key'), '5e'.repeat(32), { mode: 0o600 });
  return dir;
}

function testConfig(env: Record<string, string>): ReturnType<typeof readConfig> {
  return readConfig({
    SEED: 'none',
    LOG_LEVEL: 'error',
    MQTT_PORT: '0',
    PORT: '0',
    ADMIN_PASSWORD: adminPassword,
    DATABASE_POOL: '4',
    FIRMWARE_KEYS: firmwareKeysFile(),
    ...env,
  });
}

/** Clones the run's template and puts a server on it. Call `stop` when done. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const server = inject('databaseServer');
  const prefix = inject('databasePrefix');
  const template = `${prefix}${options.platform ? 'migrated' : 'seeded'}`;
  await ensureTemplate(server, template, options.platform ? fillMigrated : fillSeeded);
  const name = `${prefix}${randomUUID().replaceAll('-', '')}`;
  const url = await cloneDatabase(server, template, name);
  const dataDir = keyedDir();
  const t = await openTestApp(url, { ...options, env: { DATA_DIR: dataDir, ...options.env } });
  return {
    ...t,
    stop: async () => {
      await t.stop();
      await dropDatabase(server, name);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Puts a server on a database that is there. `stop` leaves the database and DATA_DIR of `env` as they are. */
export async function openTestApp(url: string, { platform, env = {}, consoleDir }: TestAppOptions): Promise<TestApp> {
  const config = testConfig(env);
  const errors: string[] = [];
  const { calls, provide } = platform ? alone(platform) : await import('../../src/modules/index.ts');
  const app = await createApp({
    config,
    secrets: readSecrets(config),
    databaseUrl: url,
    log: createLog(config.logLevel, { write: (line) => void errors.push(line) }),
    provide,
  });
  const http = await createHttp(app, calls, consoleDir === undefined ? {} : { consoleDir });
  await http.ready();
  return {
    app,
    http,
    databaseUrl: url,
    errors,
    ...clientOf(http),
    stop: async () => {
      await http.close();
      await closeApp(app);
    },
  };
}

async function fillMigrated(url: string): Promise<void> {
  await migrate({ url, log: createLog('silent') });
}

/** Reference data and `admin` in an empty database. */
export async function fillSeeded(url: string): Promise<void> {
  await fillMigrated(url);
  const [{ provide }, { seed }] = await Promise.all([
    import('../../src/modules/index.ts'),
    import('../../src/seed/index.ts'),
  ]);
  const dataDir = keyedDir();
  const config = testConfig({ DATA_DIR: dataDir });
  const app = await createApp({
    config,
    secrets: readSecrets(config),
    databaseUrl: url,
    log: createLog('silent'),
    provide,
  });
  await seed(app);
  await app.pool.query(
    `update sys_credential set password_hash = $1 where user_id = (select id from sys_user where username = 'admin')`,
    [quickHash(adminPassword)],
  );
  // Without what autovacuum would tell it, the planner reads dictionaries as a whole.
  await app.pool.query('analyze');
  await closeApp(app);
  rmSync(dataDir, { recursive: true, force: true });
}

function clientOf(http: FastifyInstance): Pick<TestApp, 'call' | 'login'> {
  let admin: Promise<string> | undefined;
  const call: TestApp['call'] = async <Data>(
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer<Data>> => {
    const { as, lang, headers } = options;
    if (as === 'admin') admin ??= login('admin', adminPassword);
    const token = as === 'admin' ? await admin : as;
    const request: InjectOptions = {
      method,
      url: path,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(lang && { 'accept-language': lang }),
        ...headers,
      },
      ...(method === 'GET' ? body !== undefined && { query: body as Record<string, string> } : { payload: body ?? {} }),
    };
    const response = await http.inject(request);
    const isJson = String(response.headers['content-type']).startsWith('application/json');
    const envelope = isJson ? response.json() : { code: -1, data: response.body, message: '' };
    return { status: response.statusCode, headers: response.headers, ...envelope };
  };
  const login: TestApp['login'] = async (username, password) => {
    const hash = createHash('md5').update(password).digest('hex').toUpperCase();
    const answer = await call<{ accessToken: string }>('POST', '/system/crm/sysUser/ssoLogin', {
      username,
      password: hash,
    });
    if (answer.code !== 0) throw new Error(`login of ${username} refused: ${answer.code} ${answer.message}`);
    return answer.data.accessToken;
  };
  return { call, login };
}
