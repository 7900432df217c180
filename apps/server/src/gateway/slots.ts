import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { clientBeside } from '../db/pool.ts';

/** First key of the advisory locks; the second is the slot. */
const lockSpace = 0x77_68_73_62;
const retryMs = 200;

interface Options {
  readonly database: pg.Pool;
  readonly log: Logger;
  /** The lock was lost with its connection and another process took it: this process takes another slot. */
  readonly onMoved: (slot: number) => void;
}

/**
 * Numbers for the sessions that platform processes have at an outside broker: a process takes the lowest free one and keeps it by an advisory
 * lock, which PostgreSQL frees when the process dies. So a process that starts again finds the session of one that was killed, with what
 * the broker had given it; the others take over what nobody comes back for.
 */
export class Slots {
  readonly #options: Options;
  readonly #held = new Set<number>();
  #own: number | undefined;
  #client: pg.Client | undefined;
  #lockedSince = 0;
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Takes a slot. @throws Error when the database is away */
  async take(): Promise<number> {
    await this.#connect();
    return (this.#own = await this.#lowest());
  }

  /** Tries to lock a slot. @returns whether it is ours; undefined while that is unknown */
  async hold(number: number): Promise<boolean | undefined> {
    const client = this.#client;
    if (!client) return undefined;
    return this.#held.has(number) || this.#lock(client, number);
  }

  /** Slots that no process has held for a while; this process holds them until `forget`. */
  async orphans(quietMs: number): Promise<number[]> {
    const client = this.#client;
    // After a loss of the database every process gets time to lock its slot again.
    if (!client || Date.now() - this.#lockedSince < quietMs) return [];
    const { rows } = await client.query<{ slot: number }>(
      'select slot from dev_broker_slot where not (slot = any($1::int[])) order by slot',
      [[...this.#held]],
    );
    const taken: number[] = [];
    for (const { slot } of rows) if (await this.#lock(client, slot)) taken.push(slot);
    return taken;
  }

  /** Gives up a slot whose session is gone. */
  async forget(slot: number): Promise<void> {
    await this.#client?.query('delete from dev_broker_slot where slot = $1', [slot]);
    await this.release(slot);
  }

  /** Gives up a slot: somebody else may take it over. */
  async release(slot: number): Promise<void> {
    this.#held.delete(slot);
    await this.#client?.query('select pg_advisory_unlock($1, $2)', [lockSpace, slot]);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = clientBeside(this.#options.database);
    client.on('error', () => undefined); // 'end' follows
    client.on('end', () => void this.#lost(client));
    await client.connect();
    this.#client = client;
    this.#lockedSince = Date.now();
  }

  async #lock(client: pg.Client, slot: number): Promise<boolean> {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
      lockSpace,
      slot,
    ]);
    const got = rows[0]?.got === true;
    if (got) this.#held.add(slot);
    return got;
  }

  async #lowest(): Promise<number> {
    const client = this.#client;
    if (!client) throw new Error('database is away');
    for (let slot = 0; ; slot++) {
      if (!(await this.#lock(client, slot))) continue;
      await client.query('insert into dev_broker_slot values ($1) on conflict do nothing', [slot]);
      return slot;
    }
  }

  async #lost(client: pg.Client): Promise<void> {
    if (this.#stopped || this.#client !== client) return;
    this.#client = undefined;
    const mine = [...this.#held];
    this.#held.clear();
    while (!this.#stopped && !(await this.#again(mine))) await sleep(retryMs);
  }

  async #again(mine: readonly number[]): Promise<boolean> {
    try {
      await this.#connect();
      const client = this.#client;
      if (!client) return false;
      for (const slot of mine) await this.#lock(client, slot);
      if (this.#own !== undefined && !this.#held.has(this.#own)) {
        this.#own = await this.#lowest();
        this.#options.log.warn({ slot: this.#own }, 'another process has taken the broker session');
        this.#options.onMoved(this.#own);
      }
      return true;
    } catch {
      return false;
    }
  }
}
