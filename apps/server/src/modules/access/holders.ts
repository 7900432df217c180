import { sql } from 'kysely';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import type { Tx } from '../../db/pool.ts';

/**
 * Whether an enabled account holds a function, by its present rights.
 * @for a choice of a user who holds a function: where the action's handler stores it: `feedback.assign`
 */
export async function holdsFunction(tx: Tx, userId: string, functionCode: FunctionCode): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_user u where u.id = ${userId} and u.enabled = 1 and not u.deleted and exists (
      select from sys_user_role ur join sys_role r on r.role_code = ur.role_code and r.enabled = 1 and not r.deleted
      where ur.user_id = u.id and (r.role_code = 'admin' or exists (
        select from sys_role_function f where f.role_code = r.role_code and f.function_code = ${functionCode})))`.execute(
    tx,
  );
  return rows.length > 0;
}
