import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { withTransaction, type Db } from '../../db/pool.ts';
import { today } from '../../db/wall-clock.ts';
import type { Job } from '../module.ts';
import { notifyStaff } from '../messages/service.ts';
import { findCards, judge, type OpType } from './judge.ts';
import { writeOperations } from './submit.ts';

const { active, suspended, cancelled } = machines['SM-Sim'].states;
const { closed } = machines['SM-Stolen'].states;
const logDays = 90;
/** Cards of one transaction. */
const portion = 500;
/** Cards of one statement. */
const counted = 5_000;
const noticePct = 80;
const noticeDays = [30, 7, 1] as const;

/** Every card that lives is read at night; the workers keep the rate of each carrier. */
const sync: Job = {
  name: 'sim.sync',
  cron: '0 2 * * *',
  async run({ db }) {
    await sql`
      update sim_card set next_sync_time = now() where not deleted and carrier is not null and sim_status <> ${cancelled} and next_sync_time is null`.execute(
      db,
    );
  },
};

/** What is asked of the cards that a condition over their alias `s` names. */
interface Portion {
  readonly opType: OpType;
  readonly remark: string;
  readonly which: RawBuilder<unknown>;
}

/** Asks for all cards of a kind, so many in a transaction; cards that may not have it now are left for the next time. */
async function askForAll(db: Db, { opType, remark, which }: Portion): Promise<void> {
  for (;;) {
    const asked = await withTransaction(db, async (tx) => {
      const { rows } = await sql<{ iccid: string }>`
        select s.iccid from sim_card s where not s.deleted and s.pending_op is null and ${which} order by s.id limit ${portion}`.execute(
        tx,
      );
      if (rows.length === 0) return 0;
      const cards = await findCards(tx, { iccids: rows.map(({ iccid }) => iccid) }, true);
      const refusals = await judge(tx, cards, opType);
      const accepted = cards.filter(({ id }) => !refusals.has(id));
      if (accepted.length === 0) return 0;
      const source = codes.SimOpSource.overuse;
      const reasonCode = codes.SimStopReason.overuse;
      await writeOperations(tx, accepted, { opType, source, reasonCode, remark, planTime: null, userId: null });
      return accepted.length;
    });
    if (asked === 0) return;
  }
}

/** Suspends cards beyond their threshold, except those of vehicles that are being looked for. */
const stopOverused: Job = {
  name: 'sim.stopOverused',
  cron: '30 2 * * *',
  run: ({ db }) =>
    askForAll(db, {
      opType: codes.SimOpType.suspend,
      remark: '用量达到停机阈值 / Usage reached the threshold',
      which: sql`s.sim_status = ${active} and s.stop_threshold_pct > 0 and s.usage_rate >= s.stop_threshold_pct
        and not exists (select from veh_vehicle v join veh_stolen_case c on c.vehicle_id = v.id and not c.deleted and c.status <> ${closed}
          where v.iccid = s.iccid and not v.deleted)
        and exists (select from sys_item_code i where i.category = 'SystemSwitch' and i.code = 'SIM_AUTO_STOP' and i.enabled = 1 and not i.deleted)`,
    }),
};

/** The volume of the new month, as far as it is known. */
async function countMonth(db: Db): Promise<void> {
  for (let after = '0'; ;) {
    const { rows } = await sql<{ last: string | null }>`
      with part as (select id, iccid from sim_card where id > ${after}::bigint and not deleted order by id limit ${counted}),
      used as (
        select part.id, coalesce(sum(d.used_kb), 0)::int as kb from part
        left join sim_flow_day d on d.iccid = part.iccid and d.stat_date >= date_trunc('month', ${today}::timestamp)::date group by part.id),
      done as (update sim_card s set month_used_kb = used.kb from used where s.id = used.id and s.month_used_kb <> used.kb)
      select max(id)::text as last from part`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    after = last;
  }
}

/** A new month: volume counts from its beginning, and cards that were suspended for their volume alone work again. */
const monthStart: Job = {
  name: 'sim.monthStart',
  cron: '5 0 1 * *',
  async run({ db }) {
    await countMonth(db);
    await askForAll(db, {
      opType: codes.SimOpType.resume,
      remark: '新账期自动复机 / Resumed as a new month begins',
      which: sql`s.sim_status = ${suspended} and s.stop_reason = ${codes.SimStopReason.overuse} and s.expire_time >= ${today}`,
    });
  },
};

/** Cards that use much of their package, or end soon, each morning. */
const notices: Job = {
  name: 'sim.notices',
  cron: '0 9 * * *',
  async run({ db }) {
    await withTransaction(db, async (tx) => {
      const { rows } = await sql<{ used: number; ending: number }>`
        select count(*) filter (where usage_rate >= ${noticePct})::int as used,
          count(*) filter (where expire_time - ${today} = any(${[...noticeDays]}::int[]))::int as ending
        from sim_card where not deleted and sim_status = ${active}`.execute(tx);
      const { used = 0, ending = 0 } = rows[0] ?? {};
      if (used + ending === 0) return;
      await notifyStaff(tx, {
        level: 2,
        title: { zh: 'SIM卡用量与到期提醒', en: 'SIM cards: usage and expiry' },
        body: {
          zh: `用量达到${noticePct}%：${used}张；即将到期：${ending}张`,
          en: `At ${noticePct} % of their package: ${used}; ending soon: ${ending}`,
        },
        path: `/simManage/simIndex?usageRate.ge=${noticePct}`,
        roleCodes: ['sim'],
      });
    });
  },
};

const retention: Job = {
  name: 'sim.retention',
  cron: '20 4 * * *',
  async run({ db }) {
    await sql`delete from sim_carrier_log where time < now() - make_interval(days => ${logDays})`.execute(db);
    await sql`delete from sim_carrier_event where time < now() - make_interval(days => ${logDays})`.execute(db);
  },
};

export const simJobs: readonly Job[] = [sync, monthStart, stopOverused, notices, retention];
