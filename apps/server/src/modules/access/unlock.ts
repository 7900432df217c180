import { sql } from 'kysely';
import { type Db, withTransaction } from '../../db/pool.ts';
import { accountEntity } from './accounts.ts';
import { forgetProofs } from './attempts.ts';

/**
 * Lets an account sign in again that was tried with wrong passwords too often, on behalf of whoever runs the server; the operation log says so.
 * @returns whether there is an account of that name
 */
export async function unlockAccount(db: Db, username: string): Promise<boolean> {
  return withTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('sys_user')
      .select(['id', 'userType'])
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (account === undefined) return false;
    await forgetProofs(tx, account.id);
    await sql`insert into sys_operation_log (username, action, entity, entity_id, after)
      values ('system', 'unlock', ${accountEntity(account).name}, ${account.id}, '{"@remark": "npm run unlock"}')`.execute(
      tx,
    );
    return true;
  });
}
