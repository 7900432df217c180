import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../../../scripts/tools.ts';
import { ownedDir, PostgresServer } from '../../../apps/server/test/support/postgres.ts';
import { type Finding, until } from './restoring.ts';
import { spoil } from './spoil.ts';
import type { Stage } from './stage.ts';

const alone = { NO_SERVER: '1' };

/** The error, without the places that it names. */
const reasonOf = (output: string): string => (/ERROR: .*/.exec(output)?.[0] ?? output).replaceAll(/'[^']*'/g, '…');

/** A file of the last full backup with one bit changed: found by the check, and refused by a restore, which is made beside the data. */
async function brokenFile({ repository, pool }: Stage, dir: string): Promise<readonly Finding[]> {
  const rows = async () => (await pool.query<{ n: number }>('select count(*)::int as n from veh_series')).rows[0]?.n;
  const known = (await rows()) ?? 0;
  const over = await repository.tried('restore');
  const undo = spoil(join(repository.dir, 'backup'), /F\/bundle\/1$/);
  const checked = await repository.check(alone);
  const place = ownedDir(join(dir, 'beside'));
  const refused = await repository.tried(`--pg1-path=${place}`, 'restore');
  undo();
  const now = (await rows()) ?? 0;
  rmSync(place, { recursive: true });
  return [
    { what: 'restore over a running server: exit code', value: over.code, must: 38 },
    { what: 'one bit of a backup changed: exit code of the check', value: checked.code, must: 1 },
    {
      what: 'one bit of a backup changed: a restore is',
      value: refused.code === 0 ? 'done' : 'refused',
      must: 'refused',
    },
    {
      what: 'one bit of a backup changed: the restore says',
      value: reasonOf(refused.output),
    },
    {
      what: 'one bit of a backup changed: records that the server lost by it',
      value: Math.max(0, known - now),
      must: 0,
    },
  ];
}

/** A segment of WAL that is not in the archive: found by the check, and a restore to a moment behind it does not pass for one. */
async function missingSegment(stage: Stage, dir: string): Promise<readonly Finding[]> {
  const { repository, pool } = stage;
  const { rows } = await pool.query<{ moment: string }>('select clock_timestamp()::text as moment');
  const name = readdirSync(join(repository.dir, 'archive'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\/[0-9A-F]{24}-/.test(path))
    .toSorted()
    .at(-2);
  if (name === undefined) throw new Error('no WAL in the archive');
  // A hole that stays: the moment is behind it.
  const path = join(repository.dir, 'archive', name);
  const aside = join(repository.dir, 'aside');
  renameSync(path, aside);
  const checked = await repository.check(alone);
  const [port = 0] = await freePorts(1);
  const beside = new PostgresServer({
    dir: ownedDir(join(dir, 'gap')),
    port,
    settings: ['archive_mode=off'],
    env: repository.env,
  });
  beside.makeEmpty();
  await repository.done(`--pg1-path=${beside.dataDir}`, '--type=time', `--target=${rows[0]?.moment}`, 'restore');
  const said = await beside.start().then(
    () => 'it started',
    (error: unknown) => /FATAL: .*/.exec(String(error))?.[0] ?? String(error),
  );
  await beside.end('SIGKILL');
  renameSync(aside, path);
  return [
    { what: 'a segment of WAL missing: exit code of the check', value: checked.code, must: 1 },
    {
      what: 'a segment of WAL missing: the check says',
      value: /segments of WAL missing before [^.]*/.exec(checked.output)?.[0] ?? checked.output,
    },
    {
      what: 'a segment of WAL missing: a server restored to a moment behind it',
      value: said,
      must: 'FATAL:  recovery ended before configured recovery target was reached',
    },
  ];
}

/** The repository's disk is full: devices and people go on, the metric of the alert says so, and it passes when there is room. */
async function fullDisk(stage: Stage): Promise<readonly Finding[]> {
  const { small, writers, fleet } = stage;
  if (small === undefined)
    return [{ what: 'full disk of the repository', value: 'left out: nothing may be mounted here' }];
  const failing = 'wheelhouse_wal_archive_failing';
  const begun = Date.now();
  small.fill();
  await until('waited for the alarm', async () => (await stage.gauge(failing)) === 1);
  const noticed = Math.round((Date.now() - begun) / 100) / 10;
  const [messages, records] = [fleet.acks.length, writers.acked.size];
  await sleep(2_000);
  const written = [fleet.acks.length - messages, writers.acked.size - records] as const;
  const waiting = (await stage.gauge('wheelhouse_wal_waiting_bytes')) ?? 0;
  small.empty();
  const room = Date.now();
  await until('waited for the end of the alarm', async () => (await stage.gauge(failing)) === 0);
  return [
    { what: 'disk of the repository full: the metric says so after, s', value: noticed },
    { what: 'disk of the repository full: messages, records acknowledged in 2 s', value: written.join(', ') },
    { what: 'disk of the repository full: WAL that waits, MB', value: Math.round(waiting / 1e6) },
    {
      what: 'disk of the repository full: archived again after there is room, s',
      value: Math.round((Date.now() - room) / 100) / 10,
    },
  ];
}

/** What may be wrong with a repository, one thing after the other. */
export async function sufferDamage(stage: Stage, dir: string): Promise<readonly Finding[]> {
  const { repository } = stage;
  await repository.done('--type=full', 'backup');
  const whole = await repository.check();
  const findings: Finding[] = [{ what: 'check of a repository that is whole: exit code', value: whole.code, must: 0 }];
  if (whole.code !== 0) findings.push({ what: 'the check says', value: whole.output });
  findings.push(...(await brokenFile(stage, dir)));
  await sleep(5_000);
  findings.push(...(await missingSegment(stage, dir)), ...(await fullDisk(stage)));
  return findings;
}
