/**
 * Lets an account sign in again that was tried with wrong passwords too often: `npm run unlock -- admin`, on the server, with the settings the
 * server has (DATABASE_URL or DATA_DIR), whether it runs or not. For an administrator whom no other administrator can unlock in the console.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../apps/server/src/config.ts';
import { createDb, createPool } from '../apps/server/src/db/pool.ts';
import { createLog } from '../apps/server/src/log.ts';
import { explain, readEnvironment, startDatabase } from '../apps/server/src/main.ts';
import { unlockAccount } from '../apps/server/src/modules/access/unlock.ts';

const [username = ''] = process.argv.slice(2);
const started: { stop(): Promise<void> }[] = [];

async function unlock(): Promise<boolean> {
  const config = readEnvironment();
  // A wrong folder must not become an empty database.
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'pg')))
    throw new ConfigError(`DATA_DIR: no database in ${config.dataDir}`);
  const log = createLog('warn');
  const pool = createPool({ url: await startDatabase(config, log, started), max: 1, log });
  started.push({ stop: () => pool.end() });
  return unlockAccount(createDb(pool), username);
}

// What has been started is stopped again, whatever happens: Ctrl-C waits for that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.exitCode = 1;
try {
  const found = username !== '' && (await unlock());
  console.log(
    found ? `${username} may sign in again.` : `No account is named "${username}". Usage: npm run unlock -- <username>`,
  );
  if (found) process.exitCode = 0;
} catch (error) {
  process.stderr.write(explain(error));
} finally {
  for (const part of started.toReversed()) await part.stop();
}
