import type { RaffleChange, RaffleData } from '@wheelhouse/contract/calls/events/raffles';
import { formatInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import type { DayRange } from '../../../http/day-range.ts';

const { toClaim, expired, cancelled } = machines['SM-Winning'].states;
const mostRisks = 50;
const reasons = [
  ['device', 1],
  ['speed', 2],
  ['emulator', 4],
] as const;

type Risk = Omit<RaffleData['risks'][number], 'reasons'> & { readonly risk: number };

/** What came of a campaign between two days. */
export async function dataOf(db: Db, id: string, { from, to }: DayRange): Promise<RaffleData> {
  const within = sql`activity_id = ${id} and time >= ${from} and time <= ${to}`;
  const [hours, funnel, prizes, risks] = await Promise.all([
    sql<RaffleData['hours'][number]>`
      select left(${wallClock('time')}, 13) || ':00' as hour, count(distinct user_id)::int as users,
        count(*)::int as draws, count(*) filter (where given > 0)::int as wins
      from act_raffle_draw where ${within} group by 1 order by 1`.execute(db),
    sql<RaffleData['funnel']>`
      select s.scans, s.tickets, d.draws, d.wins, d.claims from
        (select sum(scans)::int as scans, sum(tickets)::int as tickets from act_raffle_scan_day
          where activity_id = ${id} and day between ${formatInstant(from).slice(0, 10)}::date and ${formatInstant(to).slice(0, 10)}::date) s,
        (select count(*)::int as draws, count(w.id)::int as wins, count(*) filter (where w.status not in (${toClaim}, ${expired}, ${cancelled}))::int as claims
          from (select winning_id from act_raffle_draw where ${within}) d left join act_winning_record w on w.id = d.winning_id) d`.execute(
      db,
    ),
    sql<RaffleData['prizes'][number]>`
      select p.level_name, p.name, p.quantity, p.won, coalesce(w.n, 0)::int as withheld from act_raffle_prize p
      left join (select picked, count(*) as n from act_raffle_draw where ${within} and withheld > 0 group by picked) w on w.picked = p.sort
      where p.activity_id = ${id} order by p.sort`.execute(db),
    sql<Risk>`
      select ${wallClock('t.time')} as time, t.user_id::text as user_id, u.nickname, t.ip, t.risk from act_raffle_trace t join usr_app_user u on u.id = t.user_id
      where t.activity_id = ${id} and t.risk > 0 and t.time >= ${from} and t.time <= ${to} order by t.time desc limit ${mostRisks}`.execute(
      db,
    ),
  ]);
  const [steps] = funnel.rows;
  if (steps === undefined) throw new Error('a funnel has one row');
  return {
    hours: hours.rows,
    funnel: steps,
    prizes: prizes.rows,
    risks: risks.rows.map(({ risk, ...row }) => ({
      ...row,
      reasons: reasons.flatMap(([name, bit]) => ((risk & bit) === 0 ? [] : [name])),
    })),
  };
}

export async function changesOf(db: Db, id: string): Promise<readonly RaffleChange[]> {
  const { rows } = await sql<RaffleChange>`
    select ${wallClock('c.time')} as time, c.odds_version, a.real_name as asked_by, b.real_name as approved_by, c.reason, c.lowers::int as lowers, c.items
    from act_raffle_change c left join sys_user a on a.id = c.asked_by left join sys_user b on b.id = c.approved_by
    where c.activity_id = ${id} order by c.id desc limit 200`.execute(db);
  return rows;
}
