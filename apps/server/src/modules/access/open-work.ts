import type { Tx } from '../../db/pool.ts';

/** How many things an account has in hand that nobody else would finish (open repair orders, claimed feedback). */
export type OpenWork = (tx: Tx, userId: string) => Promise<number>;

const counters: OpenWork[] = [];

/** A domain whose records are handed to people says how many of them are open; such an account cannot be deleted (1113). */
export function registerOpenWork(count: OpenWork): void {
  counters.push(count);
}

/** All that is open in the hands of an account. */
export async function openWork(tx: Tx, userId: string): Promise<number> {
  let sum = 0;
  for (const count of counters) sum += await count(tx, userId);
  return sum;
}
