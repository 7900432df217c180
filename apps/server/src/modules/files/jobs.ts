import { sql } from 'kysely';
import type { Job } from '../module.ts';
import { removeIssued } from './issue.ts';
import { clearSpool, removeOrphans } from './orphans.ts';
import { forgetUploadDays } from './quota.ts';
import { removeUnfinished } from './resumable.ts';
import { filesDb } from './tables.ts';

/** Downloads that are over, fetched or not; those that are being sent now are left for a while. */
const issuedFiles: Job = {
  name: 'files.issued',
  cron: '*/10 * * * *',
  async run(app) {
    const over = await filesDb(app.db)
      .selectFrom('sys_issued_file')
      .select(['userId', 'name', 'storageKey'])
      .where(sql<boolean>`expire_time < now() - interval '10 minutes'`)
      .execute();
    for (const file of over)
      await removeIssued(app, file).catch((error: unknown) =>
        // One that stays keeps its row, and the next run finds it.
        app.log.error({ err: error, storageKey: file.storageKey }, 'an issued file was not removed'),
      );
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
