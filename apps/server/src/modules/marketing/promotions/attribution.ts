import { sql, type RawBuilder } from 'kysely';
import type { Secrets } from '../../../config.ts';
import type { Tx } from '../../../db/pool.ts';
import { deviceHash, type Caller } from './device.ts';

interface Doer {
  readonly userId: string;
  readonly caller: Caller;
}

/**
 * Counts a user for the promotion that brought them: the one whose code their device scanned last in the 7 days before they registered. Each
 * registration and each owner's first binding counts once; people of dealers and of the platform do not. The rule is the function
 * `attribute_promotion` of the database, so that the demo is counted by it too.
 */
async function attribute(
  tx: Tx,
  secrets: Pick<Secrets, 'sealKey'>,
  { userId, caller }: Doer,
  bound: RawBuilder<unknown>,
): Promise<void> {
  const device = deviceHash(secrets, caller);
  await sql`select attribute_promotion(${userId}::bigint, ${device}::bytea, ${bound}::timestamptz)`.execute(tx);
}

/** Counts a user who has just registered. */
export const attributeRegistration = (tx: Tx, secrets: Pick<Secrets, 'sealKey'>, user: Doer): Promise<void> =>
  attribute(tx, secrets, user, sql`null`);

/** Counts an owner who binds a vehicle, and their registration where that was not counted. */
export const attributeOwner = (tx: Tx, secrets: Pick<Secrets, 'sealKey'>, owner: Doer): Promise<void> =>
  attribute(tx, secrets, owner, sql`now()`);
