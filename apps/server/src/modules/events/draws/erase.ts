import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

/** Takes out where a user drew from, with their account; that they drew stays, by their number. */
export async function forgetDraws(tx: Tx, userId: string): Promise<void> {
  await sql`delete from act_raffle_trace where user_id = ${userId}`.execute(tx);
  await sql`delete from act_raffle_device where user_id = ${userId}`.execute(tx);
  await sql`delete from act_raffle_ticket where user_id = ${userId}`.execute(tx);
}
