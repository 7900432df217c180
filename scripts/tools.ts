import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../apps/server/src/db/free-port.ts';

/** Root folder of the project. */
export const root = fileURLToPath(new URL('..', import.meta.url));

interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Keep the output and show it only when the program fails. */
  readonly quiet?: boolean;
}

/** Runs a JavaScript program of node_modules (or of the project) with this very Node. @returns its exit code */
export function runNode(program: string, args: readonly string[], options: RunOptions = {}): Promise<number> {
  return run(process.execPath, [program, ...args], options);
}

/** Runs a program. @returns its exit code; 127 where it does not exist, 1 where it was killed */
export function run(
  command: string,
  args: readonly string[],
  { env = {}, cwd = root, quiet = false }: RunOptions = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    const output: Buffer[] = [];
    child.stdout?.on('data', (part: Buffer) => output.push(part));
    child.stderr?.on('data', (part: Buffer) => output.push(part));
    child.once('error', () => resolve(127));
    child.once('close', (code) => {
      if (quiet && code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code ?? 1);
    });
  });
}

/** Ports of this machine that nobody uses right now, all different. They stay free while their program is started again. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  return ports;
}

/** SECRET_KEY of processes that share a folder and a database: the key that the folder has, made where it has none. */
export function secretKeyIn(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) writeFileSync(path, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(path, 'utf8').trim();
}
