import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPoison } from './failure.ts';
import type { GatewayMetrics } from './metrics.ts';
import { inBatch, rememberCall } from './spans.ts';
import type { Item, BatchItem } from './types.ts';

/** A batch ends at so many messages or samples, whichever comes first. */
const maxMessages = 4_000;
const maxSamples = 8_000;
/** How long an idle batcher waits for more messages before it stores the first. */
const lingerMs = 4;
/** With so many messages waiting it stores at once. */
const lingerMessages = 500;
const maxBackoffMs = 5_000;
const logEveryMs = 60_000;

interface Options {
  readonly store: (items: readonly Item[]) => Promise<void>;
  /** A message that can never be stored. */
  readonly onPoison: (item: Item, error: unknown) => void;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
}

/**
 * Stores items of its vehicles in batches, one at a time and in the order of arrival; acknowledges after the commit. While the database
 * is away it keeps trying and acknowledges nothing. A message that breaks its batch is found by halving and dropped alone.
 */
export class Batcher {
  readonly #options: Options;
  #queue: BatchItem[] = [];
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #lastLog = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  push(item: BatchItem): void {
    rememberCall(item);
    this.#queue.push(item);
    this.#wake();
  }

  #wake(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      // Pushed between the end of the run and here.
      if (this.#queue.length > 0) this.#wake();
    });
  }

  /** Resolves when everything pushed so far is stored or given back. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Stops trying: what is not stored is given back with an error, so that it is not acknowledged. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.idle();
  }

  async #run(): Promise<void> {
    await this.#pause(lingerMs, () => this.#queue.length >= lingerMessages);
    while (this.#queue.length > 0) await this.#settle(this.#take());
  }

  async #pause(ms: number, enough: () => boolean): Promise<void> {
    if (!enough()) await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  #take(): BatchItem[] {
    let samples = 0;
    let count = 0;
    for (const item of this.#queue) {
      if (count >= maxMessages || samples >= maxSamples) break;
      count++;
      samples += item.type === 'telemetry' ? item.readings.length : 1;
    }
    if (count === this.#queue.length) {
      const all = this.#queue;
      this.#queue = [];
      return all;
    }
    return this.#queue.splice(0, count);
  }

  async #settle(items: readonly BatchItem[]): Promise<void> {
    const { store, metrics } = this.#options;
    const toStore = items.filter((item) => item.type !== 'refused');
    if (toStore.length === 0) return finish(items);
    for (let backoff = 20; ; backoff = Math.min(backoff * 2, maxBackoffMs)) {
      if (this.#stop.signal.aborted) return finish(items, new Error('gateway stops'));
      const done = metrics.commitSeconds.startTimer();
      try {
        await inBatch(toStore, () => store(toStore));
        done();
        metrics.batchSize.observe(toStore.length);
        return finish(items);
      } catch (error) {
        if (isPoison(error)) return this.#isolate(items, error);
        metrics.retries.inc();
        this.#logFailure(error, toStore.length);
        await this.#pause(backoff, () => false);
      }
    }
  }

  /** Halves keep the order, so the other messages end in the same state as without the bad one. */
  async #isolate(items: readonly BatchItem[], error: unknown): Promise<void> {
    const [only] = items;
    if (only === undefined) return;
    if (items.length > 1) {
      const half = items.length >> 1;
      await this.#settle(items.slice(0, half));
      await this.#settle(items.slice(half));
      return;
    }
    if (only.type !== 'refused') this.#options.onPoison(only, error);
    finish(items);
  }

  #logFailure(error: unknown, messages: number): void {
    if (Date.now() - this.#lastLog < logEveryMs) return;
    this.#lastLog = Date.now();
    this.#options.log.error({ err: error, messages }, 'batch not stored, trying again');
  }
}

function finish(items: readonly BatchItem[], error?: Error): void {
  for (const item of items) item.done?.(error);
}
