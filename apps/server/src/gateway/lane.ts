import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isPoison } from './failure.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Item, LaneItem } from './types.ts';

/** A batch ends at so many messages or samples, whichever comes first. */
const maxMessages = 4_000;
const maxSamples = 8_000;
/** How long an idle lane waits for company before it stores the first message. */
const lingerMs = 4;
/** So many waiting messages are company enough. */
const lingerUntil = 500;
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
 * is away it keeps trying and acknowledges nothing. A message that breaks its batch is found by halving, and let go alone.
 */
export class Lane {
  readonly #options: Options;
  #queue: LaneItem[] = [];
  #running: Promise<void> | undefined;
  readonly #stop = new AbortController();
  #lastLog = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  push(item: LaneItem): void {
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
    await this.#pause(lingerMs, () => this.#queue.length >= lingerUntil);
    while (this.#queue.length > 0) await this.#settle(this.#take());
  }

  async #pause(ms: number, enough: () => boolean): Promise<void> {
    if (!enough()) await sleep(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  #take(): LaneItem[] {
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

  async #settle(items: readonly LaneItem[]): Promise<void> {
    const { store, metrics } = this.#options;
    const toStore = items.filter((item) => item.type !== 'refused');
    if (toStore.length === 0) return finish(items);
    for (let backoff = 20; ; backoff = Math.min(backoff * 2, maxBackoffMs)) {
      if (this.#stop.signal.aborted) return finish(items, new Error('gateway stops'));
      const done = metrics.commitSeconds.startTimer();
      try {
        await store(toStore);
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

  /** Halves keep the order, so the innocent end in the same state as without the culprit. */
  async #isolate(items: readonly LaneItem[], error: unknown): Promise<void> {
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

function finish(items: readonly LaneItem[], error?: Error): void {
  for (const item of items) item.done?.(error);
}
