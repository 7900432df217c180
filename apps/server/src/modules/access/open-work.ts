import type { Tx } from '../../db/pool.ts';

/** Number of open records assigned to an account (claimed feedback). */
export type OpenWork = (tx: Tx, userId: string) => Promise<number>;

const counters: OpenWork[] = [];

/** Counters of the domains that assign records; an account with open records cannot be deleted (1113). */
export function registerOpenWork(count: OpenWork): void {
  counters.push(count);
}

/** Number of all open records assigned to an account. */
export async function openWork(tx: Tx, userId: string): Promise<number> {
  let sum = 0;
  for (const count of counters) sum += await count(tx, userId);
  return sum;
}
