import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { mayMove, serverUrls } from '../config-database.ts';

/** `application_name` of every connection of the platform; it distinguishes them from others on the server. */
export const applicationName = 'wheelhouse';

/** Milliseconds that a server has to say whether it is the primary. */
const askMs = 3_000;
/** After one server has said that it takes writes, the others have so long to say that they do, too. */
const othersMs = 200;
/** What was found out is good for so long: many connections that are made at once ask once. */
const keptMs = 1_000;
const failureKeptMs = 200;

/** None of the servers takes writes: while one fails over to another, or all are away. The work may be tried again. */
export class NoPrimaryError extends Error {
  override readonly name = 'NoPrimaryError';
}

interface Server {
  readonly url: string;
  readonly host: string;
  readonly port: number;
}

interface Primary {
  readonly server: Server;
  /** Grows with each promotion: of two servers that take writes, the one with the lower number has been replaced. */
  readonly timeline: number;
}

type Connected = (error: Error | null) => void;

const primaryQuery = `select case when current_setting('transaction_read_only') = 'off'
  then pg_walfile_name(pg_current_wal_insert_lsn()) end as file`;

/**
 * The servers of a database. Each connection goes to the one that is the primary when it is made; when another one has become it,
 * connections to the servers before are ended. One server alone is taken as it is.
 */
export class Servers {
  /** What every connection needs to know besides its own settings. */
  readonly config: pg.ClientConfig;
  readonly Client: typeof pg.Client;
  readonly #servers: readonly Server[];
  readonly #log: Logger | undefined;
  readonly #clients = new Map<pg.Client, Server>();
  #found: { readonly primary: Promise<Server>; readonly until: number } | undefined;
  #last: Server | undefined;

  constructor(url: string, log?: Logger) {
    const urls = serverUrls(url);
    this.config = {
      connectionString: urls[0],
      application_name: applicationName,
      // A machine that is gone says no goodbye: idle connections to it are lost after 20 seconds.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    };
    this.#log = log;
    this.#servers = urls.map((one) => {
      const { hostname, port } = new URL(one);
      return { url: one, host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port || 5432) };
    });
    this.Client = mayMove(url) ? clientOf(this) : pg.Client;
  }

  /** A connection of its own, not made yet. */
  client(options: pg.ClientConfig): pg.Client {
    return new this.Client({ ...this.config, ...options });
  }

  /** The server that takes writes now. @throws NoPrimaryError */
  primary(): Promise<Server> {
    if (this.#found && Date.now() < this.#found.until) return this.#found.primary;
    const primary = this.#find();
    this.#found = { primary, until: Number.POSITIVE_INFINITY };
    const keep = (ms: number) => (): void => void (this.#found = { primary, until: Date.now() + ms });
    primary.then(keep(keptMs), keep(failureKeptMs));
    return primary;
  }

  /** A connection to a server begins; it ends when another one becomes the primary. */
  join(client: pg.Client, server: Server): void {
    this.#clients.set(client, server);
    client.once('end', () => this.#clients.delete(client));
  }

  async #find(): Promise<Server> {
    const found: Primary[] = [];
    const all = this.#servers.map(async (server) => {
      const timeline = await timelineOf(server).catch(() => undefined);
      if (timeline !== undefined) found.push({ server, timeline });
      return timeline !== undefined;
    });
    const first = Promise.withResolvers<void>();
    for (const one of all) void one.then((takesWrites) => takesWrites && first.resolve());
    const everybody = Promise.all(all);
    await Promise.race([everybody, first.promise.then(() => Promise.race([everybody, sleep(othersMs)]))]);
    const [best] = found.toSorted((a, b) => b.timeline - a.timeline);
    if (!best) throw new NoPrimaryError('no server of DATABASE_URL takes writes');
    this.#movedTo(best.server);
    return best.server;
  }

  #movedTo(server: Server): void {
    const before = this.#last;
    this.#last = server;
    if (before === undefined || before === server) return;
    this.#log?.warn(
      { from: `${before.host}:${before.port}`, to: `${server.host}:${server.port}` },
      'the primary moved',
    );
    for (const [client, at] of this.#clients)
      if (at !== server) client.connection.stream.destroy(new Error('Connection terminated: the primary moved'));
  }
}

/** @returns the timeline of a server that takes writes, undefined of another one. @throws when it does not answer in time */
async function timelineOf({ url }: Server): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} probe`,
    connectionTimeoutMillis: askMs,
    query_timeout: askMs,
  });
  client.on('error', () => undefined); // the statement fails
  try {
    await client.connect();
    const { rows } = await client.query<{ file: string | null }>(primaryQuery);
    const file = rows[0]?.file ?? undefined;
    return file === undefined ? undefined : Number.parseInt(file.slice(0, 8), 16);
  } finally {
    // Without waiting: a server that hangs does not say goodbye.
    void client.end().catch(() => undefined);
  }
}

/** Connections that look for the primary before they are made. */
function clientOf(servers: Servers): typeof pg.Client {
  return class extends pg.Client {
    override connect(): Promise<pg.Client>;
    override connect(connected: Connected): void;
    override connect(connected?: Connected): Promise<pg.Client> | void {
      const chosen = servers.primary().then((server) => {
        this.host = server.host;
        this.port = server.port;
        servers.join(this, server);
      });
      if (connected === undefined) return chosen.then(() => super.connect());
      void chosen.then(() => super.connect(connected), connected);
    }
  };
}
