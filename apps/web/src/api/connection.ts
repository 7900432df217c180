import { createStore } from '../lib/store.ts';

/** State of the connection to the server. Times are milliseconds since 1970. */
export type Connection =
  | { readonly kind: 'connected' }
  /** `asOf`: the last answer. `retryAt`: the next attempt; null while one is under way. */
  | { readonly kind: 'lost'; readonly asOf: number; readonly retryAt: number | null }
  /** Just regained: said for a moment. */
  | { readonly kind: 'back' };

/** The one connection state of the console: from failed calls, the live stream, the browser and a probe of `/healthz`. */
export const connectionStore = createStore<Connection>({ kind: 'connected' });
export const isLost = (): boolean => connectionStore.get().kind === 'lost';

/** The oldest data on the screen that could not be read again, and the way to try; null when there is none. */
export const staleStore = createStore<{ readonly asOf: number; readonly retry: () => void } | null>(null);

const firstRetryMs = 1_000;
const longestRetryMs = 15_000;
const probeTimeoutMs = 5_000;
const backShownMs = 4_000;

const listeners = new Set<() => void>();
let lastAnswer = Date.now();
let retryMs = firstRetryMs;
let timer: ReturnType<typeof setTimeout> | undefined;
let probing: Promise<void> | undefined;

/** Runs whenever the connection has come back; answers the function that stops it. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The server answered, whatever it said. */
export function heard(): void {
  lastAnswer = Date.now();
  if (!isLost()) return;
  clearTimeout(timer);
  retryMs = firstRetryMs;
  connectionStore.set({ kind: 'back' });
  timer = setTimeout(() => connectionStore.set({ kind: 'connected' }), backShownMs);
  for (const listener of listeners) listener();
}

/** An exchange failed below HTTP, or a gateway answered for the server: asks the server itself. */
export function suspect(): void {
  if (!isLost()) void probe();
}

/** Tries at once instead of waiting for the next attempt. */
export const retryNow = (): void => void probe();

function probe(): Promise<void> {
  probing ??= ask().finally(() => {
    probing = undefined;
  });
  return probing;
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  if (isLost()) lose(null);
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeTimeoutMs) });
    if (!answer.ok) throw new Error(`/healthz: ${answer.status}`);
    heard();
  } catch {
    // Spread out, so that all consoles do not return in the same moment.
    const wait = retryMs * (0.75 + Math.random() / 2);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
    clearTimeout(timer);
    timer = setTimeout(() => void probe(), wait);
    lose(Date.now() + wait);
  }
}

const lose = (retryAt: number | null): void => connectionStore.set({ kind: 'lost', asOf: lastAnswer, retryAt });

/** Follows what the browser says about the network. */
export function watchConnection(): void {
  window.addEventListener('offline', suspect);
  window.addEventListener('online', () => isLost() && retryNow());
  document.addEventListener('visibilitychange', () => !document.hidden && isLost() && retryNow());
}
