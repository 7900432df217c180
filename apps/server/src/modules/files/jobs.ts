import { storageOf } from '../../adapters/storage/index.ts';
import { sql } from 'kysely';
import type { Job } from '../module.ts';
import { clearSpool, removeOrphans } from './orphans.ts';
import { forgetUploadDays } from './quota.ts';
import { removeUnfinished } from './resumable.ts';
import { filesDb } from './tables.ts';

/** Downloads that nobody fetched in time. */
const issuedFiles: Job = {
  name: 'files.issued',
  cron: '*/10 * * * *',
  async run({ db, config }) {
    const storage = storageOf(config);
    const over = await filesDb(db)
      .deleteFrom('sys_issued_file')
      .where(sql<boolean>`expire_time < now() - interval '10 minutes'`)
      .returning('storageKey')
      .execute();
    for (const { storageKey } of over) await storage.remove(storageKey);
  },
};

/** Uploads that nothing names any more, and what a crash left in the spool. */
const orphans: Job = {
  name: 'files.orphans',
  cron: '10 3 * * *',
  async run(app) {
    for (let round = 0; round < 20 && (await removeOrphans(app)) > 0; round++);
    await clearSpool(app.config.dataDir);
    await forgetUploadDays(app.db);
  },
};

/** Uploads in parts that their senders have left. */
const unfinished: Job = {
  name: 'files.unfinished',
  cron: '20 * * * *',
  async run(app) {
    await removeUnfinished(app);
  },
};

export const fileJobs: readonly Job[] = [issuedFiles, orphans, unfinished];
