import { createHash } from 'node:crypto';

/** A repeatable source of chance (sfc32): the same seed gives the same demo on every machine. */
export class Random {
  readonly #seed: string;
  #a: number;
  #b: number;
  #c: number;
  #n = 1;

  constructor(seed: string) {
    const hash = createHash('sha256').update(seed).digest();
    this.#seed = seed;
    this.#a = hash.readInt32LE(0);
    this.#b = hash.readInt32LE(4);
    this.#c = hash.readInt32LE(8);
  }

  /** A stream of its own, so that one more draw here changes nothing elsewhere. */
  fork(name: string): Random {
    return new Random(`${this.#seed}/${name}`);
  }

  /** In [0, 1). */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#n) | 0;
    this.#n = (this.#n + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + t) | 0;
    return (t >>> 0) / 4_294_967_296;
  }

  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws when the list is empty */
  pick<Item>(list: readonly Item[]): Item {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** One of the items, as often as its weight says. */
  weighted<Item>(items: readonly (readonly [Item, number])[]): Item {
    let left = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) {
      left -= weight;
      if (left < 0) return item;
    }
    const last = items.at(-1);
    if (!last) throw new Error('nothing to pick from');
    return last[0];
  }

  normal(mean: number, deviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }

  /** Waiting time with the given mean. */
  exponential(mean: number): number {
    return -mean * Math.log(1 - this.next());
  }

  shuffled<Item>(list: readonly Item[]): Item[] {
    const result = [...list];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const [a, b] = [result[i], result[j]];
      // Both indexes are inside the list.
      if (a !== undefined && b !== undefined) [result[i], result[j]] = [b, a];
    }
    return result;
  }

  #text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[Math.floor(this.next() * alphabet.length)]).join('');
  }

  digits(length: number): string {
    return this.#text('0123456789', length);
  }

  hex(length: number): string {
    return this.#text('0123456789ABCDEF', length);
  }
}

/** `make` until it gives something not seen before; remembers it. */
export function fresh(seen: Set<string>, make: () => string): string {
  for (;;) {
    const value = make();
    if (seen.has(value)) continue;
    seen.add(value);
    return value;
  }
}

export const round = (value: number, decimals = 0): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));
