import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runNode } from './tools.ts';

// npm run fuzz [-- --inputs 200000 --seed 1]: generated inputs for every call, on a database of its own; a table of what became of them
// by group of calls. Fails on an answer 5xx, on a missing trace, and on whatever leaks. The same seed makes the same inputs.

const { values } = parseArgs({
  options: { inputs: { type: 'string', default: '200000' }, seed: { type: 'string', default: '20261122' } },
});
process.exitCode = await runNode(
  join(root, 'node_modules/vitest/vitest.mjs'),
  ['run', '--project=server', 'apps/server/test/fuzz/fuzz.test.ts'],
  { env: { FUZZ: values.inputs, FUZZ_SEED: values.seed } },
);
