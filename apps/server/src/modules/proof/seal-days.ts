import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { dayText } from '../../db/wall-clock.ts';

/** A day of a log as a run has sealed it. */
export interface SealedDay {
  readonly log: string;
  readonly day: string;
  readonly rows: string;
  readonly digest: string;
}

const sealedLogs = ['sys_operation_log', 'sys_login_log', 'sys_sensitive_access_log'] as const;

/** A transaction that wrote to a log on a day has ended so long after it. */
const graceHours = 1;

/** Seals the days of each log that are over and not sealed. */
export async function sealDays(tx: Tx, runId: string, keepDays: number): Promise<readonly SealedDay[]> {
  const { rows } = await sql<SealedDay>`
    with days as (
      select l.log, d.day::date as day from unnest(${[...sealedLogs]}::text[]) l (log)
      cross join lateral (select coalesce((select max(s.day) + 1 from sys_proof_seal s where s.log = l.log), least(case l.log
          when 'sys_operation_log' then (select min(time) from sys_operation_log) when 'sys_login_log' then (select min(time) from sys_login_log)
          else (select min(time) from sys_sensitive_access_log) end, now() - interval '1 day')::date) as first) f
      cross join lateral generate_series(greatest(f.first, (now() - make_interval(days => ${keepDays}))::date + 1)::timestamp,
        ${sql.raw(dayText(`(now() - interval '${graceHours} hours')`))} - 1, interval '1 day') d (day))
    insert into sys_proof_seal (log, day, rows, digest, run_id)
    select d.log, d.day, g.rows, g.digest, ${runId}::bigint from days d cross join lateral log_digest(d.log, d.day) g
    on conflict do nothing returning log, day::text as day, rows::text as rows, digest`.execute(tx);
  return rows;
}
