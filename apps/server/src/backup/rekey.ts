import type { ClientBase } from 'pg';
import type { Logger } from 'pino';
import { type Config, ConfigError, type Secrets } from '../config.ts';
import { applicationName, Servers } from '../db/servers.ts';
import { fingerprintOf, hashOf, seal, unseal } from '../entity/seal.ts';
import { proveKey, type SealedColumn, sealedColumns } from '../entity/sealing-key.ts';

type Keys = Pick<Secrets, 'sealKey'>;

interface Change {
  readonly from: Keys;
  readonly to: Keys;
}

/** What became of the sealed values. */
export interface Rekeyed {
  readonly sealed: number;
  /** Values that the old key does not open: they stay as they are. */
  readonly closed: number;
}

interface Place {
  readonly url: string;
  readonly log: Logger;
  readonly config: Pick<Config, 'dataDir' | 'secretKey'>;
}

const atOnce = 1_000;

/** A value under the new key, and its keyed hash where it has one. */
function resealed(
  { from, to }: Change,
  enc: Buffer,
  hash: Buffer | null,
): readonly [Buffer, Buffer | null] | undefined {
  let value: string;
  try {
    value = unseal(from, enc);
  } catch {
    return undefined;
  }
  // The mask is not needed: any will do.
  const made = seal(to, 'name', value);
  return [made.enc, hash?.equals(hashOf(from, value)) === true ? made.hash : hash];
}

async function rekeyColumn(
  client: ClientBase,
  change: Change,
  { table, column, hash }: SealedColumn,
): Promise<Rekeyed> {
  const count = { sealed: 0, closed: 0 };
  // A place in a table is one of a partition. A cursor sees the rows as they were, not those that this loop writes.
  await client.query(
    `declare sealed no scroll cursor for select tableoid::text as part, ctid::text as at, ${column} as enc, ${hash ?? 'null::bytea'} as hash from ${table} where ${column} is not null`,
  );
  for (;;) {
    const { rows } = await client.query<{ part: string; at: string; enc: Buffer; hash: Buffer | null }>(
      `fetch ${atOnce} from sealed`,
    );
    if (rows.length === 0) break;
    const made = rows.flatMap(({ part, at, enc, hash: old }) => {
      const next = resealed(change, enc, old);
      return next === undefined ? [] : [{ part, at, enc: next[0], hash: next[1] }];
    });
    count.sealed += made.length;
    count.closed += rows.length - made.length;
    const sets = [`${column} = u.enc`, ...(hash === null ? [] : [`${hash} = u.hash`])];
    await client.query(
      `update ${table} t set ${sets.join(', ')} from unnest($1::oid[], $2::tid[], $3::bytea[], $4::bytea[]) u (part, at, enc, hash) where t.tableoid = u.part and t.ctid = u.at`,
      [
        made.map(({ part }) => part),
        made.map(({ at }) => at),
        made.map(({ enc }) => enc),
        made.map(({ hash: next }) => next),
      ],
    );
  }
  await client.query('close sealed');
  return count;
}

async function refuseWhileUsed(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name like $1 || '%'`,
    [applicationName],
  );
  if ((rows[0]?.n ?? 0) > 0) throw new ConfigError('The platform is running: stop all of its processes first');
}

/**
 * Seals every value with another key, in one transaction, while nobody uses the database.
 * @throws ConfigError in one line when the old key is not that of the database, or while processes use it
 */
export async function rekey({ url, log, config }: Place, change: Change): Promise<Rekeyed> {
  const client = new Servers(url).client({ statement_timeout: 0 });
  await client.connect();
  try {
    await refuseWhileUsed(client);
    await client.query('begin');
    await client.query('lock table sys_sealing_key in access exclusive mode');
    await proveKey(client, change.from, { config, log, named: 'The old key' });
    const total = { sealed: 0, closed: 0 };
    for (const column of await sealedColumns(client)) {
      // Nothing of a record changes: no rule is asked.
      await client.query(`alter table ${column.table} disable trigger user`);
      const { sealed, closed } = await rekeyColumn(client, change, column);
      await client.query(`alter table ${column.table} enable trigger user`);
      total.sealed += sealed;
      total.closed += closed;
    }
    await client.query('update sys_sealing_key set fingerprint = $1, create_time = now()', [fingerprintOf(change.to)]);
    await client.query('commit');
    return total;
  } finally {
    await client.end();
  }
}
