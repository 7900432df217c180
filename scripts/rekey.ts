/**
 * Seals everything with another key: `npm run rekey -- <file with the old key>`, on the server, with the settings that the platform shall have
 * (SECRET_KEY, or the new key in DATA_DIR/secret.key), while none of its processes runs.
 */
import { existsSync, readFileSync } from 'node:fs';
import { rekey } from '../apps/server/src/backup/rekey.ts';
import { ConfigError, readConfig, readSecrets } from '../apps/server/src/config.ts';
import { maintain, refuseNoDatabase } from './maintenance.ts';

const [file = ''] = process.argv.slice(2);

await maintain(async ({ config, log, database }) => {
  if (file === '' || !existsSync(file)) throw new ConfigError('Usage: npm run rekey -- <file with the old key>');
  refuseNoDatabase(config);
  const old = readConfig({ SECRET_KEY: readFileSync(file, 'utf8').trim() }).secretKey;
  if (old === undefined) throw new ConfigError(`${file} holds no key`);
  const to = readSecrets(config);
  if (to.sealKey.equals(old)) throw new ConfigError('The new key is the old one');
  const { sealed, closed } = await rekey({ url: await database(), log, config }, { from: { sealKey: old }, to });
  console.log(`${sealed} values are sealed with the new key.`);
  if (closed > 0) console.log(`${closed} values could not be opened with the old key, and are as they were.`);
  return true;
});
