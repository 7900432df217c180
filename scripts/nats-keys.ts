import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsFile, makeKeys } from '../apps/server/src/gateway/nats/keys.ts';

// npm run nats-keys -- FOLDER: new keys of a NATS cluster, for its nodes (accounts.conf) and for NATS_KEYS of the platform (the rest).

const folder = process.argv[2];
if (folder === undefined) {
  console.error('npm run nats-keys -- FOLDER');
  process.exit(2);
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
if (readdirSync(folder).length > 0) {
  console.error(`${folder} is not empty: keys are made once`);
  process.exit(1);
}
for (const [name, content] of Object.entries(await makeKeys()))
  writeFileSync(join(folder, name), content, { mode: 0o600, flag: 'wx' });
console.log(`${accountsFile} goes to every node, beside nats.conf; NATS_KEYS=${folder} without it is for the platform`);
