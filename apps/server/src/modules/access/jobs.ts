import { sql } from 'kysely';
import { type Db, withTransaction } from '../../db/pool.ts';
import type { Job } from '../module.ts';

/** Deletes expired sessions, counters, codes and tickets, and drafts that nobody has come back to. */
const retention: Job = {
  name: 'access.retention',
  cron: '40 4 * * *',
  async run({ db }) {
    await sql`delete from sys_session where coalesce(revoked_time, expire_time) < now() - interval '30 days'`.execute(
      db,
    );
    await sql`delete from sys_attempt where update_time < now() - interval '2 days' and (locked_until is null or locked_until < now())`.execute(
      db,
    );
    await sql`delete from sys_sms_code where expire_time < now() - interval '2 days'`.execute(db);
    await sql`delete from sys_sso_ticket where expire_time < now() - interval '2 days'`.execute(db);
    await sql`delete from sys_sms_outbox where create_time < now() - interval '180 days'`.execute(db);
    await sql`delete from sys_draft where time < now() - interval '90 days'`.execute(db);
    await sql`delete from sys_error_log where last_time < now() - interval '180 days'`.execute(db);
  },
};

const keptLogs = ['sys_login_log', 'sys_operation_log', 'sys_sensitive_access_log'] as const;
/** Rows deleted in one transaction; others write to the log meanwhile. */
const atOnce = 5_000;

/** Deletes the oldest rows of a log that are over. @returns how many */
async function shorten(db: Db, log: (typeof keptLogs)[number], days: number): Promise<number> {
  return withTransaction(db, async (tx) => {
    await sql`select set_config('wheelhouse.retention', 'on', true)`.execute(tx);
    const { rows } = await sql<{ n: number }>`
      with over as (select id from ${sql.table(log)} where time < now() - make_interval(days => ${days}) order by time limit ${atOnce}),
        gone as (delete from ${sql.table(log)} where id in (select id from over) returning 1)
      select count(*)::int as n from gone`.execute(tx);
    return rows[0]?.n ?? 0;
  });
}

/** Logs are kept for LOG_RETENTION_DAYS; the deletion is itself logged. */
const logRetention: Job = {
  name: 'access.logs',
  cron: '20 4 * * *',
  async run({ db, config }) {
    for (const log of keptLogs) {
      let gone = 0;
      for (let n = atOnce; n === atOnce; gone += n) n = await shorten(db, log, config.logRetentionDays);
      if (gone === 0) continue;
      const after = JSON.stringify({ log, rows: gone, olderThanDays: config.logRetentionDays });
      await sql`insert into sys_operation_log (username, action, entity, after) values ('system', 'retention', 'operationLog', ${after}::jsonb)`.execute(
        db,
      );
    }
  },
};

export const accessJobs: readonly Job[] = [retention, logRetention];
