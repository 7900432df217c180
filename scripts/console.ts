import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode } from './tools.ts';

const web = join(root, 'apps/web');

/** Everything the built console is made of. */
const sources = [
  'apps/web/src',
  'apps/web/public',
  'apps/web/build',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages/contract/src',
  'packages/entities/src',
  'package-lock.json',
];

/** Builds the console where it is missing or older than what it is made of. @throws Error when the build fails */
export async function ensureConsole(): Promise<void> {
  const built = join(web, 'dist/index.html');
  if (existsSync(built) && statSync(built).mtimeMs > newest()) return;
  process.stdout.write('Building the console …\n');
  const code = await runNode(join(root, 'node_modules/vite/bin/vite.js'), ['build', '--logLevel', 'warn'], {
    cwd: web,
  });
  if (code !== 0) throw new Error('the console could not be built');
}

function newest(): number {
  return Math.max(...sources.flatMap((source) => filesOf(join(root, source))).map((file) => statSync(file).mtimeMs));
}

function filesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
}
