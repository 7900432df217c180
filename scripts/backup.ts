/**
 * Writes everything that an installation holds to one file: `npm run backup -- wheelhouse.tar.gz`, on the server, with the settings the server
 * has, while it runs or not. The file holds personal data and, where the platform made its keys itself, these keys.
 */
import { resolve } from 'node:path';
import { backup } from '../apps/server/src/backup/backup.ts';
import { noteBackup } from '../apps/server/src/backup/record.ts';
import { ConfigError } from '../apps/server/src/config.ts';
import { maintain, refuseNoDatabase } from './maintenance.ts';

const [file = ''] = process.argv.slice(2);

await maintain(async ({ config, log, database }) => {
  if (file === '') throw new ConfigError('Usage: npm run backup -- <file>');
  refuseNoDatabase(config);
  const url = await database();
  const { rows, tables, files, time, sha256 } = await backup(config, { url, file: resolve(file), log });
  await noteBackup('made', { url, time, rows, files, sha256 });
  console.log(`${file}: ${rows} rows of ${tables} tables, ${files} uploads.`);
  if (!config.storageUrl.startsWith('file:'))
    console.log(`Uploads are kept at ${config.storageUrl} and are no part of it.`);
  return true;
});
