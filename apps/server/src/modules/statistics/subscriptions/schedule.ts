import { formatInstant } from '@wheelhouse/contract/time';
import { lastTime, nextTime, type ReportSchedule } from '@wheelhouse/entities/statistics/report-schedule';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { notifyLive } from '../../../db/live.ts';
import type { Outcome } from '../../../work/define.ts';
import { defineWork } from '../../../work/work.ts';

/** Wakes the work that sends. */
export const deliveryTopic = 'report-deliveries';

const dayMs = 86_400_000;

/** When a subscription is due next; undefined: never. */
export async function planNext(tx: Tx, id: string, time: Date | undefined): Promise<void> {
  if (time === undefined) await sql`delete from stat_subscription_due where subscription_id = ${id}`.execute(tx);
  else
    await sql`insert into stat_subscription_due (subscription_id, due_time, next_time) values (${id}, ${time}, ${time})
      on conflict (subscription_id) do update set due_time = excluded.due_time, next_time = excluded.next_time`.execute(
      tx,
    );
}

interface Due extends ReportSchedule {
  readonly id: string;
  readonly dueMs: number;
  /** Enabled, and not deleted. */
  readonly isOn: boolean;
}

const secondsUntil = (time: Date, now: Date): number => Math.max(1, Math.ceil((time.getTime() - now.getTime()) / 1000));

/**
 * Makes the deliveries of a time, one for each receiver. Of several times that nobody was there for the last one is made up for, if it is not older
 * than a day.
 */
export async function planDeliveries(tx: Tx, due: Due, now: Date): Promise<Outcome> {
  if (!due.isOn) return 'done';
  const last = lastTime(due, now);
  // A clock that is behind the database's: it is not time yet.
  if (now.getTime() < due.dueMs) return { againSec: secondsUntil(new Date(due.dueMs), now) };
  const next = nextTime(due, now);
  if (last.getTime() >= due.dueMs && now.getTime() - last.getTime() <= dayMs) {
    await sql`
      insert into stat_delivery (subscription_id, due_time, user_id)
      select distinct s.id, ${last}::timestamptz, r.id from stat_subscription s
      cross join lateral unnest(coalesce(s.receiver_ids, '{}') || case when s.to_owner = 1 then array[s.owner_id] else '{}' end) as r (id)
      join sys_user u on u.id = r.id and not u.deleted
      where s.id = ${due.id} order by r.id
      on conflict on constraint uq_stat_delivery do nothing`.execute(tx);
    await notifyLive(tx, deliveryTopic, { at: formatInstant(last) });
  }
  await sql`update stat_subscription_due set due_time = ${next} where subscription_id = ${due.id}`.execute(tx);
  return { againSec: secondsUntil(next, now) };
}

/** Looks at the times of subscriptions. */
export const reportSchedules = defineWork<Due>({
  name: 'statistics.schedules',
  label: { zh: '报表订阅时间', en: 'Times of report subscriptions' },
  table: 'stat_subscription_due',
  key: { subscription_id: 'bigint' },
  select: `t.subscription_id::text as id, (extract(epoch from t.due_time) * 1000)::float8 as "dueMs", s.frequency::int as frequency,
    s.weekday::int as weekday, s.day_of_month::int as "dayOfMonth", s.time_of_day as "timeOfDay", (s.enabled = 1 and not s.deleted) as "isOn"`,
  join: 'join stat_subscription s on s.id = t.subscription_id',
  lease: 60,
  backoff: [5, 60, 600],
  atOnce: 20,
  done: 'delete',
  promise: 'once',
  step: (tx, due) => planDeliveries(tx, due, new Date()),
});
