import type { App } from '../../../http/context.ts';

const longestMs = 10_000;
/** An answer is kept this many times as long as it took to compute: cheap answers stay fresh, expensive ones take a few percent of the time. */
const factor = 25;
const mostEntries = 300;

interface Entry<Value> {
  readonly value: Promise<Value>;
  /** Ms since epoch; Infinity while under way. */
  until: number;
}

/**
 * A cache of answers by key, per app, shared by callers at the same time. A failed answer is not kept.
 * @returns `(app, key, make) => value`
 */
export function costCache<Value>(
  longest = longestMs,
): (app: App, key: string, make: () => Promise<Value>) => Promise<Value> {
  const caches = new WeakMap<App, Map<string, Entry<Value>>>();
  return (app, key, make) => {
    const cache = caches.get(app) ?? new Map<string, Entry<Value>>();
    caches.set(app, cache);
    const begun = Date.now();
    const known = cache.get(key);
    if (known && known.until > begun) return known.value;
    const entry: Entry<Value> = { value: make(), until: Infinity };
    cache.delete(key);
    cache.set(key, entry);
    for (const oldest of cache.keys()) {
      if (cache.size <= mostEntries) break;
      cache.delete(oldest);
    }
    entry.value.then(
      () => (entry.until = Date.now() + Math.min(longest, (Date.now() - begun) * factor)),
      () => cache.get(key) === entry && cache.delete(key),
    );
    return entry.value;
  };
}
