import { Servers } from '../db/servers.ts';

/** A backup, and where its installation is. */
interface Backup {
  /** Of the installation that the backup is of. */
  readonly url: string;
  /** The moment that it holds. */
  readonly time: string;
  readonly rows: number;
  readonly files: number;
  readonly sha256: string;
}

/**
 * Notes in the database that a backup of it was made, or restored to see that it works: the nightly checks say where neither was done for long. A database
 * of an earlier release keeps no such notes.
 */
export async function noteBackup(
  kind: 'made' | 'restored',
  { url, time, rows: count, files, sha256 }: Backup,
): Promise<void> {
  const client = new Servers(url).client({ statement_timeout: 10_000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ kept: boolean }>(
      "select to_regclass('public.sys_backup_log') is not null as kept",
    );
    if (rows[0]?.kept !== true) return;
    await client.query(
      'insert into sys_backup_log (kind, backup_time, rows, files, sha256) values ($1, $2, $3, $4, $5)',
      [kind, time, count, files, sha256],
    );
  } finally {
    await client.end();
  }
}
