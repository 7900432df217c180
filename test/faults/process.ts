import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/tools.ts';

export const patienceMs = 60_000;

/** A platform process that can be killed and started again. */
export class Process {
  readonly #env: NodeJS.ProcessEnv;
  readonly #health: string;
  #child: ChildProcess | undefined;
  /** Folder of the release that it starts. */
  release = root;

  constructor(env: Readonly<Record<string, string>>, port: number) {
    this.#env = { ...process.env, ...env, PORT: String(port) };
    this.#health = `http://127.0.0.1:${port}/readyz`;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [join(this.release, 'apps/server/src/main.ts')], {
      env: this.#env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#child = child;
    let said = '';
    child.stderr.on('data', (part: Buffer) => (said = (said + part.toString()).slice(-2_000)));
    for (const end = Date.now() + patienceMs; ;) {
      if (
        await fetch(this.#health).then(
          (answer) => answer.ok,
          () => false,
        )
      )
        return;
      if (child.exitCode !== null || Date.now() > end) throw new Error(`a platform process does not start: ${said}`);
      await sleep(100);
    }
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** Ends PostgreSQL as a crash of the machine would: all of it at once. */
export function killPostgres(folder: string): void {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  if (file === undefined) throw new Error('no postmaster.pid');
  const pid = Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
}
