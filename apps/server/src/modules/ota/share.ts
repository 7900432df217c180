import { createHash } from 'node:crypto';

/**
 * Whether a user is among so many percent of them: always the same ones for a record, others for the next, and whoever is among a share is among
 * every larger one. Nobody, who has not signed in, is among all alone.
 * @for a share of the users: a hash of record and user decides, so that a growing share keeps those it had
 */
export function isAmong(percent: number, recordId: string, userId: string | undefined): boolean {
  if (percent >= 100) return true;
  if (userId === undefined) return false;
  return createHash('sha256').update(`${recordId}:${userId}`).digest().readUInt32BE(0) % 100 < percent;
}
