import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { accessDb } from './tables.ts';

/** Hours after which a session is over however busy it is. */
const absoluteHours = 24;

/** Why sessions are ended. `disabled` and `dealer` are written by triggers of the tables that say so. */
export type EndReason = 'logout' | 'password' | 'reset' | 'ended' | 'disabled' | 'dealer';

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

interface Beginning {
  readonly userId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly channel: 'password' | 'ticket';
}

/** Begins a session. @returns its token, 256 random bits, of which only the hash is kept */
export async function beginSession(db: Db | Tx, { userId, ip, userAgent, channel }: Beginning): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await accessDb(db)
    .insertInto('sys_session')
    .values({
      tokenHash: hashToken(token),
      userId,
      ip,
      userAgent: userAgent.slice(0, 300),
      channel,
      expireTime: new Date(Date.now() + absoluteHours * 3_600_000),
    })
    .execute();
  return token;
}

/** Ends one session. */
export async function endSession(db: Db | Tx, sessionId: string, reason: EndReason): Promise<void> {
  await accessDb(db)
    .updateTable('sys_session')
    .set({ revokedTime: sql`now()`, revokedReason: reason })
    .where('id', '=', sessionId)
    .where('revokedTime', 'is', null)
    .execute();
}

/** Ends every session of these users. */
export async function endSessionsOf(db: Db | Tx, userIds: readonly string[], reason: EndReason): Promise<void> {
  if (userIds.length === 0) return;
  await accessDb(db)
    .updateTable('sys_session')
    .set({ revokedTime: sql`now()`, revokedReason: reason })
    .where('userId', 'in', [...userIds])
    .where('revokedTime', 'is', null)
    .execute();
}
