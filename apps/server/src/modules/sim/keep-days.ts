import { sql } from 'kysely';
import type { CarrierDay } from '../../adapters/carrier/index.ts';
import type { Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';

/** Days of cards, by their numbers. */
type DaysOfCards = ReadonlyMap<string, readonly CarrierDay[]>;

/** The months that something changed in count again, and this month's volume on the cards. */
async function countMonths(tx: Tx, changed: readonly { readonly iccid: string; readonly month: string }[]) {
  const [iccids, months] = [changed.map(({ iccid }) => iccid), changed.map(({ month }) => month)];
  await sql`
    insert into sim_flow_month (iccid, month, used_kb, up_kb, down_kb, package_mb)
    select d.iccid, m.month, sum(d.used_kb), sum(d.up_kb), sum(d.down_kb), max(s.package_mb)
    from unnest(${iccids}::text[], ${months}::date[]) as m (iccid, month)
    join sim_flow_day d on d.iccid = m.iccid and d.stat_date >= m.month and d.stat_date < m.month + interval '1 month'
    join sim_card s on s.iccid = d.iccid and not s.deleted group by d.iccid, m.month order by d.iccid, m.month
    on conflict (iccid, month) do update set used_kb = excluded.used_kb, up_kb = excluded.up_kb, down_kb = excluded.down_kb`.execute(
    tx,
  );
  // Like every change of many cards, in the order of their ids.
  await sql`
    with cards as (select id, iccid from sim_card where iccid = any(${iccids}::text[]) and not deleted order by id for update)
    update sim_card s set month_used_kb = coalesce(m.used_kb, 0)
    from cards left join sim_flow_month m on m.iccid = cards.iccid and m.month = date_trunc('month', ${today}::timestamp)::date
    where s.id = cards.id and s.month_used_kb is distinct from coalesce(m.used_kb, 0)`.execute(tx);
}

/** Writes days of usage: what comes late or is corrected replaces what was there. Days that are known already are left alone. */
export async function keepDays(tx: Tx, cards: DaysOfCards): Promise<void> {
  const days = [...cards].flatMap(([iccid, list]) => list.map((day) => ({ iccid, ...day })));
  if (days.length === 0) return;
  const months = [...new Set(days.map(({ day }) => `${day.slice(0, 7)}-01`))];
  for (const month of months) await sql`select sim_flow_day_partition(${month}::date)`.execute(tx);
  const { rows: changed } = await sql<{ iccid: string; month: string }>`
    with u as (select * from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as u ("iccid" text, "day" date, "usedKb" int, "upKb" int, "downKb" int, "sessionCount" int, "onlineMin" int)),
    kept as (
      insert into sim_flow_day as d (iccid, stat_date, used_kb, up_kb, down_kb, session_count, online_min, vin, vehicle_type_id)
      select u.iccid, u.day, u."usedKb", u."upKb", u."downKb", u."sessionCount", u."onlineMin", coalesce(v.vin, v.frame_no), v.vehicle_type_id
      from u left join sim_flow_day known on known.iccid = u.iccid and known.stat_date = u.day
      left join veh_vehicle v on v.iccid = u.iccid and not v.deleted
      where (known.used_kb, known.up_kb, known.down_kb) is distinct from (u."usedKb", u."upKb", u."downKb") order by u.iccid, u.day
      on conflict (iccid, stat_date) do update set used_kb = excluded.used_kb, up_kb = excluded.up_kb, down_kb = excluded.down_kb,
        session_count = excluded.session_count, online_min = excluded.online_min, recv_time = now()
      returning iccid, stat_date)
    select distinct iccid, date_trunc('month', stat_date)::date::text as month from kept`.execute(tx);
  if (changed.length > 0) await countMonths(tx, changed);
}
