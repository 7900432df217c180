import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';

const { ServiceLogEvent: event, ServiceOnline: states } = codes;
export type OnlineStatus = (typeof states)[keyof typeof states];

interface Entry {
  readonly accountId: string;
  readonly event: (typeof event)[keyof typeof event];
  /** Address of whoever did it; null: the platform. */
  readonly ip: string | null;
  readonly detail?: string;
}

/** Adds an entry to an account's log. The one that ends its presence says how long it was online. */
export async function logPresence(tx: Tx, { accountId, event: what, ip, detail }: Entry): Promise<void> {
  const ends = what === event.logout || what === event.forcedOffline;
  await sql`
    insert into cs_service_account_log (time, account_id, event, duration_sec, detail, ip)
    values (clock_timestamp(), ${accountId}, ${what}, case when ${ends} then service_online_seconds(${accountId}) end, ${detail ?? null}, ${ip})`.execute(
    tx,
  );
}

/** What the log calls a change of one's own state. Whoever is busy no more goes on as before: no entry of its own, but a sign-in anew. */
export const eventOf = (to: OnlineStatus): Entry['event'] =>
  to === states.offline ? event.logout : to === states.busy ? event.busy : event.login;

/** How many sessions an account has now: begun within the last day, and neither ended, transferred nor timed out. */
export async function liveSessions(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct b.session_no)::int as n from cs_service_account_log b
    where b.account_id = ${accountId} and b.event = ${event.sessionStart} and b.time > now() - interval '1 day'
      and not exists (select from cs_service_account_log e
        where e.account_id = b.account_id and e.session_no = b.session_no
          and e.event in (${event.sessionEnd}, ${event.transfer}, ${event.timeout}) and (e.time, e.id) > (b.time, b.id))`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}
