import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Program {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  /** Its exit code, null where a signal ended it, and all that it has written as errors. */
  readonly ended: Promise<{ readonly code: number | null; readonly err: string }>;
}

/** A program of the project as people run it, by its path in the repository: without data, at free ports. */
export function runProgram(path: string, args: readonly string[], env: Readonly<Record<string, string>>): Program {
  const child = spawn(process.execPath, [join(root, path), ...args], {
    env: { PATH: process.env['PATH'], SEED: 'none', PORT: '0', MQTT_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, err }));
  return { child, out: () => out, err: () => err, ended };
}
