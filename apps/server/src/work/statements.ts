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
  const { name, table, due, only = 'true', select, join = '', lease: leaseSec, backoff } = work;
  const { lease, attempts, error } = work.columns;
  const key = Object.entries(work.key);
  const columns = key.map(([column]) => column);
  const isFree = `(t.${lease} is null or t.${lease} <= now())`;
  const row = `array[${columns.map((column) => `t.${column}::text`).join(', ')}] as work_key, t.${lease}::text as work_lease,
    t.${attempts}::int as attempts, ${select}`;
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
      where t.${due} <= now() and ${isFree} and ${only} order by t.${due} limit $1 for update skip locked),
    t as (
      update ${table} u set ${due} = now() + interval '${leaseSec} seconds', ${lease} = now() + interval '${leaseSec} seconds',
        ${attempts} = u.${attempts} + (u.${lease} is not null)::int, ${error} = case when u.${lease} is not null then 'lost' else u.${error} end
      from due where ${columns.map((column) => `u.${column} = due.${column}`).join(' and ')} returning u.*)
    select ${row} from t ${join}`;
  const lock = `
    select ${row} from ${given} join ${table} t on ${isGiven} ${join} where t.${lease} = ${held} for update of t`;
  const remove = `
    delete from ${table} t using ${given} where ${isGiven} and t.${lease} = ${held} and t.${due} is not distinct from t.${lease}`;
  // Asked for again meanwhile, a row stays due.
  const end = `
    update ${table} t set ${lease} = null,
      ${due} = case when t.${due} is distinct from t.${lease} then t.${due} else now() + make_interval(secs => greatest(${rest(1)}::float8,
        case when ${rest(2)}::int = 1 then ('{${backoff.join(',')}}'::float8[])[least(t.${attempts} + 1, ${backoff.length})] end)) end,
      ${attempts} = coalesce(t.${attempts} + ${rest(2)}::int, 0),
      ${error} = case when ${rest(2)}::int is null then null else coalesce(${rest(3)}::text, t.${error}) end
    from ${given} where ${isGiven} and t.${lease} = ${held}`;
  const isWaiting = `t.${due} <= now() and ${isFree} and ${only}`;
  const untilDue = `
    select (extract(epoch from min(t.${due}) - now()) * 1000)::float8 as ms from ${table} t where ${only} and t.${due} is not null`;

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
        coalesce((select extract(epoch from now() - min(t.${due}))::float8 from ${table} t where ${isWaiting}), 0) as oldest,
        (select count(*)::int from ${table} t where t.${due} > now() and t.${due} <= now() + interval '${leaseSec} seconds' and t.${lease} > now() and ${only}) as leased`,
  };
}
export type Statements = ReturnType<typeof statementsOf>;

/** Numbers of several works, by one statement. */
export const numbersOf = (db: Db, works: readonly { readonly statements: Statements }[]): Promise<readonly Numbers[]> =>
  works.length === 0
    ? Promise.resolve([])
    : run<Numbers>(db, works.map(({ statements }) => statements.numbers).join(' union all '));
