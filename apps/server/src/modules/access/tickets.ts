import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

/** Seconds a ticket can be redeemed. */
export const ticketSeconds = 60;

const hashTicket = (ticket: string) => createHash('sha256').update(ticket).digest();

/** A one-time ticket for an account that the company portal has signed in. */
export async function issueTicket(db: Db | Tx, username: string): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await sql`insert into sys_sso_ticket (ticket_hash, username, expire_time) values (${hashTicket(ticket)}, ${username}, now() + make_interval(secs => ${ticketSeconds}))`.execute(
    db,
  );
  return ticket;
}

/** Uses a ticket up. @returns whose it is, or undefined when it is unknown, used or too old */
export async function redeemTicket(db: Db | Tx, ticket: string): Promise<string | undefined> {
  const { rows } = await sql<{ username: string }>`
    update sys_sso_ticket set used_time = now() where ticket_hash = ${hashTicket(ticket)} and used_time is null and expire_time > now() returning username
  `.execute(db);
  return rows[0]?.username;
}
