import { AsyncLocalStorage } from 'node:async_hooks';

/** The transaction that the running code belongs to. Work that outlives it may connect again. */
const held = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Code inside a transaction asked for another connection. With all connections held by such transactions, each would
 * wait for another one for ever: what it reads must be read through its own transaction.
 */
export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';
}

/** Runs work that holds a connection for a transaction. */
export async function holdingConnection<Result>(work: () => Promise<Result>): Promise<Result> {
  const mark = { open: true };
  try {
    return await held.run(mark, work);
  } finally {
    mark.open = false;
  }
}

/** What is wrong with asking for a connection here; undefined outside of transactions. */
export function secondConnection(what: string): SecondConnectionError | undefined {
  return held.getStore()?.open ? new SecondConnectionError(`${what} inside a transaction`) : undefined;
}
