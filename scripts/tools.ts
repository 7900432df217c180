import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

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

/** Ports of this machine that nobody uses right now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject);
          server.listen(0, '127.0.0.1', () => resolve(server));
        }),
    ),
  );
  return Promise.all(
    servers.map((server) => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      return new Promise<number>((resolve) => server.close(() => resolve(port)));
    }),
  );
}
