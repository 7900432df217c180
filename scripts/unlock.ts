/**
 * Lets an account sign in again that was tried with wrong passwords too often: `npm run unlock -- admin`, on the server, with the settings the
 * server has (DATABASE_URL or DATA_DIR), whether it runs or not. For an administrator whom no other administrator can unlock in the console.
 */
import { createDb, createPool } from '../apps/server/src/db/pool.ts';
import { unlockAccount } from '../apps/server/src/modules/access/unlock.ts';
import { maintain, refuseNoDatabase } from './maintenance.ts';

const [username = ''] = process.argv.slice(2);

await maintain(async ({ config, log, database }) => {
  refuseNoDatabase(config);
  const pool = createPool({ url: await database(), max: 1, log });
  const found = username !== '' && (await unlockAccount(createDb(pool), username));
  await pool.end();
  console.log(
    found ? `${username} may sign in again.` : `No account is named "${username}". Usage: npm run unlock -- <username>`,
  );
  return found;
});
