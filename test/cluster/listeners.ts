import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { readEvents } from '../../apps/web/src/api/event-stream.ts';

/** As the console waits before it asks for its stream again (`api/live.ts`), ms. */
const retryMs = 1_000;

export interface EventCounts {
  /** Heard by all listeners. */
  readonly events: number;
  /** Streams that ended and were opened anew. */
  readonly gaps: number;
  /** Events that were missed without a gap, after which a page would have read again. */
  readonly unnoticed: number;
  /** Listeners that do not know the last state in the end. */
  readonly behind: number;
}

/**
 * Open pages: each follows the version of the dictionary on a stream, comes back by itself when the stream ends, and then reads the version
 * anew, as the console does. Versions go up by one, so that what is missed shows.
 */
export class Listeners {
  readonly #port: number;
  readonly #token: string;
  readonly #pool: pg.Pool;
  readonly #stop = new AbortController();
  readonly #loops: Promise<void>[] = [];
  readonly #known: number[] = [];
  #events = 0;
  #gaps = 0;
  #unnoticed = 0;
  #open = 0;

  constructor(port: number, token: string, pool: pg.Pool) {
    this.#port = port;
    this.#token = token;
    this.#pool = pool;
  }

  /** Streams that are open now. */
  get open(): number {
    return this.#open;
  }

  start(listeners: number): void {
    for (let n = 0; n < listeners; n++) this.#loops.push(this.#listen(n));
  }

  async #listen(listener: number): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        await this.#follow(listener);
      } catch {
        // No stream is to be had, or it broke.
      }
      if (signal.aborted) return;
      this.#gaps++;
      await sleep(retryMs * (0.75 + Math.random() / 2));
    }
  }

  async #follow(listener: number): Promise<void> {
    const stream = await fetch(`http://127.0.0.1:${this.#port}/live/stream?topics=dictionary`, {
      headers: { authorization: `Bearer ${this.#token}`, accept: 'text/event-stream' },
      signal: this.#stop.signal,
    });
    if (!stream.ok || stream.body === null) throw new Error(`live stream: ${stream.status}`);
    this.#open++;
    try {
      // What happened since the last stream ended; what happens meanwhile is in the stream.
      this.#known[listener] = await this.#read();
      for await (const { type, data } of readEvents(stream.body)) {
        if (type === 'resync') this.#known[listener] = await this.#read();
        if (type === 'message') this.#hear(listener, versionOf(data));
      }
    } finally {
      this.#open--;
    }
  }

  #hear(listener: number, version: number): void {
    this.#events++;
    const known = this.#known[listener] ?? 0;
    if (version > known + 1) this.#unnoticed += version - known - 1;
    if (version > known) this.#known[listener] = version;
  }

  async #read(): Promise<number> {
    const { rows } = await this.#pool.query<{ version: string }>('select version from sys_dictionary_version');
    return Number(rows[0]?.version);
  }

  /** Waits until all know the last state, ten seconds at most, and closes the streams. */
  async finish(): Promise<EventCounts> {
    const last = await this.#read();
    const behind = () => this.#known.filter((version) => version < last).length;
    for (const end = Date.now() + 10_000; behind() > 0 && Date.now() < end;) await sleep(50);
    const counts = { events: this.#events, gaps: this.#gaps, unnoticed: this.#unnoticed, behind: behind() };
    this.#stop.abort();
    await Promise.all(this.#loops);
    return counts;
  }
}

function versionOf(data: string): number {
  const { d } = JSON.parse(data) as { d: { version: number } };
  return Number(d.version);
}
