import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db, Tx } from './pool.ts';
import { Servers } from './servers.ts';

/** Receives what was notified on a topic. */
export type LiveListener = (data: unknown, topic: string) => void;

/** Changes of the database as they are committed, from every process. */
export interface LiveHub {
  /** Calls `listener` for each message of exactly this topic. @returns unsubscribe */
  subscribe(topic: string, listener: LiveListener): () => void;
  /** Called after the connection was lost and is back: messages may have been missed. @returns unsubscribe */
  onResync(listener: () => void): () => void;
  readonly connected: boolean;
  stop(): Promise<void>;
}

export const liveChannel = 'wh_live';
/** A server that stands still breaks no connection: it is asked so often, and has as long to answer. */
const pulseMs = 5_000;
/** PostgreSQL carries less than 8000 bytes a message. */
const maxPayload = 7_999;

/**
 * Notifies every process that something of `topic` changed, only if the transaction commits.
 * @throws RangeError when topic and data exceed 8000 bytes as JSON: send ids, let listeners read the rest
 */
export async function notifyLive(executor: Db | Tx, topic: string, data: unknown): Promise<void> {
  const payload = JSON.stringify({ t: topic, d: data });
  if (Buffer.byteLength(payload) > maxPayload)
    throw new RangeError(`live message of ${topic} is over ${maxPayload} bytes`);
  await sql`select pg_notify(${liveChannel}, ${payload})`.execute(executor);
}

/** Listens on its own connection and reconnects for ever. The first connection is made before it returns. */
export async function createLiveHub(url: string | Servers, log: Logger): Promise<LiveHub> {
  const hub = new PgLiveHub(typeof url === 'string' ? new Servers(url, log) : url, log);
  await hub.connect();
  return hub;
}

class PgLiveHub implements LiveHub {
  readonly #servers: Servers;
  readonly #log: Logger;
  readonly #listeners = new Map<string, Set<LiveListener>>();
  readonly #resync = new Set<() => void>();
  #client: pg.Client | undefined;
  #retry: NodeJS.Timeout | undefined;
  #pulse: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(servers: Servers, log: Logger) {
    this.#servers = servers;
    this.#log = log;
  }

  get connected(): boolean {
    return this.#client !== undefined;
  }

  subscribe(topic: string, listener: LiveListener): () => void {
    const set = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, set.add(listener));
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#listeners.delete(topic);
    };
  }

  onResync(listener: () => void): () => void {
    this.#resync.add(listener);
    return () => this.#resync.delete(listener);
  }

  async connect(): Promise<void> {
    const client = this.#servers.client({ connectionTimeoutMillis: 10_000, query_timeout: pulseMs });
    client.on('notification', (message) => this.#deliver(message.payload));
    client.on('error', () => undefined); // 'end' follows and reconnects
    client.on('end', () => this.#lost(client));
    await client.connect();
    await client.query(`listen ${liveChannel}`);
    this.#client = client;
    clearInterval(this.#pulse);
    this.#pulse = setInterval(() => {
      client.query('select 1').catch(() => client.connection.stream.destroy());
    }, pulseMs);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#retry);
    clearInterval(this.#pulse);
    this.#listeners.clear();
    await this.#client?.end().catch(() => undefined);
  }

  #deliver(payload: string | undefined): void {
    let message: { t: string; d: unknown };
    try {
      message = JSON.parse(payload ?? '') as typeof message;
    } catch {
      this.#log.warn('live message that is not JSON');
      return;
    }
    for (const listener of this.#listeners.get(message.t) ?? []) {
      try {
        listener(message.d, message.t);
      } catch (error) {
        this.#log.error({ err: error, topic: message.t }, 'live listener failed');
      }
    }
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#pulse);
    if (this.#stopped) return;
    this.#log.warn('live connection lost');
    this.#reconnectIn(200);
  }

  #reconnectIn(delay: number): void {
    this.#retry = setTimeout(() => {
      this.connect().then(
        () => {
          if (this.#stopped) return void this.stop();
          this.#log.info('live connection is back');
          for (const listener of this.#resync) listener();
        },
        () => {
          if (!this.#stopped) this.#reconnectIn(Math.min(delay * 2, 5_000));
        },
      );
    }, delay);
  }
}
