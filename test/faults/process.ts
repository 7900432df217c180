import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../scripts/tools.ts';

/** For what never happens: a slow machine takes its time, and what waits waits for what happens. */
export const patienceMs = 20 * 60_000;

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

  /** Milliseconds of processor time that it has used. */
  get cpuMs(): number {
    const pid = this.#child?.pid;
    return pid === undefined ? 0 : timesOf(pid).own;
  }

  /** Stands still until `resume`, as a process that gets no processor. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}

/** Processor time in milliseconds of a process, and of those that it began and that have ended, as Linux counts them. */
function timesOf(pid: number): { readonly parent: number; readonly own: number; readonly ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat
    .slice(stat.lastIndexOf(')') + 4)
    .split(' ')
    .map(Number);
  const [parent = 0, , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields;
  return { parent, own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 };
}

function postmasterOf(folder: string): number {
  const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
    name.endsWith('postmaster.pid'),
  );
  if (file === undefined) throw new Error('no postmaster.pid');
  return Number(readFileSync(join(folder, file), 'utf8').split('\n')[0]);
}

/** Milliseconds of processor time that PostgreSQL has used. */
export function postgresCpuMs(folder: string): number {
  const postmaster = postmasterOf(folder);
  const { own, ended } = timesOf(postmaster);
  let sum = own + ended;
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    try {
      const times = timesOf(pid);
      if (times.parent === postmaster) sum += times.own;
    } catch {
      // It has ended meanwhile.
    }
  }
  return sum;
}

/** Ends PostgreSQL as a crash of the machine would: all of it at once. */
export function killPostgres(folder: string): void {
  process.kill(postmasterOf(folder), 'SIGKILL');
}
