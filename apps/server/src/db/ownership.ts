import pg from 'pg';
import { applicationName } from './servers.ts';

/** Superuser that initdb makes. It makes the role and the database below and runs no statement of the platform. */
export const administrator = 'wheelhouse';
/** Role that the platform works as: owner of its database, without any right over the server. */
export const platformRole = 'wheelhouse_app';
export const databaseName = 'wheelhouse';

/** Processes that start together take turns: this lock, in the database `postgres`. */
const turnLock = 7_239_413;

/** First id that PostgreSQL gives to objects made after initdb. */
const firstOwnId = 16_384;

/**
 * The statements that give everything in the database from $2 to $1. Indexes, sequences of columns, row types and array
 * types follow their table or type. The members of an extension stay with the administrator, as if the owner of the
 * database had made the extension.
 */
const transfers = `
with object (class, id, owner, kind) as (
  select tableoid, oid, relowner,
    case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end
  from pg_class
  where relpersistence <> 't' and (relkind in ('r', 'p', 'v', 'm') or relkind = 'S' and not exists (
    select from pg_depend d where d.classid = pg_class.tableoid and d.objid = pg_class.oid and d.deptype in ('a', 'i')))
  union all
  select tableoid, oid, proowner, 'routine' from pg_proc
  union all
  select tableoid, oid, typowner, 'type' from pg_type
  where typcategory <> 'A' and (typtype in ('b', 'd', 'e', 'r')
    or typtype = 'c' and exists (select from pg_class c where c.oid = typrelid and c.relkind = 'c'))
  union all
  select tableoid, oid, stxowner, 'statistics' from pg_statistic_ext
  union all
  select tableoid, oid, nspowner, 'schema' from pg_namespace where not starts_with(nspname, 'pg_')
)
select format('alter %s %s owner to %I', kind, (pg_identify_object(class, id, 0)).identity, $1::text) as statement
from object
where owner = $2::regrole and id >= ${firstOwnId}
  and not exists (select from pg_depend d where d.classid = class and d.objid = id and d.deptype = 'e')
union all
select format('alter database %I owner to %I', datname, $1::text) from pg_database
where datname = current_database() and datdba = $2::regrole`;

/**
 * Makes sure that the platform's role and database are there and that the role owns all of the database, which before
 * belonged to the administrator. May be repeated, interrupted at any point, and done by several processes at once.
 * @param url of the administrator, to a database of this name
 * @param password that the role gets
 */
export async function prepareDatabase(url: (database: string) => string, password: string): Promise<void> {
  await connected(url('postgres'), async (server) => {
    await server.query('select pg_advisory_lock($1)', [turnLock]);
    const exists = async (text: string, name: string) => (await server.query(text, [name])).rowCount === 1;
    if (!(await exists('select from pg_roles where rolname = $1', platformRole)))
      await server.query(`create role ${platformRole}`);
    await server.query(
      `alter role ${platformRole} login nosuperuser nocreaterole noreplication nobypassrls password ${pg.escapeLiteral(password)}`,
    );
    if (!(await exists('select from pg_database where datname = $1', databaseName)))
      await server.query(`create database ${databaseName} owner ${platformRole}`);
    await connected(url(databaseName), transferAll);
  });
}

async function transferAll(database: pg.Client): Promise<void> {
  const { rows } = await database.query<{ statement: string }>(transfers, [platformRole, administrator]);
  if (rows.length === 0) return;
  await database.query(['begin', ...rows.map((row) => row.statement), 'commit'].join(';\n'));
}

async function connected(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName} administration`,
    connectionTimeoutMillis: 5_000,
    // The owner of a database may put functions of their own in front of PostgreSQL's: a superuser must not call them.
    options: '-c search_path=pg_catalog,pg_temp',
  });
  client.on('error', () => undefined); // the statement that runs fails
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
