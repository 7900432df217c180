/**
 * Makes an installation from a backup: `DATA_DIR=… npm run restore -- wheelhouse.tar.gz`, into a new DATA_DIR, and with DATABASE_URL into an empty
 * database. The backup may be of an earlier release, and of another version of PostgreSQL. A backup that is not whole changes nothing.
 */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError, checkBackup, restore } from '../apps/server/src/backup/restore.ts';
import { ConfigError } from '../apps/server/src/config.ts';
import { maintain } from './maintenance.ts';

const [file = ''] = process.argv.slice(2);

/** What a restore that failed has made: the folder was empty before. */
function clear(dataDir: string): void {
  const database = join(dataDir, 'pg');
  if (existsSync(database)) rmSync(realpathSync(database), { recursive: true });
  rmSync(dataDir, { recursive: true, force: true });
}

let failed: string | undefined;
await maintain(async ({ config, log, database }) => {
  if (file === '') throw new ConfigError('Usage: npm run restore -- <file>');
  const path = resolve(file);
  if (!existsSync(path)) throw new ConfigError(`There is no file ${file}`);
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
