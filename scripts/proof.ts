/**
 * Verifies what the platform has signed of its nightly checks: `npm run proof`, on the server, with the settings the server has. Exit 1 where a run was changed,
 * or the one before it is missing.
 */
import { readSecrets } from '../apps/server/src/config.ts';
import { createDb, createPool } from '../apps/server/src/db/pool.ts';
import { publicKeyOf } from '../apps/server/src/modules/proof/sign.ts';
import { verifyRuns } from '../apps/server/src/modules/proof/verify.ts';
import { maintain, refuseNoDatabase } from './maintenance.ts';

await maintain(async ({ config, log, database }) => {
  refuseNoDatabase(config);
  const url = await database();
  const secrets = readSecrets(config);
  const db = createDb(createPool({ url, max: 2, log }));
  try {
    const { checked, wrong } = await verifyRuns(db, secrets, 100_000);
    for (const { id, text } of wrong) console.log(`#${id}: ${text.en}`);
    console.log(
      `${checked} runs, ${wrong.length} wrong. Public key (Ed25519): ${publicKeyOf(secrets).toString('hex')}`,
    );
    return wrong.length === 0;
  } finally {
    await db.destroy();
  }
});
