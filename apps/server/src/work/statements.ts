import { CompiledQuery } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { prepare } from '../db/prepared.ts';
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
}

/** More are not counted. */
export const mostCounted = 10_000;

async function run<Row>(db: Db | Tx, text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
  prepare(text);
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]));
  return rows;
}

/** The statements of a work, of the texts of its definition alone. */
export function statementsOf(work: WorkTable) {
  const { name, table, only = 'true', select, join = '', lease, backoff } = work;
  const key = Object.entries(work.key);
  const columns = key.map(([column]) => column);
  const isFree = `(t.leased_until is null or t.leased_until <= now())`;
  const row = `array[${columns.map((column) => `t.${column}::text`).join(', ')}] as work_key, t.leased_until::text as work_lease,
    t.attempts::int as attempts, ${select}`;
  const given = `unnest(${key.map((_, n) => `$${n + 1}::text[]`).join(', ')}) as k (${columns.join(', ')})`;
  const isGiven = key.map(([column, type]) => `t.${column} = k.${column}::${type}`).join(' and ');
  const held = `$${key.length + 1}::text::timestamptz`;
  const rest = (n: number): string => `$${key.length + 1 + n}`;
  const keysOf = (rows: readonly Pick<Held, 'workKey'>[]): string[][] =>
    columns.map((_, n) => rows.map(({ workKey }) => workKey[n] ?? ''));

  // A lease that is over was of a process that has died: that counts as a failure.
  const take = `
    with due as (
      select ${columns.map((column) => `t.${column}`).join(', ')} from ${table} t
      where t.next_time <= now() and ${isFree} and ${only} order by t.next_time limit $1 for update skip locked),
    t as (
      update ${table} u set next_time = now() + interval '${lease} seconds', leased_until = now() + interval '${lease} seconds',
        attempts = u.attempts + (u.leased_until is not null)::int, last_error = case when u.leased_until is not null then 'lost' else u.last_error end
      from due where ${columns.map((column) => `u.${column} = due.${column}`).join(' and ')} returning u.*)
    select ${row} from t ${join}`;
  const lock = `
    select ${row} from ${given} join ${table} t on ${isGiven} ${join} where t.leased_until = ${held} for update of t`;
  const remove = `
    delete from ${table} t using ${given} where ${isGiven} and t.leased_until = ${held} and t.next_time is not distinct from t.leased_until`;
  // Asked for again meanwhile, a row stays due.
  const end = `
    update ${table} t set leased_until = null,
      next_time = case when t.next_time is distinct from t.leased_until then t.next_time else now() + make_interval(secs => greatest(${rest(1)}::float8,
        case when ${rest(2)}::int = 1 then ('{${backoff.join(',')}}'::float8[])[least(t.attempts + 1, ${backoff.length})] end)) end,
      attempts = coalesce(t.attempts + ${rest(2)}::int, 0),
      last_error = case when ${rest(2)}::int is null then null else coalesce(${rest(3)}::text, t.last_error) end
    from ${given} where ${isGiven} and t.leased_until = ${held}`;
  const isWaiting = `t.next_time <= now() and ${isFree} and ${only}`;
  const untilDue = `
    select (extract(epoch from min(t.next_time) - now()) * 1000)::float8 as ms from ${table} t where ${only} and t.next_time is not null`;

  return {
    take: <Row>(db: Db, most: number) => run<Row & Held>(db, take, [most]),
    /** Locks a row whose lease is still one's own. */
    lock: async <Row>(tx: Tx, one: Held): Promise<(Row & Held) | undefined> =>
      (await run<Row & Held>(tx, lock, [...keysOf([one]), one.workLease]))[0],
    async end(db: Db | Tx, rows: readonly Held[], { seconds, added, error: why }: Ending): Promise<void> {
      const [one] = rows;
      if (one === undefined) return;
      const values = [...keysOf(rows), one.workLease];
      if (work.done === 'delete' && seconds === null && added === null) await run(db, remove, values);
      await run(db, end, [...values, seconds, added, why]);
    },
    /** Milliseconds until something is due; null: nothing will be. */
    untilDue: async (db: Db): Promise<number | null> => (await run<{ ms: number | null }>(db, untilDue))[0]?.ms ?? null,
    /** What waits and is leased, as `Numbers`. */
    numbers: `
      select '${name}' as name, (select count(*)::int from (select 1 from ${table} t where ${isWaiting} limit ${mostCounted}) w) as waiting,
        coalesce((select extract(epoch from now() - min(t.next_time))::float8 from ${table} t where ${isWaiting}), 0) as oldest,
        (select count(*)::int from ${table} t where t.next_time > now() and t.next_time <= now() + interval '${lease} seconds' and t.leased_until > now() and ${only}) as leased`,
  };
}
export type Statements = ReturnType<typeof statementsOf>;

/** Numbers of several works, by one statement. */
export const numbersOf = (db: Db, works: readonly { readonly statements: Statements }[]): Promise<readonly Numbers[]> =>
  works.length === 0
    ? Promise.resolve([])
    : run<Numbers>(db, works.map(({ statements }) => statements.numbers).join(' union all '));
