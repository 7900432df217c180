import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { patienceMs } from '../../faults/process.ts';
import type { FaultReport } from '../../faults/trial.ts';
import { acknowledgedOf, between, laterOf, missingOf, momentOf, storedIn, twiceOf } from './counts.ts';
import { archiveTimeoutSec, type Stage } from './stage.ts';
import { compareUploads, copyUploads } from './uploads.ts';

/** A line of the table, and what it must be where only one value will do. */
export interface Finding {
  readonly what: string;
  readonly value: number | string;
  readonly must?: number | string;
}

/** What was acknowledged until the moment, and what is there after the restore to it. */
export interface MomentReport extends FaultReport {
  readonly findings: readonly Finding[];
}

/** With this time to archive a segment on a busy machine. */
const mostLostSec = archiveTimeoutSec + 5;

const seconds = (since: number): number => Math.round((Date.now() - since) / 100) / 10;

/** Does something until it is so. */
export async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + patienceMs; ; await sleep(100)) {
    if (await isSo().catch(() => false)) return;
    if (Date.now() > end) throw new Error(`${what} in vain`);
  }
}

/** Devices are acknowledged and people can write, with uploads. */
async function works({ fleet, writers }: Stage): Promise<void> {
  const known = fleet.acks.length;
  await writers.write();
  await until('waited for devices', async () => fleet.acks.length > known);
}

async function fetched(stage: Stage, wal: string): Promise<boolean> {
  const { rows } = await stage.pool.query<{ there: boolean }>(
    'select last_archived_wal > pg_walfile_name($1) as there from pg_stat_archiver',
    [wal],
  );
  return rows[0]?.there === true;
}

/** Gives numbers to orders to carriers. @returns the last one */
async function giveNumbers({ pool }: Stage, count: number): Promise<number> {
  const { rows } = await pool.query<{ last: number }>(
    "select max(nextval('seq_sim_operation'))::int as last from generate_series(1, $1)",
    [count],
  );
  return rows[0]?.last ?? 0;
}

/** Removes records and their uploads, as people do and the nightly job for uploads that nothing names. */
async function removeSome(stage: Stage): Promise<void> {
  const { rows } = await stage.pool.query<{ id: string; rev: number; key: string }>(
    `select s.id::text as id, s.rev, f.storage_key as key from veh_series s join sys_file f on f.file_id = s.cover_image
     where s.series_code ~ '^B[0-9]{6}$' order by s.id limit 5`,
  );
  await stage.removeSeries(rows.map(({ id }) => id));
  for (const { key } of rows) rmSync(`${stage.uploads}/${key}`);
}

/**
 * A moment under load, more load, the loss of everything, and a restore to that moment: database and uploads as docs/operations.md says.
 * @param copy folder with the copy of the uploads
 */
export async function restoreMoment(stage: Stage, copy: string, pauseMs: number): Promise<MomentReport> {
  const { repository, uploads } = stage;
  await copyUploads(uploads, copy);
  const before = momentOf(stage);
  const { rows } = await stage.pool.query<{ moment: string; wal: string }>(
    'select clock_timestamp()::text as moment, pg_current_wal_lsn()::text as wal',
  );
  const after = momentOf(stage);
  const [{ moment, wal } = { moment: '', wal: '' }] = rows;
  await sleep(pauseMs / 2);
  await removeSome(stage);
  // The first ones ever; more than PostgreSQL skips by itself after a crash.
  const given = await giveNumbers(stage, 100);
  await sleep(pauseMs / 2);
  await until('waited for the archive', () => fetched(stage, wal));
  await copyUploads(uploads, copy);
  const lost = momentOf(stage);
  await stage.lose();
  rmSync(uploads, { recursive: true });

  const begun = Date.now();
  repository.server.makeEmpty();
  await repository.done('--type=time', `--target=${moment}`, '--target-action=promote', '--process-max=2', 'restore');
  await copyUploads(copy, uploads);
  await repository.server.start();
  const restored = seconds(begun);
  const stored = await storedIn(stage.pool);
  const files = await compareUploads(stage.pool, uploads);
  const missing = missingOf(before, stored);
  await stage.afterRestore();
  await stage.startPlatform();
  await works(stage);
  const next = await giveNumbers(stage, 1);
  return {
    sent: before.said.reduce((sum, { sent }) => sum + sent, 0),
    acknowledged: acknowledgedOf(before),
    stored: stored.messages.size,
    missing: missing.messages,
    twice: twiceOf(stored),
    recoveries: [{ fault: 'loss of database and uploads, restored to a moment', seconds: seconds(begun) }],
    findings: [
      { what: 'records acknowledged until the moment', value: before.records.size },
      { what: 'records of these that are missing', value: missing.records, must: 0 },
      { what: 'messages and records begun after the moment, and there', value: laterOf(after, stored), must: 0 },
      { what: 'numbers of orders that are given a second time', value: Math.max(0, given - next + 1), must: 0 },
      {
        what: 'messages acknowledged after the moment, given up',
        value: acknowledgedOf(lost) - acknowledgedOf(before),
      },
      { what: 'uploads that rows name', value: files.named },
      { what: 'uploads of these that are missing or changed', value: files.wrong, must: 0 },
      { what: 'uploads that no row names any more', value: files.unnamed },
      { what: 'restore and recovery of the database, s', value: restored },
    ],
  };
}

/** The loss of everything under load, and a restore of all that was archived. */
export async function restoreLatest(stage: Stage, copy: string, pauseMs: number): Promise<readonly Finding[]> {
  const { repository } = stage;
  // The last step of the restore before: until this has ended, the archive may know nothing but the history that was given up.
  const backup = Date.now();
  await repository.done('--type=full', 'backup');
  const backedUp = seconds(backup);
  const first = momentOf(stage);
  await sleep(pauseMs);
  await copyUploads(stage.uploads, copy);
  const before = between(first, momentOf(stage));
  await stage.lose();
  const lost = Date.now();
  repository.server.makeEmpty();
  await repository.done('--process-max=2', 'restore');
  await repository.server.start();
  const stored = await storedIn(stage.pool);
  const missing = missingOf(before, stored);
  const { rows } = await stage.pool.query<{ last: number }>(
    'select extract(epoch from max(recv_time))::float8 * 1000 as last from veh_telemetry',
  );
  const gap = Math.round((lost - (rows[0]?.last ?? 0)) / 100) / 10;
  const files = await compareUploads(stage.pool, stage.uploads);
  await stage.afterRestore();
  await stage.startPlatform();
  await works(stage);
  return [
    { what: 'full backup after the restore, s', value: backedUp },
    { what: 'latest: messages acknowledged since', value: acknowledgedOf(before) },
    { what: 'latest: messages of these that are lost', value: missing.messages },
    { what: 'latest: records acknowledged since', value: before.records.size },
    { what: 'latest: records of these that are lost', value: missing.records },
    { what: 'latest: seconds that are lost', value: gap },
    {
      what: 'latest: more than archive_timeout and time to archive',
      value: gap > mostLostSec ? 'yes' : 'no',
      must: 'no',
    },
    { what: 'latest: uploads missing or changed', value: files.wrong, must: 0 },
  ];
}
