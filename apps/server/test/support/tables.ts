import type { TestApp } from './app.ts';

/** Tables that say nothing of records: counters, sessions, logs, queues. */
const aside = /^(sys_attempt|sys_session|sys_login_log|sys_sensitive_access_log|sys_operation_log|sys_file)$/;

/** What every table of records holds, as a sum: another one where a call has changed something. */
export async function sumsOfTables({ app }: TestApp): Promise<Record<string, string>> {
  const { rows } = await app.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const tables = rows.map((row) => row.name).filter((name) => !aside.test(name));
  const text = tables
    .map(
      (name) =>
        `select '${name}' as name, count(*) || ':' || coalesce(sum(hashtext(t::text)), 0) as sum from ${name} t`,
    )
    .join(' union all ');
  const sums = await app.pool.query<{ name: string; sum: string }>(text);
  return Object.fromEntries(sums.rows.map((row) => [row.name, row.sum]));
}

/** Tables whose sums differ. */
export const changedTables = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.keys(after).filter((name) => after[name] !== before[name]);
