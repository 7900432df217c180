import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

// What other modules may use of wishes.

/** Takes what a person has wished for off the wall, with its words, and their likes. */
export async function forgetWishes(tx: Tx, userId: string): Promise<void> {
  await sql`
    with unliked as (delete from act_wish_like where user_id = ${userId} returning wish_id)
    update act_wish w set like_count = w.like_count - 1 from unliked where w.id = unliked.wish_id`.execute(tx);
  await sql`update act_wish set content = '', deleted = true where user_id = ${userId}`.execute(tx);
}
