import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { prepare } from '../db/prepared.ts';
import { wallClockText } from '../db/wall-clock.ts';
import type { WorkTable } from './define.ts';

/** What the kit knows of a row that it has leased. */
export interface Held {
  readonly workKey: readonly string[];
  /** End of the lease: until another process takes the row, it is this one's. */
  readonly workLease: string;
  readonly attempts: number;
}

/** How leases end. */
export interface Ending {
  /** Seconds until the row is due again; null: it is not. */
  readonly seconds: number | null;
  /** What is added to the failures in a row; null: there are none. */
  readonly added: 0 | 1 | null;
  /** null: as it was. */
  readonly error: string | null;
}

export interface Numbers {
  readonly name: string;
  readonly waiting: number;
  /** Age of what has been due for longest, in seconds. */
  readonly oldest: number;
  readonly leased: number;
  /** Rows that have failed and are tried again. */
  readonly failing: number;
}

/** More are not counted. */
export const mostCounted = 10_000;

async function run<Row>(db: Db | Tx, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  prepare(text);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/** The texts of the statements, of a definition alone. Keys are given as lists, one a column, and after them the lease. */
function textsOf(work: WorkTable) {
  const { name, table, only = 'true', select, join = '', lease, backoff } = work;
  const key = Object.entries(work.key);
  const all = (text: (column: string) => string, by = ', '): string => key.map(([column]) => text(column)).join(by);
  const id = `array[${all((column) => `t.${column}::text`)}]`;
  const isFree = `(t.leased_until is null or t.leased_until <= now())`;
  const isThere = `t.next_time is not null and ${only}`;
  const isWaiting = `t.next_time <= now() and ${isFree} and ${only}`;
  const row = `${id} as work_key, t.leased_until::text as work_lease, t.attempts::int as attempts, ${select}`;
  const given = `unnest(${key.map((_, n) => `$${n + 1}::text[]`).join(', ')}) as k (${all((column) => column)})`;
  const isGiven = key.map(([column, type]) => `t.${column} = k.${column}::${type}`).join(' and ');
  const [held, seconds, added, why] = [1, 2, 3, 4].map((n) => `$${key.length + n}`);
  const isHeld = `t.leased_until = ${held}::text::timestamptz`;
  return {
    // A lease that is over was of a process that has died: that counts as a failure.
    take: `
      with due as (
        select ${all((column) => `t.${column}`)} from ${table} t where ${isWaiting} order by t.next_time limit $1 for update skip locked),
      t as (
        update ${table} u set next_time = now() + interval '${lease} seconds', leased_until = now() + interval '${lease} seconds',
          attempts = u.attempts + (u.leased_until is not null)::int, last_error = case when u.leased_until is not null then 'lost' else u.last_error end
        from due where ${all((column) => `u.${column} = due.${column}`, ' and ')} returning u.*)
      select ${row} from t ${join}`,
    lock: `select ${row} from ${given} join ${table} t on ${isGiven} ${join} where ${isHeld} for update of t`,
    remove: `delete from ${table} t using ${given} where ${isGiven} and ${isHeld} and t.next_time is not distinct from t.leased_until`,
    // Asked for again meanwhile, a row stays due.
    end: `
      update ${table} t set leased_until = null,
        next_time = case when t.next_time is distinct from t.leased_until then t.next_time else now() + make_interval(secs => greatest(${seconds}::float8,
          case when ${added}::int = 1 then ('{${backoff.join(',')}}'::float8[])[least(t.attempts + 1, ${backoff.length})] end)) end,
        attempts = coalesce(t.attempts + ${added}::int, 0),
        last_error = case when ${added}::int is null then null else coalesce(${why}::text, t.last_error) end
      from ${given} where ${isGiven} and ${isHeld}`,
    untilDue: `select (extract(epoch from min(t.next_time) - now()) * 1000)::float8 as ms from ${table} t where ${isThere}`,
    again: `update ${table} t set next_time = now() where t.next_time > now() and t.attempts > 0 and ${isFree} and ${only} and ($1::text is null or array_to_string(${id}, '/') = $1)`,
    numbers: `
      select '${name}' as name, (select count(*)::int from (select 1 from ${table} t where ${isWaiting} limit ${mostCounted}) w) as waiting,
        coalesce((select extract(epoch from now() - min(t.next_time))::float8 from ${table} t where ${isWaiting}), 0) as oldest,
        (select count(*)::int from ${table} t where t.next_time > now() and t.next_time <= now() + interval '${lease} seconds' and t.leased_until > now() and ${only}) as leased,
        (select count(*)::int from (select t.attempts as failed from ${table} t where ${isThere} order by t.next_time limit ${mostCounted}) w where failed > 0) as failing`,
    /** What waits, by when it is due. */
    rows: {
      select: `array_to_string(${id}, '/') as id, ${wallClockText('t.next_time')} as due,
        coalesce(t.leased_until > now(), false)::int as leased, t.attempts::int as attempts, t.last_error as error`,
      from: `${table} t`,
      where: isThere,
      order: `t.next_time, id`,
    },
  };
}

/** The statements of a work. */
export function statementsOf(work: WorkTable) {
  const texts = textsOf(work);
  const keysOf = (rows: readonly Held[]): string[][] =>
    Object.keys(work.key).map((_, n) => rows.map(({ workKey }) => workKey[n] ?? ''));
  return {
    take: <Row>(db: Db, most: number) => run<Row & Held>(db, texts.take, [most]),
    /** Locks a row whose lease is still one's own. */
    lock: async <Row>(tx: Tx, one: Held): Promise<(Row & Held) | undefined> =>
      (await run<Row & Held>(tx, texts.lock, [...keysOf([one]), one.workLease]))[0],
    async end(db: Db | Tx, rows: readonly Held[], { seconds, added, error }: Ending): Promise<void> {
      const [one] = rows;
      if (one === undefined) return;
      const values = [...keysOf(rows), one.workLease];
      if (work.done === 'delete' && seconds === null && added === null) await run(db, texts.remove, values);
      await run(db, texts.end, [...values, seconds, added, error]);
    },
    /** Makes a row, or all that wait for another attempt, due now; not those that are being done. @returns how many */
    async again(tx: Tx, one: string | null): Promise<number> {
      const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(texts.again, [one]));
      return Number(numAffectedRows ?? 0n);
    },
    /** Milliseconds until something is due; null: nothing will be. */
    untilDue: async (db: Db): Promise<number | null> =>
      (await run<{ ms: number | null }>(db, texts.untilDue))[0]?.ms ?? null,
    /** As `Numbers`. */
    numbers: texts.numbers,
    rows: texts.rows,
  };
}
export type Statements = ReturnType<typeof statementsOf>;

/** Numbers of several works, by one statement. */
export const numbersOf = (db: Db, works: readonly { readonly statements: Statements }[]): Promise<readonly Numbers[]> =>
  works.length === 0
    ? Promise.resolve([])
    : run<Numbers>(db, works.map(({ statements }) => statements.numbers).join(' union all '));
