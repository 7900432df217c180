/**
 * Lets an account sign in again that was tried with wrong passwords too often: `npm run unlock -- admin`, on the server, with the settings the
 * server has (DATABASE_URL or DATA_DIR). For an administrator whom no other administrator can unlock in the console.
 */
import pg from 'pg';
import { explainAndExit, readEnvironment, startDatabase } from '../apps/server/src/main.ts';
import { createLog } from '../apps/server/src/log.ts';

const [username = ''] = process.argv.slice(2);
const started: { stop(): Promise<void> }[] = [];

/** @returns whether there is such an account */
async function unlock(): Promise<boolean> {
  const config = readEnvironment();
  const client = new pg.Client({ connectionString: await startDatabase(config, createLog('warn'), started) });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>(
      `select id::text as id from sys_user where lower(username) = lower($1) and not deleted`,
      [username],
    );
    const id = rows[0]?.id;
    if (id === undefined) return false;
    await client.query(`delete from sys_attempt where kind like 'login-%' and owner = $1`, [`user:${id}`]);
    await client.query(
      `insert into sys_operation_log (username, action, entity, entity_id, after) values ('system', 'unlock', 'sysUser', $1, '{"by": "command"}')`,
      [id],
    );
    return true;
  } finally {
    await client.end();
  }
}

try {
  const found = await unlock();
  console.log(
    found ? `${username} may sign in again.` : `No account is named "${username}". Usage: npm run unlock -- <username>`,
  );
  process.exitCode = found ? 0 : 1;
} catch (error) {
  explainAndExit(error);
} finally {
  for (const part of started) await part.stop();
}
