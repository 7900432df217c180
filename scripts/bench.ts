import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runNode } from './tools.ts';

// npm run bench -- <name> [arguments]: one benchmark of bench/, or all of them. They print tables; nothing asserts a time.

const known = [
  'list',
  'attack',
  'messages',
  'sending',
  'map',
  'web',
  'telemetry',
  'overload',
  'reconnect',
  'live',
  'trace',
  'commands',
  'ota-downloads',
  'ota',
  'sim-cards',
  'scaling',
  'tracing',
  'processes',
  'receipts',
  'draws',
  'ledger',
  'statistics',
  'codes',
  'orders',
];
const [name, ...args] = process.argv.slice(2);
if (name !== undefined && !existsSync(join(root, 'bench', `${name}.ts`))) {
  console.error(`There is no benchmark "${name}"; there are ${known.join(', ')}`);
  process.exit(2);
}
for (const one of name === undefined ? known : [name])
  process.exitCode ||= await runNode(join(root, 'bench', `${one}.ts`), args);
