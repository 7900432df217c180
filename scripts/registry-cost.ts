/**
 * What the tests that loop over the registry cost, and would cost with more entities: `npm run registry-cost [-- <entities>]` (default 150).
 * On a machine that does nothing else; the times are this machine's.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type Machine, machines } from '../packages/entities/src/machines.ts';
import { entities, plain } from '../packages/entities/src/registry.ts';
import { vitestTimes } from './test-report.ts';
import { root, runNode } from './tools.ts';

const now = Object.keys(entities).length;
const later = Number(process.argv[2] ?? 150);

/** Tests of a machine: each transition that people make, from each state. */
const testsOf = ({ states, transitions }: Machine): number =>
  Object.keys(states).length * transitions.filter(({ who }) => who.includes('.')).length;
const governed = Object.values(entities)
  .flatMap((entity) => Object.values(plain(entity).machines ?? {}))
  .filter((name) => name !== undefined);
const tested = governed.reduce((sum, name) => sum + testsOf(machines[name]), 0);
// The table of machines is complete: what has no entity yet is all that comes.
const toCome = Object.entries<Machine>(machines)
  .filter(([name]) => !governed.some((one) => one === name))
  .reduce((sum, [, machine]) => sum + testsOf(machine) * machine.entities.length, 0);
/** How the time of a file that loops over entities grows; the tests of machines with the machines. */
const growthOf = (file: string): number => (file === 'machines.test.ts' ? (tested + toCome) / tested : later / now);

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-reports-'));
const file = join(folder, 'registry.json');
/** Runs tests of the registry. @returns seconds on the clock */
async function run(path: string): Promise<number> {
  const begun = performance.now();
  const code = await runNode(
    join(root, 'node_modules/vitest/vitest.mjs'),
    ['run', '--project=server', '--reporter=dot', '--reporter=json', `--outputFile=${file}`, path],
    { quiet: true },
  );
  if (code !== 0) process.exitCode = code;
  return (performance.now() - begun) / 1000;
}

// What is no test stays as it is: PostgreSQL, its template databases, code that a worker loads.
const start = await run('test/registry/budget.test.ts');
const wall = await run('test/registry/');
const times = vitestTimes(file);
rmSync(folder, { recursive: true });

const files = times.map(({ file: name, seconds, grows }) => ({
  name,
  seconds,
  grown: grows === 'loop' ? seconds * growthOf(name) : seconds,
}));
const total = (part: 'seconds' | 'grown'): number => files.reduce((sum, one) => sum + one[part], 0);
console.log(`\n| file | s at ${now} entities | s at ${later} |\n|---|---|---|`);
for (const { name, seconds, grown } of files) console.log(`| ${name} | ${seconds.toFixed(1)} | ${grown.toFixed(1)} |`);
console.log(`| all tests | ${total('seconds').toFixed(1)} | ${total('grown').toFixed(1)} |`);
// Files run beside each other as they do today.
const grown = start + ((wall - start) * total('grown')) / total('seconds');
console.log(`| on the clock, ${start.toFixed(1)} of it to start | ${wall.toFixed(1)} | ${grown.toFixed(1)} |`);
