import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts, root } from './tools.ts';

/** A platform of its own for tests from outside: `npm start` with demo data in a temporary folder. */
export interface TemporaryServer {
  readonly url: string;
  readonly adminPassword: string;
  /** Key with which the company portal requests tickets. */
  readonly portalKey: string;
  /** Key that signs the tokens of the owners' app, in hex. */
  readonly appTokenKey: string;
  /** Address of its broker. */
  readonly mqttUrl: string;
  stop(): Promise<void>;
}

/** For a server that never starts: a slow machine takes its time. */
const startTimeout = 20 * 60_000;
/** A secret that servers of a test may share. */
export const newKey = (): string => randomBytes(32).toString('hex');

/** Starts it and waits until it is ready. @throws Error when it ends or is not ready within 20 minutes */
export async function startTemporaryServer(env: Readonly<Record<string, string>> = {}): Promise<TemporaryServer> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const [port = 0, mqtt = 0] = await freePorts(2);
  const remove = (): void => rmSync(dir, { recursive: true, force: true });
  try {
    const server = await startServer(dir, port, mqtt, env);
    return {
      ...server,
      stop: async () => {
        await server.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The same in a folder and on ports that are kept, so that it can be started again. */
export async function startServer(
  dir: string,
  port: number,
  mqtt: number,
  env: Readonly<Record<string, string>> = {},
): Promise<TemporaryServer> {
  const adminPassword = 'Acceptance-2026';
  const { PORTAL_KEY: portalKey = newKey(), APP_TOKEN_KEY: appTokenKey = newKey() } = env;
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts')], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      MQTT_PORT: String(mqtt),
      DATA_DIR: dir,
      DATABASE_URL: '',
      ADMIN_PASSWORD: adminPassword,
      PORTAL_KEY: portalKey,
      APP_TOKEN_KEY: appTokenKey,
      LOG_LEVEL: 'warn',
      // What a test counts, nobody else changes.
      SIMULATOR_OWNERS: 'false',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    if (isRunning(child)) {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
  };
  try {
    await ready(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, adminPassword, portalKey, appTokenKey, mqttUrl: `mqtt://127.0.0.1:${mqtt}`, stop };
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + startTimeout;
  while (!(await isReady(url))) {
    if (!isRunning(child)) throw new Error(`the server ended with code ${child.exitCode}`);
    if (Date.now() > deadline) throw new Error('the server did not become ready');
    await sleep(200);
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );
}
