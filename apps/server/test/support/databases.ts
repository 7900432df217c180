import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { administrator } from '../../src/db/ownership.ts';

/** Runs one piece of administration on a server, on a connection of its own. */
export async function administer<Result>(
  server: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Rows of one statement, on a connection of its own. */
export const rowsAt = <Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> =>
  administer(url, async (client) => (await client.query<Row>(text)).rows);

/** The same server, another database. */
export function databaseUrl(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** The embedded server of the folder, as its superuser. */
export function administratorUrl(dir: string, embedded: string): string {
  const url = new URL(embedded);
  url.username = administrator;
  url.password = readFileSync(join(dir, 'cluster/password'), 'utf8').trim();
  return url.href;
}

async function exists(client: pg.Client, database: string): Promise<boolean> {
  return (await client.query('select 1 from pg_database where datname = $1', [database])).rowCount === 1;
}

/** Makes a template database once per run, whichever test file is first; the others wait for it. */
export async function ensureTemplate(
  server: string,
  name: string,
  fill: (url: string) => Promise<void>,
): Promise<void> {
  await administer(server, async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (await exists(client, name)) return;
    const draft = `${name}_draft`;
    await client.query(`drop database if exists ${draft} with (force)`);
    await client.query(`create database ${draft} template template0`);
    await fill(databaseUrl(server, draft));
    await client.query(`alter database ${draft} rename to ${name}`);
  });
}

/** A copy of a template: by files, which takes half the time of the log where nothing is synced to disk. */
export async function cloneDatabase(server: string, template: string, name: string): Promise<string> {
  await administer(server, (client) => client.query(`create database ${name} template ${template} strategy file_copy`));
  return databaseUrl(server, name);
}

export async function dropDatabase(server: string, name: string): Promise<void> {
  await administer(server, (client) => client.query(`drop database if exists ${name} with (force)`));
}

/** Removes what a run has left on a server that is not its own. */
export async function dropDatabases(server: string, prefix: string): Promise<void> {
  await administer(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}
