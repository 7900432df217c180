import { listedText } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import { notifyStaff, type StaffNotice } from '../messages/service.ts';
import type { Job } from '../module.ts';
import { simRole } from './finish.ts';

// What the administrators of SIM cards are told each morning, once for each card and level.

const { test, silent, active, suspended } = machines['SM-Sim'].states;
const living = [test, silent, active, suspended];

/** Cards that a notice names. */
const mostNamed = 3;

const tell = (tx: Tx, notice: Omit<StaffNotice, 'roleCodes'>) => notifyStaff(tx, { ...notice, roleCodes: [simRole] });

/** Cards that have reached 80 or 100 percent of their package since they were told of last. */
async function tellOfUsage(tx: Tx): Promise<void> {
  await sql`update sim_card set usage_notice = null where usage_notice is not null and usage_rate < 80`.execute(tx);
  const { rows } = await sql<{ much: number; full: number; cards: readonly string[] }>`
    with reached as (
      update sim_card set usage_notice = case when usage_rate >= 100 then 100 else 80 end
      where not deleted and sim_status = ${active} and usage_rate >= 80 and (usage_notice is null or usage_notice = 80 and usage_rate >= 100)
      returning usage_notice, iccid, usage_rate)
    select count(*) filter (where usage_notice = 80)::int as much, count(*) filter (where usage_notice = 100)::int as full,
      coalesce((array_agg(iccid order by usage_rate desc, iccid))[1:${sql.lit(mostNamed)}], '{}') as cards from reached`.execute(
    tx,
  );
  const { much = 0, full = 0, cards = [] } = rows[0] ?? {};
  if (much + full === 0) return;
  const more = much + full > cards.length;
  const named = listedText(cards);
  await tell(tx, {
    level: full > 0 ? 3 : 2,
    title: { zh: 'SIM卡用量提醒', en: 'SIM cards: usage' },
    body: {
      zh: `新达到80%的卡${much}张，新达到100%的卡${full}张：${named.zh}${more ? '等' : ''}`,
      en: `${much} cards newly at 80% of their package, ${full} at 100%: ${named.en}${more ? ' and more' : ''}`,
    },
    path: '/simManage/simIndex?usageRate.ge=80',
  });
}

/** Cards that end in 30, 7 or 1 days, or fewer, and were not told of at that level. */
async function tellOfExpiry(tx: Tx): Promise<void> {
  const { rows } = await sql<{ month: number; week: number; day: number; until: string }>`
    with ending as (
      update sim_card s set expiry_notice = l.level
      from (select id, case when expire_time - ${today} <= 1 then 1 when expire_time - ${today} <= 7 then 7 else 30 end as level from sim_card
        where not deleted and sim_status = any(${living}::smallint[]) and expire_time between ${today} and ${today} + 30) l
      where s.id = l.id and (s.expiry_notice is null or s.expiry_notice > l.level)
      returning l.level)
    select count(*) filter (where level = 30)::int as month, count(*) filter (where level = 7)::int as week, count(*) filter (where level = 1)::int as day,
      (${today} + 30)::text as until from ending`.execute(tx);
  const { month = 0, week = 0, day = 0, until = '' } = rows[0] ?? {};
  if (month + week + day === 0) return;
  await tell(tx, {
    level: day + week > 0 ? 3 : 2,
    title: { zh: 'SIM卡到期提醒', en: 'SIM cards: expiry' },
    body: {
      zh: `1天内到期${day}张，7天内${week}张，30天内${month}张`,
      en: `${day} cards end within 1 day, ${week} within 7 days, ${month} within 30 days`,
    },
    path: `/simManage/simIndex?expireTime.le=${until}`,
  });
}

/** Cards that do not agree with their carrier, as long as nobody has checked them. */
async function tellOfIssues(tx: Tx): Promise<void> {
  const { unexpected, unknownCard } = codes.SimSyncIssue;
  const { rows } = await sql<{ jumps: number; unknown: number }>`
    select count(*) filter (where sync_issue = ${unexpected})::int as jumps, count(*) filter (where sync_issue = ${unknownCard})::int as unknown
    from sim_card where sync_issue is not null and not deleted`.execute(tx);
  const { jumps = 0, unknown = 0 } = rows[0] ?? {};
  if (jumps + unknown === 0) return;
  await tell(tx, {
    level: 3,
    title: { zh: 'SIM卡待核对', en: 'SIM cards to check' },
    body: {
      zh: `状态异常变更${jumps}张，运营商无此卡${unknown}张`,
      en: `${jumps} cards changed unexpectedly, ${unknown} unknown to their carrier`,
    },
    path: `/simManage/simIndex?syncIssue.in=${unexpected},${unknownCard}`,
  });
}

export const notices: Job = {
  name: 'sim.notices',
  cron: '0 9 * * *',
  run: ({ db }) =>
    withTransaction(db, async (tx) => {
      await tellOfUsage(tx);
      await tellOfExpiry(tx);
      await tellOfIssues(tx);
    }),
};
