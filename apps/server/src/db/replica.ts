import type pg from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, type Db } from './pool.ts';
import { NoReplicaError, type Position, Positions, type ReplicaPosition } from './position.ts';
import { Servers } from './servers.ts';

/** Between two log lines about a replica that is left out, milliseconds. */
const quietMs = 60_000;

/** Why nothing is read at a server: it became the primary, it does not answer, or it does not show what it should. */
export type Left = 'primary' | 'away' | 'behind';

export interface ReplicaOptions {
  /** Connections of its pool. */
  readonly max: number;
  readonly log: Logger;
  /** As of `createPool`. */
  readonly lenient: boolean;
}

/** A replica of the database, and whether reads go there. */
export class Replica {
  readonly name: string;
  readonly pool: pg.Pool;
  readonly db: Db;
  readonly #positions: Positions;
  readonly #clients = new Set<pg.PoolClient>();
  readonly #log: Logger;
  #at: ReplicaPosition | undefined;
  #left: Left | undefined = 'away';
  #leftSince = Date.now();
  #saidAt = 0;
  #said = false;

  constructor(url: string, { max, log, lenient }: ReplicaOptions) {
    const { hostname, port } = new URL(url);
    this.name = `${hostname}:${port || 5432}`;
    this.#log = log.child({ replica: this.name });
    const servers = new Servers(url);
    this.pool = createPool({ url: servers, max, log: this.#log, lenient });
    this.db = createDb(this.pool);
    this.#positions = new Positions((options) => servers.client(options));
    this.pool.on('connect', (client) => {
      this.#clients.add(client);
      client.once('end', () => this.#clients.delete(client));
    });
  }

  /** Why nothing is read there; undefined: it is. */
  get left(): Left | undefined {
    return this.#left;
  }

  /** Seconds since it is away or behind; 0: it is read, or the primary. */
  get leftSeconds(): number {
    return this.#left === undefined || this.#left === 'primary' ? 0 : (Date.now() - this.#leftSince) / 1000;
  }

  get at(): ReplicaPosition | undefined {
    return this.#at;
  }

  /** Whether it is known to show everything up to a place. */
  shows({ lsn, timeline }: Position): boolean {
    return this.#at !== undefined && this.#at.lsn >= lsn && this.#at.timeline >= timeline;
  }

  /** Looks where it is now. */
  async look(): Promise<void> {
    try {
      this.#at = await this.#positions.ofReplica();
    } catch (error) {
      this.#at = undefined;
      this.leave(error instanceof NoReplicaError ? 'primary' : 'away', error);
    }
  }

  /** Whether it may be read, by what it should show by now. */
  judge(expected: Position | undefined): void {
    if (this.#at === undefined) return;
    if (expected !== undefined && !this.shows(expected)) this.leave('behind');
    else this.#join();
  }

  /** Nothing is read there until the next look. */
  leave(why: Left, error?: unknown): void {
    if (why === 'away') {
      // Statements that still run there would wait for a machine that stands still.
      for (const client of this.#clients)
        client.connection.stream.destroy(new Error('Connection terminated: the replica is away'));
    }
    if (this.#left === undefined) this.#leftSince = Date.now();
    const isNew = this.#left !== why;
    this.#left = why;
    if (!isNew || why === 'primary' || Date.now() - this.#saidAt < quietMs) return;
    this.#saidAt = Date.now();
    this.#said = true;
    this.#log.warn({ err: error }, `replica is ${why}: reads go to other servers`);
  }

  #join(): void {
    if (this.#left === undefined) return;
    this.#left = undefined;
    if (this.#said) this.#log.info('reads go to the replica again');
    this.#said = false;
  }

  async stop(): Promise<void> {
    await this.#positions.stop();
    await this.db.destroy();
  }
}
