/** Numbers in a part of the store. */
const partSize = 1024;
const hashSize = 32;
/** A number so far beyond the draws that are there takes no memory. */
const mostAhead = 100_000;

/** What is known of one chain while it is read: its hashes by number, 32 bytes a draw. */
export class Lane {
  /** What number 0 would have. */
  readonly #first: Uint8Array | undefined;
  readonly #parts = new Map<number, Uint8Array>();
  #seen = 0;
  #latest: Uint8Array | undefined;
  /** Number of the draw that was read last. */
  at = 0;
  /** Highest number. */
  last = 0;
  /** Latest time of its draws. */
  time = 0;

  /** @param first undefined where the campaign line is missing */
  constructor(first: Uint8Array | undefined) {
    this.#first = first;
    this.#latest = first;
  }

  /** The hash of a number; undefined where the file has none. */
  hash(n: number): Uint8Array | undefined {
    if (n === this.at) return this.#latest;
    if (n === 0) return this.#first;
    const start = (n % partSize) * hashSize;
    const hash = this.#parts.get(Math.floor(n / partSize))?.subarray(start, start + hashSize);
    return hash?.some((byte) => byte !== 0) === true ? hash : undefined;
  }

  /** The first number from `from` to below `to` that the file has not had; undefined when it has all. */
  firstMissing(from: number, to: number): number | undefined {
    for (let n = from; n < to; n++) if (this.hash(n) === undefined) return n;
    return undefined;
  }

  keep(n: number, hash: Uint8Array): void {
    this.#seen++;
    this.at = n;
    this.#latest = hash;
    if (n > this.last) this.last = n;
    if (n > this.#seen + mostAhead) return;
    const index = Math.floor(n / partSize);
    let part = this.#parts.get(index);
    if (part === undefined) this.#parts.set(index, (part = new Uint8Array(partSize * hashSize)));
    part.set(hash, (n % partSize) * hashSize);
  }
}
