import { entityNamed } from '@wheelhouse/entities/registry';
import { appLogHours } from '@wheelhouse/entities/feedback/app-log-record';
import { sql } from 'kysely';
import { isTrue } from '../../../db/facts.ts';
import { storageOf } from '../../../adapters/storage/index.ts';
import { moveDue } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import type { Job } from '../../module.ts';

/** Days that the content of a log is kept. */
const keptDays = 30;
const atOnce = 200;

/** Requests that nobody has answered, and logs that were agreed to and not sent, expire after 48 hours. */
const expire: Job = {
  name: 'feedback.appLogExpire',
  cron: '7,37 * * * *',
  async run(app) {
    await moveDue(app, {
      entity: entityNamed('appLogRecord'),
      action: 'expire',
      when: sql`coalesce(t.consent_time, t.create_time) <= now() - make_interval(hours => ${appLogHours})`,
    });
  },
};

/** Removes the bytes of cleaned logs from the storage. Cut off in between, it finds them again. */
export async function removeGone({ db, config }: App): Promise<void> {
  const storage = storageOf(config);
  for (;;) {
    const { rows } = await sql<{ id: string; key: string }>`
      select log_id::text as id, storage_key as key from usr_app_log_content where gone order by log_id limit ${atOnce}`.execute(
      db,
    );
    for (const { id, key } of rows) {
      await storage.remove(key);
      await sql`delete from usr_app_log_content where log_id = ${id} and gone`.execute(db);
    }
    if (rows.length < atOnce) return;
  }
}

/** Content goes after 30 days, and with the account of its user; what users of the console deleted goes now. */
const clean: Job = {
  name: 'feedback.appLogClean',
  cron: '30 4 * * *',
  async run(app) {
    await moveDue(app, {
      entity: entityNamed('appLogRecord'),
      action: 'clean',
      when: sql`(t.upload_time <= now() - make_interval(days => ${keptDays})
        or exists (select from usr_app_user u where u.id = t.user_id and (not ${isTrue('livingUser', 'u')} or u.deleted)))`,
    });
    await removeGone(app);
  },
};

const remove: Job = { name: 'feedback.appLogRemove', cron: '*/10 * * * *', run: removeGone };

export const appLogJobs: readonly Job[] = [expire, clean, remove];
