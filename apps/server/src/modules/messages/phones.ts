import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

/** No phone of these users gets their pushes any more, until it registers again. */
export async function forgetPhones(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`delete from msg_push_token where user_id = any(${[...userIds]}::bigint[])`.execute(tx);
}
