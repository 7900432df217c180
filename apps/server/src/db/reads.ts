import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { serverUrls } from '../config-database.ts';
import { isUnavailable } from './away.ts';
import { type Db, sqlState } from './pool.ts';
import { type Position, Positions } from './position.ts';
import { Replica, type ReplicaOptions } from './replica.ts';
import type { Servers } from './servers.ts';

/** A server that what only reads may use. */
export interface ReadFrom {
  readonly pool: pg.Pool;
  readonly db: Db;
}

/**
 * Where that runs which only reads.
 * @for a statement that only reads, for a list or a number: `app.reads.run(({ pool }) => run(pool, statement))`: at a replica where there are any;
 * what a write depends on is read in its transaction
 */
export interface Reads {
  /**
   * Runs work that only reads: at a replica that shows everything that was committed before now, whoever wrote it and through whichever
   * process; where there is none, at the primary. While there is no primary, at a replica that shows all that the replicas have received.
   * The work may run twice.
   */
  run<Result>(work: (from: ReadFrom) => Promise<Result>): Promise<Result>;
  /** There are servers besides the primary. */
  readonly hasReplicas: boolean;
  stop(): Promise<void>;
}

/** Without replicas. */
export const readsOfPrimary = (primary: ReadFrom): Reads => ({
  run: (work) => work(primary),
  hasReplicas: false,
  stop: async () => undefined,
});

/** Milliseconds that a read waits for a replica to show what was committed before it. */
const patienceMs = 100;
const stepMs = 2;
/** Between two looks at all servers, milliseconds. */
const roundMs = 1_000;
/** Milliseconds that a read waits for a replica while there is no primary to go to. */
const lonePatienceMs = 3_000;

/** A statement that a replica has ended because it kept the log from being replayed. */
const isConflict = (error: unknown): boolean =>
  sqlState(error) === '40001' && error instanceof Error && error.message.includes('recovery');

/** A statement that took too long would take as long elsewhere. */
const isOver = (error: unknown): boolean => sqlState(error) === '57014';

const isAway = (error: unknown): boolean => isUnavailable(error) && !isOver(error);

/** The counter of reads, and the gauge of replicas that are left out. */
export function readMetrics(
  metrics: Registry,
  replicas: readonly Pick<Replica, 'name' | 'leftSeconds'>[],
): Counter<'at'> {
  new Gauge({
    name: 'wheelhouse_database_replica_left_out_seconds',
    help: 'Time since a replica is away or behind, so that nothing is read there; 0: it is read, or the primary',
    labelNames: ['replica'],
    registers: [metrics],
    collect() {
      for (const { name, leftSeconds } of replicas) this.set({ replica: name }, leftSeconds);
    },
  });
  return new Counter({
    name: 'wheelhouse_database_reads_total',
    help: 'Lists, exports and statistics, by the server that answered',
    labelNames: ['at'],
    registers: [metrics],
  });
}

interface Options extends ReplicaOptions {
  /** Of the replicas, with one host or several. */
  readonly url: string;
  readonly servers: Servers;
  readonly primary: ReadFrom;
  readonly metrics: Registry;
}

/** Reads at replicas. */
export class ReplicaReads implements Reads {
  readonly hasReplicas = true;
  readonly #primary: ReadFrom;
  readonly #committed: Positions;
  readonly #replicas: readonly Replica[];
  readonly #count: Counter<'at'>;
  readonly #timer: NodeJS.Timeout;
  /** What was committed at the last round, and at the one before: what every replica should show by now. */
  #last: Position | undefined;
  #expected: Position | undefined;
  #turn = 0;
  #looking = false;

  constructor({ url, servers, primary, metrics, ...options }: Options) {
    this.#primary = primary;
    this.#committed = new Positions((options) => servers.client(options));
    this.#replicas = serverUrls(url).map((one) => new Replica(one, options));
    this.#count = readMetrics(metrics, this.#replicas);
    this.#timer = setInterval(() => void this.#look(), roundMs);
    void this.#look();
  }

  async run<Result>(work: (from: ReadFrom) => Promise<Result>): Promise<Result> {
    const replica = await this.#choose();
    if (replica !== undefined) {
      try {
        return await this.#at(replica, work);
      } catch (error) {
        if (!isAway(error) && !isConflict(error)) throw error;
        if (isAway(error)) void replica.look();
      }
    }
    try {
      const result = await work(this.#primary);
      this.#count.inc({ at: 'primary' });
      return result;
    } catch (error) {
      const lone = isAway(error) ? await this.#chooseLone() : undefined;
      if (lone === undefined) throw error;
      return this.#at(lone, work);
    }
  }

  async #at<Result>(replica: Replica, work: (from: ReadFrom) => Promise<Result>): Promise<Result> {
    const result = await work(replica);
    this.#count.inc({ at: 'replica' });
    return result;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#committed.stop();
    await Promise.all(this.#replicas.map((replica) => replica.stop()));
  }

  /** A replica that shows what a read may expect; undefined: the primary. */
  async #choose(): Promise<Replica | undefined> {
    const usable = this.#replicas.filter(({ left }) => left === undefined);
    if (usable.length === 0) return undefined;
    const wanted = (await this.#committed.ofPrimary().catch(() => undefined)) ?? (await this.#received(usable));
    for (const end = Date.now() + patienceMs; ; await sleep(stepMs)) {
      const ready = usable.filter((replica) => replica.shows(wanted));
      if (ready.length > 0) return ready[this.#turn++ % ready.length];
      if (Date.now() > end) break;
      await Promise.race([...usable.map((replica) => replica.look()), sleep(5 * stepMs)]);
    }
    for (const replica of usable) if (!replica.left) replica.leave('behind');
    return undefined;
  }

  /** Without a primary: one that shows what the replicas have, left out until now or not; undefined: none does in time. */
  async #chooseLone(): Promise<Replica | undefined> {
    for (const end = Date.now() + lonePatienceMs; ; await sleep(10 * stepMs)) {
      const wanted = await this.#received(this.#replicas);
      const ready = this.#replicas.find((replica) => replica.shows(wanted));
      const isHopeless = this.#replicas.every(({ at }) => at === undefined);
      if (ready !== undefined || isHopeless || Date.now() > end) return ready;
    }
  }

  /**
   * Without a primary: all that any replica has, shown or not. With synchronous replication this is everything that was acknowledged, as
   * what one of them has.
   */
  async #received(replicas: readonly Replica[]): Promise<Position> {
    await Promise.all(replicas.map((replica) => replica.look()));
    let { lsn, timeline } = this.#expected ?? { lsn: 0n, timeline: 0 };
    for (const { at } of replicas) {
      if (at && at.received > lsn) lsn = at.received;
      if (at && at.timeline > timeline) ({ timeline } = at);
    }
    return { lsn, timeline };
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      const committed = await this.#committed.ofPrimary().catch(() => undefined);
      await Promise.all(this.#replicas.map((replica) => replica.look()));
      if (committed) [this.#expected, this.#last] = [this.#last, committed];
      for (const replica of this.#replicas) replica.judge(this.#expected);
    } finally {
      this.#looking = false;
    }
  }
}
