import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';

/** Kinds of counted attempts: at most `most` within `window` seconds. */
interface Limit {
  readonly most: number;
  /** Seconds. */
  readonly window: number;
}

export const limits = {
  'login-name': { most: 5, window: 15 * 60 },
  'login-ip': { most: 30, window: 10 * 60 },
  'login-otp': { most: 5, window: 15 * 60 },
  // The same from all addresses together, for addresses from which the account is not known to be used.
  'login-name-all': { most: 30, window: 15 * 60 },
  'login-otp-all': { most: 20, window: 15 * 60 },
  'sms-mobile': { most: 1, window: 60 },
  'sms-mobile-day': { most: 10, window: 24 * 3600 },
  'sms-ip': { most: 30, window: 3600 },
  'sms-check-ip': { most: 60, window: 3600 },
  // Wrong tries of the fixed code of a demo account: from an address, and from all together, since the code holds for as long as the store reviews.
  'demo-code': { most: 5, window: 24 * 3600 },
  'demo-code-all': { most: 500, window: 24 * 3600 },
  'mobile-change': { most: 20, window: 3600 },
  'template-test': { most: 10, window: 3600 },
  'campaign-test': { most: 10, window: 3600 },
  pdf: { most: 60, window: 3600 },
  reveal: { most: 60, window: 3600 },
  'sealed-search': { most: 60, window: 3600 },
  'sealed-list': { most: 10, window: 24 * 3600 },
  // In units of 10,000 values.
  'sealed-list-size': { most: 20, window: 24 * 3600 },
  'sealed-unique': { most: 60, window: 3600 },
  'owner-lookup': { most: 10, window: 24 * 3600 },
  'web-picture': { most: 200, window: 3600 },
  'pick-up-code': { most: 10, window: 900 },
  'error-report': { most: 10, window: 60 },
} as const satisfies Record<string, Limit>;
export type AttemptKind = keyof typeof limits;

/** Seconds of the first lock of an account for an address; each further one lasts twice as long, up to 32 times. */
export const lockSeconds = 15 * 60;

export interface Attempt {
  readonly allowed: boolean;
  /** Attempts within the window, this one included when it is allowed. */
  readonly counted: number;
  readonly locked: Date | null;
}

/**
 * Counts an attempt before it is made. What may go ahead is counted; where only failures count, `takeBack` or `forget` follows.
 */
export async function countAttempt(db: Db | Tx, kind: AttemptKind, key: string): Promise<Attempt> {
  const { most, window } = limits[kind];
  const { rows } =
    await sql<Attempt>`select allowed, counted, locked from count_attempt(${kind}, ${key}, ${most}, ${window})`.execute(
      db,
    );
  const row = rows[0];
  if (row === undefined) throw new Error('attempt was not counted');
  return row;
}

/** Locks a key, each time longer than before; a success or an administrator forgets that. */
export async function lock(db: Db | Tx, kind: AttemptKind, key: string): Promise<void> {
  await sql`update sys_attempt set locks = locks + 1, locked_until = now() + make_interval(secs => ${lockSeconds} * 2 ^ least(locks, 5))
    where kind = ${kind} and key = ${key}`.execute(db);
}

/** Removes the newest counted attempt, which was not a failure. */
export async function takeBack(db: Db | Tx, kind: AttemptKind, key: string): Promise<void> {
  await sql`update sys_attempt set times = times[1:cardinality(times) - 1] where kind = ${kind} and key = ${key}`.execute(
    db,
  );
}

/** Clears counter and lock of a key. */
export async function forget(db: Db | Tx, kind: AttemptKind, key: string): Promise<void> {
  await sql`delete from sys_attempt where kind = ${kind} and key = ${key}`.execute(db);
}

const proofs = ['login-name', 'login-name-all', 'login-otp', 'login-otp-all'] as const satisfies readonly AttemptKind[];

/** Clears what was counted of an account's passwords, and of its second factor, from whatever address. */
export async function forgetProofs(db: Db | Tx, userId: string): Promise<void> {
  await sql`delete from sys_attempt where kind = any(${[...proofs]}::text[]) and owner = ${`user:${userId}`}`.execute(
    db,
  );
}
