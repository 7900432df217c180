/** The hashes of a campaign's draws (decision 0040), the same in the server, a browser and an auditor's program. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

/** Chains of a campaign. */
export const laneCount = 64;
/** The odds of everything together. */
export const allOdds = 100_000_000;
/** Words from here on would make the first rows likelier than the others. */
const evenWords = 42 * allOdds;

const encoder = new TextEncoder();
const hashOfText = (text: string): Uint8Array => sha256(encoder.encode(text));

export const hexOf = (bytes: Uint8Array): string => bytesToHex(bytes);
/** Bytes of a text that `isHash` has accepted. */
export const bytesOf = (hex: string): Uint8Array => hexToBytes(hex);
/** 32 bytes in lower-case hex. */
export const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);

/** What is published before the first draw. @param seed 32 bytes in hex */
export const commitmentOf = (activityNo: string, seed: string): string => hexOf(hashOfText(`${activityNo}|1|${seed}`));

export const oddsHashOf = (version: number, odds: readonly number[]): string =>
  hexOf(hashOfText(`${version}|${odds.join(',')}`));

/** The lane that a draw belongs to: nobody chooses it. */
export const laneOf = (requestNo: string): number => (hashOfText(requestNo)[0] ?? 0) % laneCount;

/** What a draw is made of, before its outcome. */
export interface DrawInput {
  readonly lane: number;
  /** Number in the lane, from 1. */
  readonly n: number;
  readonly requestNo: string;
  readonly userId: string;
  readonly nonce: string;
}

export const messageOf = ({ lane, n, requestNo, userId, nonce }: DrawInput): string =>
  `${lane}|${n}|${requestNo}|${userId}|${nonce}`;

/** Random bytes of the draws of one seed, by the bytes of their messages. The key is hashed once. */
export function randomOf(seed: Uint8Array): (message: Uint8Array) => Uint8Array {
  const keyed = hmac.create(sha256, seed);
  const work = keyed.clone();
  return (message) => {
    keyed._cloneInto(work);
    return work.update(message).digest();
  };
}

/** A number below 100,000,000, each equally likely. @param random 32 bytes */
export function valueOf(random: Uint8Array): number {
  for (let bytes = random; ; bytes = sha256(bytes)) {
    const words = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.byteLength; at += 4) {
      const word = words.getUint32(at);
      if (word < evenWords) return word % allOdds;
    }
  }
}

/** The row that random bytes pick, from 1; 0 is no prize. */
export function pickOf(random: Uint8Array, odds: readonly number[]): number {
  const value = valueOf(random);
  let sum = 0;
  for (const [row, share] of odds.entries()) {
    sum += share;
    if (sum > value) return row + 1;
  }
  return 0;
}

/** What the first draw of a lane follows. */
export const firstHashOf = (activityNo: string, commitment: string, lane: number): Uint8Array =>
  hashOfText(`${activityNo}|${commitment}|${lane}`);

/** What came of a draw. */
export interface DrawOutcome {
  readonly picked: number;
  readonly given: number;
  readonly withheld: number;
  /** ms since 1970 */
  readonly time: number;
}

/** What follows the message in the text that a draw's hash is made of. */
export const outcomeOf = (oddsHash: string, { picked, given, withheld, time }: DrawOutcome): string =>
  `|${oddsHash}|${picked}|${given}|${withheld}|${time}`;

/** @param text bytes of message and outcome */
export const drawHashOf = (previous: Uint8Array, text: Uint8Array): Uint8Array =>
  sha256.create().update(previous).update(text).digest();

/** Head of a campaign. @param lasts last hash of each lane; of a lane without draws its first hash */
export function headOf(lasts: readonly Uint8Array[]): string {
  const hash = sha256.create();
  for (const last of lasts) hash.update(last);
  return hexOf(hash.digest());
}
