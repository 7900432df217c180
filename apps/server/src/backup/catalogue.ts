import type { ClientBase } from 'pg';

/** A table and the columns that are written to it; computed ones follow from them. */
export interface TableCopy {
  /** As SQL takes it. */
  readonly name: string;
  readonly columns: readonly string[];
}

/** A month of a table by months, as it has to be made again. */
export interface Partition {
  readonly name: string;
  readonly of: string;
  /** `FOR VALUES FROM … TO …`. */
  readonly bound: string;
}

export interface SequenceState {
  readonly name: string;
  /** Null: it has given no number yet. */
  readonly last: string | null;
}

export interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** Of the tool that runs migrations: they are run, not copied. */
const ownTables = "c.relname !~ '^kysely_'";
const inPublic = "c.relnamespace = 'public'::regnamespace";

/** Tables of the platform. Those by months count as one; queues of jobs are in a schema of their own and are made anew at a start. */
export async function tablesOf(client: ClientBase): Promise<readonly TableCopy[]> {
  const { rows } = await client.query<TableCopy>(`
    select format('public.%I', c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where ${inPublic} and c.relkind in ('r', 'p') and not c.relispartition and ${ownTables}
    group by c.relname order by c.relname`);
  return rows;
}

export async function partitionsOf(client: ClientBase): Promise<readonly Partition[]> {
  const { rows } = await client.query<Partition>(`
    select format('public.%I', c.relname) as name, format('public.%I', p.relname) as of, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
    where ${inPublic} and c.relkind = 'r' and c.relispartition order by c.relname`);
  return rows;
}

export async function sequencesOf(client: ClientBase): Promise<readonly SequenceState[]> {
  const { rows } = await client.query<SequenceState>(`
    select format('public.%I', sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public' order by sequencename`);
  return rows;
}

/** Those that are stated, not those that partitions inherit. */
export async function foreignKeysOf(client: ClientBase): Promise<readonly ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select format('public.%I', c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and k.conparentid = 0 and ${inPublic} order by c.relname, k.conname`);
  return rows;
}

export async function migrationsOf(client: ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>('select name from public.kysely_migration order by name');
  return rows.map(({ name }) => name);
}
