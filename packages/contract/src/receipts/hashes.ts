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

/** A text in UTF-8. Nearly all are ASCII, which the browser's encoder is slow at when there are millions. */
export function textBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoder.encode(text);
    bytes[at] = code;
  }
  return bytes;
}

const hashSize = 32;
const fresh = sha256.create();
/** Used again for each hash: most of the time went into making new ones. */
const work = sha256.create();

function hashOf(...parts: readonly Uint8Array[]): Uint8Array {
  fresh._cloneInto(work);
  for (const part of parts) work.update(part);
  const hash = new Uint8Array(hashSize);
  work.digestInto(hash);
  return hash;
}
const hashOfText = (text: string): Uint8Array => hashOf(textBytes(text));

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
  const copy = keyed.clone();
  return (message) => {
    keyed._cloneInto(copy);
    const random = new Uint8Array(hashSize);
    copy.update(message).digestInto(random);
    return random;
  };
}

/** A number below 100,000,000, each equally likely. @param random 32 bytes */
export function valueOf(random: Uint8Array): number {
  for (let bytes = random; ; bytes = hashOf(bytes)) {
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

/** @param message its bytes @param outcome bytes of what follows it */
export const drawHashOf = (previous: Uint8Array, message: Uint8Array, outcome: Uint8Array): Uint8Array =>
  hashOf(previous, message, outcome);

/** Head of a campaign. @param lasts last hash of each lane; of a lane without draws its first hash */
export const headOf = (lasts: readonly Uint8Array[]): string => hexOf(hashOf(...lasts));
