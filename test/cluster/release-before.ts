import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ownJson } from '@wheelhouse/contract/object';
import { migrationsDir } from '../../apps/server/src/db/migrate.ts';
import { root } from '../../scripts/tools.ts';

const migrations = relative(root, migrationsDir);

const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1_000_000_000 }).trim();

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}
const versionsOf = (lock: string): Lock['packages'] => ownJson<Lock>(lock).packages;

/** The release before the newest migration: its tables are what a rolling upgrade to this one begins with. */
export interface ReleaseBefore {
  readonly commit: string;
  readonly subject: string;
  /** Migrations that this release has and it has not. */
  readonly added: readonly string[];
}

/** @returns undefined where there is no history, as in an archive of the sources */
export function releaseBefore(): ReleaseBefore | undefined {
  if (!existsSync(join(root, '.git'))) return undefined;
  try {
    const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', migrations);
    const commit = git('rev-parse', `${newest}^`);
    const added = git('diff', '--name-only', '--diff-filter=A', commit, 'HEAD', '--', migrations);
    return { commit, subject: git('log', '-1', '--format=%h %s', commit), added: added.split('\n') };
  } catch {
    return undefined;
  }
}

/** Puts a release into a folder, with its dependencies. */
export function checkOut({ commit }: ReleaseBefore, dir: string): void {
  mkdirSync(dir);
  execFileSync('tar', ['-x', '-C', dir], {
    input: execFileSync('git', ['-C', root, 'archive', commit], { maxBuffer: 1_000_000_000 }),
  });
  const [ours, theirs] = [root, dir].map((folder) =>
    versionsOf(readFileSync(join(folder, 'package-lock.json'), 'utf8')),
  );
  const isCovered = Object.entries(theirs ?? {}).every(
    ([path, { version }]) => path === '' || version === undefined || ours?.[path]?.version === version,
  );
  // Its packages are found by relative links: they must lie in its own folder.
  if (isCovered)
    cpSync(join(root, 'node_modules'), join(dir, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  else execFileSync('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: dir, stdio: 'ignore' });
}
