import { codes } from '@wheelhouse/entities/codes';
import { nextTime } from '@wheelhouse/entities/statistics/report-schedule';
import type { PoolClient } from 'pg';
import type { PeopleOptions } from '../rows-people.ts';
import type { World } from '../world.ts';

const { daily, weekly } = codes.ReportFrequency;
const { yesterday, lastWeek } = codes.ReportPeriod;
const timeOfDay = '08:00';

/** The administrator's reports: one every day, and one of a week that a colleague gets as well. Their addresses lead nowhere. */
export async function makeSubscriptions(
  client: PoolClient,
  { now }: World,
  { admin, service }: Pick<PeopleOptions, 'admin'> & { readonly service: string | null },
): Promise<void> {
  if (admin === null) return;
  await client.query(
    `update sys_user set email = username || '@wheelhouse.invalid' where id = any($1::bigint[]) and coalesce(email, '') = ''`,
    [[admin, service].filter((id) => id !== null)],
  );
  const reports = [
    { name: '报警日报', statistic: 'alarm', period: yesterday, frequency: daily, weekday: null, others: [] },
    {
      name: '激活周报',
      statistic: 'activation',
      period: lastWeek,
      frequency: weekly,
      weekday: 1,
      others: service === null ? [] : [service],
    },
  ] as const;
  for (const { name, statistic, period, frequency, weekday, others } of reports) {
    const { rows } = await client.query<{ id: string }>(
      `insert into stat_subscription (owner_id, name, statistic, filters, period, frequency, weekday, time_of_day, lang, to_owner, receiver_ids, enabled, create_by, update_by, create_time, update_time)
       values ($1, $2, $3, '{}', $4, $5, $6, $7, 'zh', 1, $8, 1, $1, $1, $9, $9) returning id`,
      [admin, name, statistic, period, frequency, weekday, timeOfDay, others, now],
    );
    const due = nextTime({ frequency, weekday, dayOfMonth: null, timeOfDay }, new Date());
    await client.query('insert into stat_subscription_due (subscription_id, due_time, next_time) values ($1, $2, $2)', [
      rows[0]?.id,
      due,
    ]);
  }
}
