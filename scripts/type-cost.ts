/**
 * What checking the types costs: `npm run type-cost [-- <commit>]`. Each project is checked from nothing, by one thread. With a commit, its
 * sources are checked in turn with the present ones, by the same compiler; of two runs the shorter one counts. Seconds for 1,000 lines may
 * have grown by a third at most (exit 1).
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './tools.ts';

const runs = 2;
const mostGrowth = 4 / 3;
const projects = ['tsconfig.json', 'apps/web/tsconfig.json', 'e2e/tsconfig.json'];

interface Cost {
  /** Of the repository's own files. */
  readonly lines: number;
  readonly seconds: number;
  readonly types: number;
}

function tsc(folder: string, project: string, option: string): string {
  const args = ['-p', join(folder, project), '--noEmit', '--incremental', 'false', '--singleThreaded', option];
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  return execFileSync(process.execPath, [compiler, ...args], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 });
}

function ownLines(folder: string, project: string): number {
  const own = tsc(folder, project, '--listFilesOnly')
    .split('\n')
    .filter((file) => file.startsWith(folder) && !file.includes('node_modules'));
  return own.reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length, 0);
}

function costOf(folder: string, project: string): Cost {
  const output = tsc(folder, project, '--extendedDiagnostics');
  const read = (name: string): number => {
    const [, value] = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(output) ?? [];
    if (value === undefined) throw new Error(`the compiler does not say: ${name}`);
    return Number(value);
  };
  return { lines: ownLines(folder, project), seconds: read('Total time'), types: read('Types') };
}

/** The sources of a commit, with the packages that are installed here. */
function checkOut(commit: string, folder: string): void {
  execFileSync('git', ['worktree', 'add', '--detach', '--force', folder, commit], { cwd: root, stdio: 'ignore' });
  // npm puts into a workspace's own folder only what differs from the root's.
  for (const at of ['node_modules', 'apps/web/node_modules'].filter((one) => existsSync(join(root, one)))) {
    mkdirSync(join(folder, at));
    for (const name of readdirSync(join(root, at)))
      if (name !== '@wheelhouse') symlinkSync(join(root, at, name), join(folder, at, name));
  }
  const own = join(folder, 'node_modules/@wheelhouse');
  mkdirSync(own);
  for (const part of ['packages', 'apps'])
    for (const name of readdirSync(join(folder, part))) symlinkSync(join(folder, part, name), join(own, name));
}

const shortest = (one: Cost | undefined, two: Cost): Cost =>
  one !== undefined && one.seconds < two.seconds ? one : two;

/** Costs of the projects in each folder, checked in turn. */
function measure(folders: readonly string[]): readonly (readonly Cost[])[] {
  const found = folders.map((): Cost[] => []);
  for (let run = 0; run < runs; run++)
    for (const [at, project] of projects.entries())
      for (const [place, folder] of folders.entries()) {
        const costs = found[place] ?? [];
        costs[at] = shortest(costs[at], costOf(folder, project));
      }
  return found;
}

/** Seconds for 1,000 lines of all projects together. */
function show(name: string, costs: readonly Cost[]): number {
  console.log(`\n${name}\n| project | lines | s | s for 1,000 lines | types |\n|---|---|---|---|---|`);
  const sum = (key: keyof Cost): number => costs.reduce((total, cost) => total + cost[key], 0);
  const row = (label: string, { lines, seconds, types }: Cost): void =>
    console.log(
      `| ${label} | ${lines} | ${seconds.toFixed(1)} | ${((seconds * 1000) / lines).toFixed(3)} | ${types} |`,
    );
  for (const [at, cost] of costs.entries()) row(projects[at] ?? '', cost);
  row('all', { lines: sum('lines'), seconds: sum('seconds'), types: sum('types') });
  return (sum('seconds') * 1000) / sum('lines');
}

const [commit] = process.argv.slice(2);
const base = mkdtempSync(join(tmpdir(), 'wheelhouse-types-'));
try {
  if (commit !== undefined) checkOut(commit, base);
  const [now = [], before] = measure(
    commit === undefined ? [root.replace(/\/$/, '')] : [root.replace(/\/$/, ''), base],
  );
  const ratio = show('now', now) / (before === undefined ? Number.NaN : show(commit ?? '', before));
  if (before !== undefined) console.log(`\nnow ${ratio.toFixed(2)} × ${commit}, ${mostGrowth.toFixed(2)} at most`);
  process.exitCode = ratio > mostGrowth ? 1 : 0;
} finally {
  if (commit !== undefined)
    execFileSync('git', ['worktree', 'remove', '--force', base], { cwd: root, stdio: 'ignore' });
  rmSync(base, { recursive: true, force: true });
}
