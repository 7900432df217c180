import { createHash } from 'node:crypto';

// Hashes of the receipts of draws, as decision 0040 fixes them.

/** Chains of a campaign. */
export const lanes = 64;
/** What approving commits to: there is one seed a campaign. */
const seedVersion = 1;

const sha256 = (...parts: readonly (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** @param seed in hex */
export const commitmentOf = (activityNo: string, seed: string): string =>
  sha256(`${activityNo}|${seedVersion}|${seed}`).toString('hex');

/** @param odds in units of 1e-8, by row of the pool */
export const oddsHash = (version: number, odds: readonly number[]): string =>
  sha256(`${version}|${odds.join(',')}`).toString('hex');

/** With which the chain of a lane begins. */
export const firstHash = (activityNo: string, commitment: string, lane: number): Buffer =>
  sha256(`${activityNo}|${commitment}|${lane}`);

/** Head of a campaign: over the last hashes of its lanes, in their order. */
export const headOf = (hashes: readonly Buffer[]): string => sha256(...hashes).toString('hex');

const block = 64;

/** The key of HMAC-SHA256 as the two blocks with which it is computed: the database has no other HMAC. */
export function keyBlocks(seed: Buffer): { readonly inner: Buffer; readonly outer: Buffer } {
  const padded = Buffer.alloc(block);
  seed.copy(padded);
  return { inner: padded.map((byte) => byte ^ 0x36) as Buffer, outer: padded.map((byte) => byte ^ 0x5c) as Buffer };
}
