import { sql } from 'kysely';
import { z } from 'zod';
import { isUnavailable } from '../../db/away.ts';
import type { LiveHub } from '../../db/live.ts';
import { secondConnection } from '../../db/holding.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { Reads } from '../../db/reads.ts';
import type { App, AppBase, SealedUse, SessionService, SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { accessTopic } from '../../http/live-stream.ts';
import { recordAttempt } from './attempt-log.ts';
import { countAttempt } from './attempts.ts';
import { type FunctionTree, loadFunctionTree } from './functions.ts';
import { type AccountRow, loadAccount, loadSession, rightsVersion, type SessionRow, userOf } from './rights.ts';
import { hashToken } from './session-store.ts';
import { accessDb } from './tables.ts';

const second = 1000;
/** A session unused for so long is over. */
const idleTime = 8 * 3600 * second;
/** What is known of a session is asked for again after this long, even if no change was heard of. */
const trustTime = 10 * second;
/** `last_seen_time` may lag behind by this much. */
const touchEvery = 60 * second;
const mostCached = 20_000;

interface Entry {
  /** Under which it is remembered. */
  readonly key: string;
  readonly row: SessionRow;
  readonly user: SessionUser;
  readonly tree: FunctionTree;
  /** Names the user's rights. */
  readonly version: string;
  readonly loadedAt: number;
  /** The rights that the client knows; null: it never asked. */
  knownVersion: string | null;
  touchedAt: number;
}

const change = z.object({ userIds: z.array(z.string()).optional() }).catch({});

function over(code: 1102 | 1105 | 1106 | 1121): AppError {
  return new AppError(code, undefined, { status: 401 });
}

const isClosed = (row: AccountRow): boolean => row.deleted || row.enabled !== 1 || row.outdated;

/** @throws AppError 1102, 1106 (account disabled or expired), 1121 (dealer disabled), all with status 401 */
function refuseEnded(row: SessionRow | undefined): asserts row is SessionRow {
  if (row === undefined) throw over(1102);
  if (isClosed(row) || row.revokedReason === 'disabled') throw over(1106);
  if (!row.dealerOpen || row.revokedReason === 'dealer') throw over(1121);
  if (row.revokedTime !== null) throw over(1102);
}

/**
 * Sessions by opaque token. Each process remembers sessions for a few seconds and forgets them as soon as the database says that rights
 * changed (topic `access`, sent by triggers whoever writes); without that connection it remembers nothing.
 */
export class Sessions implements SessionService {
  readonly record = recordAttempt;
  readonly countSealed = async (db: Db | Tx, use: SealedUse, by: string): Promise<boolean> =>
    (await countAttempt(db, use, by)).allowed;
  readonly #db: Db;
  readonly #reads: Reads;
  readonly #live: LiveHub;
  readonly #log: AppBase['log'];
  readonly #entries = new Map<string, Entry>();
  readonly #loading = new Map<string, Promise<Entry>>();
  readonly #entryOf = new WeakMap<SessionUser, Entry>();
  /** Versions that clients received and that are still being stored, by session. A reader of the old row then does not report 1108 twice. */
  readonly #saving = new Map<string, string>();
  #tree: Promise<FunctionTree> | undefined;
  /** Counts changes: what was read before the last one is not kept. */
  #changes = 0;

  constructor({ db, reads, live, log }: AppBase) {
    this.#db = db;
    this.#reads = reads;
    this.#live = live;
    this.#log = log;
    live.subscribe(accessTopic, (data) => this.forget(change.parse(data).userIds));
    live.onResync(() => this.forget());
  }

  async authenticate(token: string, customId: string | undefined): Promise<SessionUser> {
    if (token.length > 200) throw over(1102);
    const entry = await this.#entry(hashToken(token));
    const now = Date.now();
    if (now >= entry.row.expireTime.getTime() || now - entry.touchedAt >= idleTime) throw over(1105);
    if (customId !== undefined && customId !== entry.user.id) throw over(1102);
    if (now - entry.touchedAt >= touchEvery) await this.#touch(entry, now);
    return entry.user;
  }

  /**
   * An account as it is at this moment, signed in or not: what it left behind, such as a link, may show no more than it may see itself.
   * Undefined once it is disabled, past its last day or deleted, or its dealer is closed.
   */
  async userNow(userId: string): Promise<SessionUser | undefined> {
    const [row, tree] = await Promise.all([loadAccount(this.#db, userId), this.tree()]);
    return row === undefined || isClosed(row) || !row.dealerOpen ? undefined : userOf(row, tree);
  }

  /** The same of several accounts as a transaction sees them, by id; those that are closed are left out. */
  async usersIn(tx: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, SessionUser>> {
    const found = new Map<string, SessionUser>();
    if (ids.length === 0) return found;
    const tree = await this.treeIn(tx);
    for (const id of ids) {
      const row = await loadAccount(tx, id);
      if (row !== undefined && !isClosed(row) && row.dealerOpen) found.set(id, userOf(row, tree));
    }
    return found;
  }

  allowed(user: SessionUser, path: string, codes: readonly string[]): boolean {
    if (user.isAdmin) return true;
    const entry = this.#entryOf.get(user);
    // Said once: the client loads its functions again and repeats the call.
    if (entry !== undefined && entry.knownVersion !== null && entry.knownVersion !== entry.version) {
      this.#saveKnown(entry).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'function version of a session was not kept'),
      );
      throw new AppError(1108);
    }
    if (user.paths.has(path)) return true;
    return entry?.tree.guardsOf(path) === undefined && codes.some((code) => user.functions.has(code));
  }

  /** The client of this session is about to receive its functions: until they change there is nothing to report. */
  async treeLoaded(user: SessionUser): Promise<void> {
    const entry = this.#entryOf.get(user);
    if (entry !== undefined && entry.knownVersion !== entry.version) await this.#saveKnown(entry);
  }

  /** The function tree as it is now; inside a transaction see `treeIn`. */
  async tree(): Promise<FunctionTree> {
    // Also where it is known: the next time it may have to be read.
    const second = secondConnection('the function tree was asked for');
    if (second) throw second;
    if (!this.#live.connected) return this.#read(loadFunctionTree);
    if (this.#tree === undefined) {
      const loading = this.#read(loadFunctionTree);
      this.#tree = loading;
      loading.catch(() => {
        if (this.#tree === loading) this.#tree = undefined;
      });
    }
    return this.#tree;
  }

  /** The function tree as a transaction sees it, read through its own connection. */
  treeIn(tx: Db | Tx): Promise<FunctionTree> {
    return loadFunctionTree(tx);
  }

  /** Forgets what is known of some users' sessions; without ids of everybody's, and the function tree. */
  forget(userIds?: readonly string[]): void {
    this.#changes++;
    this.#loading.clear();
    if (userIds === undefined) {
      this.#tree = undefined;
      this.#entries.clear();
      return;
    }
    const concerned = new Set(userIds);
    for (const [key, entry] of this.#entries) if (concerned.has(entry.user.id)) this.#entries.delete(key);
  }

  /** One read at a time for each session, however many calls ask. */
  #entry(tokenHash: Buffer): Promise<Entry> {
    const key = tokenHash.toString('base64');
    const known = this.#entries.get(key);
    if (known !== undefined && this.#live.connected && Date.now() - known.loadedAt < trustTime)
      return Promise.resolve(known);
    const pending = this.#loading.get(key);
    if (pending !== undefined) return pending;
    const loading = this.#load(tokenHash, key).finally(() => {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    });
    this.#loading.set(key, loading);
    return loading;
  }

  async #load(tokenHash: Buffer, key: string): Promise<Entry> {
    const changes = this.#changes;
    const saving = this.#saving.get(key);
    this.#entries.delete(key);
    const [row, tree] = await Promise.all([this.#read((db) => loadSession(db, tokenHash)), this.tree()]);
    refuseEnded(row);
    const user = userOf(row, tree, row.id);
    const entry: Entry = {
      key,
      row,
      user,
      tree,
      version: rightsVersion(user, tree),
      loadedAt: Date.now(),
      knownVersion: this.#saving.get(key) ?? saving ?? row.functionVersion,
      touchedAt: row.lastSeenTime.getTime(),
    };
    this.#entryOf.set(user, entry);
    if (changes !== this.#changes) return entry;
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > mostCached && oldest !== undefined) this.#entries.delete(oldest);
    return entry;
  }

  /** At the primary; while there is none and nobody can end a session, at a replica, so that lists can be read. */
  async #read<Result>(load: (db: Db) => Promise<Result>): Promise<Result> {
    try {
      return await load(this.#db);
    } catch (error) {
      if (!this.#reads.hasReplicas || !isUnavailable(error)) throw error;
      return this.#reads.run(({ db }) => load(db));
    }
  }

  async #touch(entry: Entry, now: number): Promise<void> {
    entry.touchedAt = now;
    const touching = sql`update sys_session set last_seen_time = now() where id = ${entry.row.id}`.execute(this.#db);
    // Without a primary it stays as it was.
    await touching.catch((error: unknown) => {
      if (!this.#reads.hasReplicas || !isUnavailable(error)) throw error;
    });
  }

  async #saveKnown(entry: Entry): Promise<void> {
    const { key, version } = entry;
    entry.knownVersion = version;
    this.#saving.set(key, version);
    try {
      await accessDb(this.#db)
        .updateTable('sys_session')
        .set({ functionVersion: version })
        .where('id', '=', entry.row.id)
        .execute();
    } finally {
      if (this.#saving.get(key) === version) this.#saving.delete(key);
    }
  }
}

/** The session service that the product uses (a test of the platform alone may have another). */
export function sessionsOf(app: Pick<App, 'sessions'>): Sessions {
  if (!(app.sessions instanceof Sessions)) throw new Error('this server has no access module');
  return app.sessions;
}
