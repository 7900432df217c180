import { join } from 'node:path';
import { root, runNode } from './tools.ts';

/** A project's types. What the last check learned is kept, so that the next one reads only what has changed since. */
const types = (project: string): readonly [program: string, ...args: string[]] => [
  'typescript/bin/tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/types/${project.replaceAll('/', '-')}`,
];

/** Everything that can be said about the code without running it, two programs at a time. */
const checks: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['format', 'oxfmt/bin/oxfmt', '--check'],
  ['lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'],
  ['types', ...types('tsconfig.json')],
  ['types of the console', ...types('apps/web/tsconfig.json')],
  ['types of the browser tests', ...types('e2e/tsconfig.json')],
  ['dead code', 'knip/bin/knip.js', '--no-progress', '--no-config-hints'],
];

const queue = [...checks];
let [passed, failed] = [0, 0];

async function work(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    const [name, program, ...args] = check;
    const ok = (await runNode(join(root, 'node_modules', program), args, { quiet: true })) === 0;
    if (ok) passed++;
    else failed++;
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${name}`);
  }
}

await Promise.all([work(), work()]);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
