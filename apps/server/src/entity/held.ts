import { withTransaction, type Tx } from '../db/pool.ts';
import type { App } from '../http/context.ts';

/** A record whose change waits. */
interface Waiting {
  readonly id: string;
  readonly rev: number;
}

/**
 * Thrown by a hook in the place of a save that somebody else has to approve first. What was to be stored is rolled back, and kept as a
 * request instead.
 */
export class HeldChange extends Error {
  override readonly name = 'HeldChange';
  /** Keeps it. @returns the id of the request */
  readonly request: (tx: Tx) => Promise<string>;
  readonly about: Waiting;

  constructor(about: Waiting, request: (tx: Tx) => Promise<string>) {
    super('this change waits for somebody else');
    this.about = about;
    this.request = request;
  }
}

/** Does a save, or keeps it as the request that its hooks have asked for. */
export async function savedOrHeld<Saved>(
  { db }: Pick<App, 'db'>,
  save: () => Promise<Saved>,
): Promise<Saved | (Waiting & { readonly waiting: string })> {
  try {
    return await save();
  } catch (error) {
    if (!(error instanceof HeldChange)) throw error;
    return { ...error.about, waiting: await withTransaction(db, error.request) };
  }
}

const approved = new WeakSet<Tx>();

/** What is done in this transaction was approved: its hooks hold nothing. */
export const approve = (tx: Tx): void => void approved.add(tx);

export const isApproved = (tx: Tx): boolean => approved.has(tx);
