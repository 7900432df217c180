import { spawn } from 'node:child_process';
import { secretKeyIn } from '../scripts/tools.ts';

export interface RunningServer {
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

interface ServerOptions {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly port: number;
  readonly adminPassword: string;
}

/** The API of the product in a process of its own, on a database without sample data. */
export async function startServer({
  databaseUrl,
  dataDir,
  port,
  adminPassword,
}: ServerOptions): Promise<RunningServer> {
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      SECRET_KEY: secretKeyIn(dataDir),
      PORT: String(port),
      ROLES: 'api',
      SEED: 'none',
      SIMULATOR: '0',
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: 'warn',
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (let i = 0; i < 240; i++) {
    const ok = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ok)
      return {
        pid: child.pid,
        stop: async () => {
          child.kill('SIGTERM');
          await ended;
        },
      };
    await new Promise((done) => setTimeout(done, 500));
  }
  child.kill('SIGKILL');
  throw new Error('the server does not answer');
}
