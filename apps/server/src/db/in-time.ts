import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/** SQLSTATE of a statement that took too long. */
const cancelled = '57014';

const isTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === cancelled;

/**
 * Does work whose statements, and those after it in the transaction, may take `mostMs` each. @throws the error of `late` when one takes longer
 * @for a statement that may take long: with the refusal of one that takes longer
 */
export async function inTime<T>(tx: Tx, mostMs: number, late: () => Error, work: () => Promise<T>): Promise<T> {
  await sql`select set_config('statement_timeout', ${String(mostMs)}, true)`.execute(tx);
  try {
    return await work();
  } catch (error) {
    throw isTimeout(error) ? late() : error;
  }
}
