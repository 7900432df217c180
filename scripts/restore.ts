/**
 * Makes an installation from a backup: `DATA_DIR=… npm run restore -- wheelhouse.tar.gz`, into a new DATA_DIR, and with DATABASE_URL into an empty
 * database. The backup may be of an earlier release, and of another version of PostgreSQL. A backup that is not whole changes nothing.
 *
 * `npm run restore -- --check wheelhouse.tar.gz`, with the settings of the installation that the backup is of: restores it into a temporary folder to see that it
 * works, removes that again, and notes in the installation that it was done.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noteBackup } from '../apps/server/src/backup/record.ts';
import { BackupError, checkBackup, restore } from '../apps/server/src/backup/restore.ts';
import { ConfigError } from '../apps/server/src/config.ts';
import { startDatabase } from '../apps/server/src/main.ts';
import { maintain, type Maintenance, refuseNoDatabase } from './maintenance.ts';

const isTrial = process.argv[2] === '--check';
const [file = ''] = process.argv.slice(isTrial ? 3 : 2);

/** What a restore that failed has made: the folder was empty before. */
function clear(dataDir: string): void {
  const database = join(dataDir, 'pg');
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true });
  rmSync(dataDir, { recursive: true, force: true });
}

let failed: string | undefined;
/** Restores a backup beside the installation that it is of, and removes what that has made: nothing else proves a backup. */
async function tryBackup({ config, log, database }: Maintenance, path: string): Promise<void> {
  refuseNoDatabase(config);
  const checked = await checkBackup(path);
  const dataDir = mkdtempSync(join(tmpdir(), 'wheelhouse-restore-'));
  // The database runs as somebody else when started by root.
  chmodSync(dataDir, 0o755);
  const place = { ...config, dataDir, databaseUrl: undefined, storageUrl: pathToFileURL(join(dataDir, 'files')).href };
  const started: { stop(): Promise<void> }[] = [];
  let holdings;
  try {
    const url = await startDatabase(place, log, started);
    holdings = await restore(place, { url, file: path, log, checked });
    const { rows, tables, files } = holdings;
    console.log(`${path}: restored ${rows} rows of ${tables} tables, ${files} uploads, as of ${checked.head.time}.`);
  } finally {
    for (const part of started) await part.stop();
    clear(dataDir);
  }
  const { rows, files } = holdings;
  const { head, end } = checked;
  await noteBackup('restored', { url: await database(), time: head.time, rows, files, sha256: end.sha256 });
}

await maintain(async (maintenance) => {
  const { config, log, database } = maintenance;
  if (file === '') throw new ConfigError('Usage: npm run restore -- [--check] <file>');
  const path = resolve(file);
  if (!existsSync(path)) throw new ConfigError(`There is no file ${file}`);
  if (isTrial) {
    await tryBackup(maintenance, path);
    return true;
  }
  if (existsSync(config.dataDir) && readdirSync(config.dataDir).length > 0)
    throw new BackupError(`DATA_DIR: ${config.dataDir} is not empty`);
  const checked = await checkBackup(path);
  failed = config.dataDir;
  const { rows, tables, files } = await restore(config, { url: await database(), file: path, log, checked });
  failed = undefined;
  console.log(`${config.dataDir}: ${rows} rows of ${tables} tables, ${files} uploads, as of ${checked.head.time}.`);
  if (checked.head.filesElsewhere) console.log('Its uploads were kept elsewhere: set STORAGE_URL as it was.');
  return true;
});
if (failed !== undefined) clear(failed);
