/** Number of keys remembered; beyond it the oldest are dropped, which only resets their limit. */
const maxKeys = 100_000;

/** Token buckets in the memory of this process: `burst` at once, then `perSecond`. For floods; what must hold over processes and restarts is counted in the database. */
export class RateLimit {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #buckets = new Map<string, { left: number; at: number }>();

  constructor(burst: number, perSecond: number) {
    this.#burst = burst;
    this.#perSecond = perSecond;
  }

  /** Takes one. @returns false when there is none left */
  take(key: string, now = Date.now()): boolean {
    const left = this.#left(key, now);
    if (left < 1) return false;
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: left - 1, at: now });
    for (const oldest of this.#buckets.keys()) {
      if (this.#buckets.size <= maxKeys) break;
      this.#buckets.delete(oldest);
    }
    return true;
  }

  #left(key: string, now: number): number {
    const bucket = this.#buckets.get(key);
    if (!bucket) return this.#burst;
    return Math.min(this.#burst, bucket.left + (Math.max(0, now - bucket.at) / 1000) * this.#perSecond);
  }
}
