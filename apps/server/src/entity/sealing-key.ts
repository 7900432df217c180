import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { ConfigError, type Config, type Secrets } from '../config.ts';
import { Servers } from '../db/servers.ts';
import { fingerprintOf, unseal } from './seal.ts';

/** A column with sealed values. */
export interface SealedColumn {
  /** As SQL takes them. */
  readonly table: string;
  readonly column: string;
  /** Columns of its primary key. */
  readonly key: readonly string[];
  /** Column with a hash beside it. */
  readonly hash: string | null;
}

type Keys = Pick<Secrets, 'sealKey'>;

/** Every column with sealed values, of this release or an earlier one: their names say it. */
export async function sealedColumns(client: ClientBase): Promise<readonly SealedColumn[]> {
  const { rows } = await client.query<SealedColumn>(`
    select format('public.%I', c.relname) as table, quote_ident(a.attname) as column,
      (select array_agg(quote_ident(k.attname) order by k.attnum) from pg_index i join pg_attribute k on k.attrelid = c.oid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as key,
      (select quote_ident(h.attname) from pg_attribute h
        where h.attrelid = c.oid and h.attname = regexp_replace(a.attname, '_enc$', '_hash') and not h.attisdropped) as hash
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.atttypid = 'bytea'::regtype and a.attname ~ '_enc$'
    order by c.relname, a.attnum`);
  return rows;
}

function opens(keys: Keys, enc: Buffer): boolean {
  try {
    unseal(keys, enc);
    return true;
  } catch {
    return false;
  }
}

/** One value of each column, the first that was stored: those that the key opens, and the columns whose value it does not open. */
async function tryValues(client: ClientBase, keys: Keys): Promise<{ opened: number; closed: readonly string[] }> {
  let opened = 0;
  const closed: string[] = [];
  for (const { table, column, key } of await sealedColumns(client)) {
    const { rows } = await client.query<{ enc: Buffer }>(
      `select ${column} as enc from ${table} where ${column} is not null order by ${key.join(', ')} limit 1`,
    );
    const [row] = rows;
    if (row === undefined) continue;
    if (opens(keys, row.enc)) opened++;
    else closed.push(`${table}.${column}`);
  }
  return { opened, closed };
}

interface Proving {
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
  readonly log: Logger;
  /** Where the key is from, where it is not that of the settings. */
  readonly named?: string;
}

/** Where the key of these settings comes from. */
const placeOf = ({ dataDir, secretKey }: Pick<Config, 'dataDir' | 'secretKey'>): string =>
  secretKey === undefined ? `${dataDir}/secret.key` : 'SECRET_KEY';

async function storedFingerprint(client: ClientBase): Promise<{ isMade: boolean; fingerprint: Buffer | undefined }> {
  const made = await client.query<{ made: boolean }>(
    "select to_regclass('public.sys_sealing_key') is not null as made",
  );
  if (made.rows[0]?.made !== true) return { isMade: false, fingerprint: undefined };
  const { rows } = await client.query<{ fingerprint: Buffer }>('select fingerprint from sys_sealing_key');
  return { isMade: true, fingerprint: rows[0]?.fingerprint };
}

/**
 * Makes sure that this is the key with which the database is sealed, and ties a database to it that is tied to none yet. One of an earlier
 * release has sealed values and no fingerprint: there the key has to open them.
 * @throws ConfigError in one line when it is another key
 */
export async function proveKey(
  client: ClientBase,
  keys: Keys,
  { config, log, named = placeOf(config) }: Proving,
): Promise<void> {
  const refuse = (): never => {
    throw new ConfigError(
      `${named}: is not the key with which this database is sealed. Give the key that this installation was first started with`,
    );
  };
  const own = fingerprintOf(keys);
  const { isMade, fingerprint } = await storedFingerprint(client);
  if (fingerprint !== undefined) {
    if (!fingerprint.equals(own)) refuse();
    return;
  }
  const { opened, closed } = await tryValues(client, keys);
  // Where an earlier release ran with a wrong key for a while, some columns begin with values of that one.
  if (closed.length > opened) refuse();
  if (!isMade) return;
  if (closed.length > 0)
    log.error({ columns: closed }, 'these begin with values that another key has sealed, which stay closed');
  await client.query('insert into sys_sealing_key (fingerprint) values ($1) on conflict do nothing', [own]);
  const now = await storedFingerprint(client);
  if (now.fingerprint?.equals(own) !== true) refuse();
}

/** The same on a connection of its own. */
export async function proveKeyAt(url: string, keys: Keys, of: Proving): Promise<void> {
  const client = new Servers(url).client({ statement_timeout: 0 });
  await client.connect();
  try {
    await proveKey(client, keys, of);
  } finally {
    await client.end();
  }
}
