import { sql } from 'kysely';
import type { Secrets } from '../../config.ts';
import type { Tx } from '../../db/pool.ts';
import { deviceHash, type Caller } from './device.ts';

/**
 * Counts an owner who binds a vehicle for the promotion that brought him: the one whose code his device scanned last in the 7 days before
 * he registered. Each user counts once; people of dealers and of the platform do not. The rule is the function `attribute_promotion` of
 * the database, so that the demo is counted by it too.
 */
export async function attributeOwner(
  tx: Tx,
  secrets: Pick<Secrets, 'sealKey'>,
  { userId, caller }: { readonly userId: string; readonly caller: Caller },
): Promise<void> {
  await sql`select attribute_promotion(${userId}::bigint, ${deviceHash(secrets, caller)}::bytea, now())`.execute(tx);
}
