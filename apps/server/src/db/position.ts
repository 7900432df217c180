import type pg from 'pg';

/** Milliseconds that a server has to say where it is. */
const askMs = 1_000;

/** What was asked for its place as a replica is the primary. */
export class NoReplicaError extends Error {
  override readonly name = 'NoReplicaError';
}

/** A place in the log of a database, as a number that grows. */
export interface Position {
  readonly lsn: bigint;
  /** Grows with each promotion: a server with a lower one has not heard of it yet. */
  readonly timeline: number;
}

/** Where a replica is: what it shows, and what it has but does not show yet. */
export interface ReplicaPosition extends Position {
  readonly received: bigint;
}

interface Row {
  readonly standby: boolean;
  readonly lsn: string | null;
  readonly received: string | null;
  readonly timeline: number | null;
}

// The received timeline is shown to members of pg_read_all_stats alone; the other one follows a promotion some minutes later.
const query = `select pg_is_in_recovery() as standby,
  (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end - '0/0'::pg_lsn)::text as lsn,
  (case when pg_is_in_recovery() then pg_last_wal_receive_lsn() end - '0/0'::pg_lsn)::text as received,
  case when pg_is_in_recovery()
    then coalesce((select max(received_tli) from pg_stat_wal_receiver), (select min_recovery_end_timeline from pg_control_recovery()))
    else ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int end as timeline`;

/** Asks one server where it is, on a connection of its own. Whoever asks gets an answer to a question that was put after they asked. */
export class Positions {
  readonly #make: (options: pg.ClientConfig) => pg.Client;
  #client: Promise<pg.Client> | undefined;
  #running: Promise<Row> | undefined;
  #next: Promise<Row> | undefined;

  /** @param make a connection that is not made yet */
  constructor(make: (options: pg.ClientConfig) => pg.Client) {
    this.#make = make;
  }

  /** What is committed at the primary. @throws Error when it is away, does not answer within a second or is none */
  async ofPrimary(): Promise<Position> {
    const { standby, lsn, timeline } = await this.#ask();
    if (standby || lsn === null) throw new Error('it is a replica');
    return { lsn: BigInt(lsn), timeline: timeline ?? 0 };
  }

  /** What a replica shows. @throws Error when it is away, does not answer within a second or has become the primary */
  async ofReplica(): Promise<ReplicaPosition> {
    const { standby, lsn, received, timeline } = await this.#ask();
    if (!standby || lsn === null) throw new NoReplicaError('it is the primary');
    return { lsn: BigInt(lsn), received: BigInt(received ?? lsn), timeline: timeline ?? 0 };
  }

  async stop(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    client?.connection.stream.destroy();
  }

  #ask(): Promise<Row> {
    if (this.#running === undefined) return this.#begin();
    // The one that runs may have been answered before what the asker knows of was committed.
    this.#next ??= this.#running
      .then(
        () => undefined,
        () => undefined,
      )
      .then(() => {
        this.#next = undefined;
        return this.#begin();
      });
    return this.#next;
  }

  #begin(): Promise<Row> {
    const running = this.#answer().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }

  async #answer(): Promise<Row> {
    this.#client ??= this.#connect();
    const connecting = this.#client;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error('Connection terminated: no answer in time')), askMs);
    try {
      const { rows } = await Promise.race([connecting.then((client) => client.query<Row>(query)), late.promise]);
      const [row] = rows;
      if (!row) throw new Error('no answer');
      return row;
    } catch (error) {
      if (this.#client === connecting) this.#client = undefined;
      void connecting.then(
        (client) => client.connection.stream.destroy(),
        () => undefined,
      );
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  async #connect(): Promise<pg.Client> {
    const client = this.#make({ connectionTimeoutMillis: askMs });
    client.on('error', () => undefined); // the next question fails
    await client.connect();
    return client;
  }
}
