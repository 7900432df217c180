import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import { scrapedGauges } from './metrics.ts';

/** What a server says about its archive of WAL, without which backups cannot be brought up to a moment. */
export interface ArchiveState {
  /** The last attempt to archive a segment failed. */
  readonly failing: boolean;
  /** When a segment was last archived, or, if none was, when the server started: seconds since epoch. */
  readonly archived: number;
  /** Bytes of WAL that are written and not archived; null where that cannot be said just now. */
  readonly waiting: number | null;
}

/** The place at which the last archived segment ends; other files (of time lines) are archived too. */
const archivedUpTo = `('x' || substr(last_archived_wal, 9, 8))::bit(32)::bigint::numeric * 4294967296
  + (('x' || substr(last_archived_wal, 17, 8))::bit(32)::bigint + 1) * pg_size_bytes(current_setting('wal_segment_size'))`;

/** @returns undefined where the server archives nothing */
export async function readArchive(pool: Pool): Promise<ArchiveState | undefined> {
  const { rows } = await pool.query<ArchiveState>(`
    select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
      extract(epoch from coalesce(last_archived_time, pg_postmaster_start_time()))::float8 as archived,
      case when last_archived_wal ~ '^[0-9A-F]{24}' and not pg_is_in_recovery()
        then greatest(0, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') - (${archivedUpTo}))::float8 end as waiting
    from pg_stat_archiver where current_setting('archive_mode') <> 'off'`);
  return rows[0];
}

/**
 * Gauges of the database's archive on `/metrics`, read at each scrape. They are absent where nothing is archived, as with the embedded database,
 * and while the database does not answer.
 */
export function archiveMetrics(registry: Registry, read: () => Promise<ArchiveState | undefined>): void {
  const scraped = scrapedGauges(registry, read);
  const gauge = (name: string, help: string, valueOf: (state: ArchiveState) => number | null) =>
    scraped({ name, help }, (made, state) => {
      const value = state === undefined ? null : valueOf(state);
      if (value !== null) made.set(value);
    });
  gauge('wheelhouse_wal_archive_failing', '1 while the database fails to archive its WAL', ({ failing }) =>
    Number(failing),
  );
  gauge(
    'wheelhouse_wal_archived_timestamp_seconds',
    'When a WAL segment was last archived',
    ({ archived }) => archived,
  );
  gauge('wheelhouse_wal_waiting_bytes', 'WAL that is written and not archived', ({ waiting }) => waiting);
}
