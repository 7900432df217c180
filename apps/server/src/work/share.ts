import type pg from 'pg';
import { clientBeside } from '../db/pool.ts';
import type { App } from '../http/context.ts';

/** First key of the advisory locks; the second is the follower's. */
const lockSpace = 0x73_68_61_72;
const followers = { trips: 1, alarms: 2 } as const;
export type Follower = keyof typeof followers;
/** How soon a process notices that another one has come or gone, ms. */
const lookMs = 5_000;

/** Everybody who follows holds the same lock, shared; it goes with the connection, so also when a process is killed. */
const join = 'select pg_advisory_lock_shared($1, $2)';
const members = `select array_agg(pid order by pid) as pids from pg_locks
  where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
    and database = (select oid from pg_database where datname = current_database())`;

/**
 * The part of all vehicles that this process follows. Processes divide them by the rest of the id, in the order of their connections; whenever one comes
 * or goes, `onChange` asks each for a look at all of its part: what changed hands was perhaps not heard by the one that has it now. For some seconds two
 * may have the same vehicle, so what they do has to be right when done twice.
 */
export class Share {
  readonly #pool: pg.Pool;
  readonly #key: number;
  readonly #log: App['log'];
  readonly #onChange: () => void;
  #client: pg.Client | undefined;
  #pid = 0;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;
  #rank = 0;
  /** 0 until it is known: nothing is followed before. */
  #count = 0;

  constructor({ pool, log }: Pick<App, 'pool' | 'log'>, follower: Follower, onChange: () => void) {
    this.#pool = pool;
    this.#key = followers[follower];
    this.#log = log;
    this.#onChange = onChange;
    this.#plan(0);
  }

  get isKnown(): boolean {
    return this.#count > 0;
  }

  holds(vehicleId: number): boolean {
    return this.isKnown && vehicleId % this.#count === this.#rank;
  }

  /** The same as a condition on a column of vehicle ids. Both are whole numbers of this process. */
  where(column: string): string {
    return this.isKnown ? `${column} % ${this.#count} = ${this.#rank}` : 'false';
  }

  #plan(ms: number): void {
    if (this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look()
        .catch((error: unknown) => {
          this.#log.warn({ err: error }, 'processes that follow vehicles could not be counted');
          return this.#leave();
        })
        .finally(() => this.#plan(lookMs));
    }, ms);
  }

  async #look(): Promise<void> {
    const client = (this.#client ??= await this.#join());
    const { rows } = await client.query<{ pids: number[] | null }>(members, [lockSpace, this.#key]);
    const pids = rows[0]?.pids ?? [];
    const rank = pids.indexOf(this.#pid);
    if (rank < 0 || (rank === this.#rank && pids.length === this.#count)) return;
    [this.#rank, this.#count] = [rank, pids.length];
    this.#onChange();
  }

  async #join(): Promise<pg.Client> {
    const client = clientBeside(this.#pool);
    client.on('error', () => undefined); // 'end' follows
    client.on('end', () => {
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    await client.query(join, [lockSpace, this.#key]);
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    this.#pid = rows[0]?.pid ?? 0;
    return client;
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  /** Others take over within seconds. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#leave();
  }
}
