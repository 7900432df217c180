import { sql, type RawBuilder } from 'kysely';
import { paramOf } from '@wheelhouse/entities/alarms/rule-params';
import { isTrue } from '../../db/facts.ts';
import { ruleOf, type Rule } from './rule.ts';
import { recovery, type Work } from './tables.ts';

/** Result of a rule for a vehicle. */
export interface Finding {
  readonly vehicleId: string;
  readonly type: string;
  readonly what: 'raise' | 'clear';
  readonly time: Date;
  readonly data?: unknown;
}

type Row = Omit<Finding, 'type'>;
/** One query over all vehicles of a batch; returns the few for which something changes. */
type Ask = (tx: Work, ids: readonly string[], rule: Rule) => Promise<readonly Row[]>;

/** Reports older than this raise nothing: rules judge the present state. */
const fresh = sql`s.report_time > now() - interval '1 day'`;
const opened = (type: string) =>
  sql`exists (select from alm_alarm a where a.vehicle_id = s.vehicle_id and a.alarm_type = ${type} and a.recover_status = ${sql.lit(recovery.active)} and not a.deleted)`;
const batch = (ids: readonly string[]) => sql`s.vehicle_id = any(${[...ids]}::bigint[])`;
const rows = async (tx: Work, query: RawBuilder<Row>): Promise<readonly Row[]> => (await query.execute(tx)).rows;

const lowCharge: Ask = (tx, ids, { params }) => {
  const [low, enough] = [paramOf('SOC_LOW', params, 'socPct'), paramOf('SOC_LOW', params, 'clearPct')];
  return rows(
    tx,
    sql<Row>`
      select s.vehicle_id, case when s.soc < ${low} then 'raise' else 'clear' end as what, s.report_time as time, json_build_object('soc', s.soc) as data
      from veh_vehicle_status s
      where ${batch(ids)} and ((s.soc < ${low} and ${fresh} and not ${opened('SOC_LOW')}) or (s.soc >= ${enough} and ${opened('SOC_LOW')}))`,
  );
};

/** Above the limit and the tolerance without a break for the rule's seconds; over when the limit is kept again. */
const overSpeed: Ask = (tx, ids, { params }) => {
  const [over, hold] = [paramOf('OVERSPEED', params, 'overPct'), paramOf('OVERSPEED', params, 'holdSec')];
  const limit = sql`y.max_speed_kmh * (1 + ${over}::numeric / 100)`;
  return rows(
    tx,
    sql<Row>`
      select s.vehicle_id, case when s.speed_kmh > ${limit} then 'raise' else 'clear' end as what, s.report_time as time,
        json_build_object('speedKmh', round(s.speed_kmh::numeric, 1), 'limitKmh', y.max_speed_kmh) as data
      from veh_vehicle_status s join veh_vehicle v on v.id = s.vehicle_id join veh_type y on y.id = v.vehicle_type_id
      where ${batch(ids)} and ((s.speed_kmh <= y.max_speed_kmh and ${opened('OVERSPEED')})
        or (s.speed_kmh > ${limit} and ${fresh} and not ${opened('OVERSPEED')}
          and (select min(h.spd_kmh) > ${limit} and min(h.ts) <= s.report_time - make_interval(secs => ${hold}) from veh_telemetry h
            where h.vehicle_id = s.vehicle_id and h.ts <= s.report_time and h.ts >= s.report_time - make_interval(secs => ${hold * 2}) and h.spd_kmh is not null
              and h.ts > coalesce((select max(b.ts) from veh_telemetry b where b.vehicle_id = s.vehicle_id and b.ts < s.report_time
                and b.ts >= s.report_time - make_interval(secs => ${hold * 2}) and b.spd_kmh <= ${limit}), '-infinity'))))`,
  );
};

/** The card in the vehicle is not the recorded one; cards that differ only by a check digit are the same. */
const simMismatch: Ask = (tx, ids) =>
  rows(
    tx,
    sql<Row>`
      select s.vehicle_id, case when left(upper(s.reported_iccid), 19) <> left(v.iccid, 19) then 'raise' else 'clear' end as what, s.report_time as time,
        json_build_object('reported', s.reported_iccid, 'recorded', v.iccid) as data
      from veh_vehicle_status s join veh_vehicle v on v.id = s.vehicle_id
      where ${batch(ids)} and s.reported_iccid is not null and v.iccid is not null
        and (left(upper(s.reported_iccid), 19) <> left(v.iccid, 19)) <> ${opened('SIM_MISMATCH')}
        and (${fresh} or left(upper(s.reported_iccid), 19) = left(v.iccid, 19))`,
  );

/** Batteries keep a sample a minute while in use, else one an hour. */
const snapshotMin = 65;

/** Cells of a battery that differ too much, and did so through all the rule's minutes; over when none of the vehicle's batteries is far from even. */
const cellImbalance: Ask = (tx, ids, { params }) => {
  const of = (key: string) => paramOf('CELL_IMBALANCE', params, key);
  const [diff, clear, hold] = [of('diffMv'), of('clearMv'), of('holdMin')];
  const spread = sql`(select max(c) - min(c) from unnest(n.cells) c)`;
  return rows(
    tx,
    sql<Row>`
      select s.vehicle_id, case when b.uneven then 'raise' else 'clear' end as what, s.report_time as time, json_build_object('batterySn', b.sn, 'diffMv', b.diff) as data
      from veh_vehicle_status s cross join lateral (
        select max(b.cell_diff_mv) as diff, (array_agg(b.battery_sn order by b.cell_diff_mv desc nulls last))[1] as sn,
          coalesce(bool_or(b.cell_diff_mv > ${diff}
            and not exists (select from veh_battery_snapshot n where n.battery_id = b.id and n.cells is not null and ${spread} <= ${diff}
              and n.ts > b.last_report_time - make_interval(mins => ${hold}) and n.ts <= b.last_report_time)
            and (select ${spread} > ${diff} from veh_battery_snapshot n where n.battery_id = b.id and n.cells is not null
              and n.ts <= b.last_report_time - make_interval(mins => ${hold}) and n.ts > b.last_report_time - make_interval(mins => ${hold + snapshotMin})
              order by n.ts desc limit 1)), false) as uneven
        from veh_battery b where b.vehicle_id = s.vehicle_id and not b.deleted and b.cell_diff_mv is not null) b
      where ${batch(ids)} and ((b.uneven and ${fresh} and not ${opened('CELL_IMBALANCE')}) or (b.diff < ${clear} and ${opened('CELL_IMBALANCE')}))`,
  );
};

const historySec = 120;
/** Voltage of a full pack at most, as a multiple of the rated one. */
const fullest = 1.2;

/**
 * Hot and heating faster than the rule's rate for its seconds, or a sudden loss of voltage while it heats. Only packs that are hot, or
 * below what such a loss leaves of a full one, are looked into.
 */
const thermalRunaway: Ask = (tx, ids, { params }) => {
  const of = (key: string) => paramOf('THERMAL_RUNAWAY', params, key);
  const [temp, rise, hold, drop] = [of('tempC'), of('riseCPerSec'), of('holdSec'), of('dropPct')];
  return rows(
    tx,
    sql<Row>`
      select s.vehicle_id, 'raise' as what, s.report_time as time, h.data
      from veh_vehicle_status s join veh_vehicle v on v.id = s.vehicle_id join veh_type y on y.id = v.vehicle_type_id
        cross join lateral (
          select json_build_object('tempMaxC', round(max(x.t_max)::numeric, 1), 'riseC', round((max(x.t_max) - min(x.t_max))::numeric, 1), 'fromV', round(max(x.v)::numeric, 1),
              'toV', round(min(x.v)::numeric, 1)) as data,
            bool_or(x.t_max > ${temp} and x.secs >= ${hold} and x.t_max - x.t_before >= ${rise} * x.secs) as heats,
            bool_or(x.v < x.v_before * (1 - ${drop}::numeric / 100) and x.t_max > x.t_before) as drops
          from (select b.t_max, b.v, a.t_max as t_before, a.v as v_before, extract(epoch from b.ts - a.ts) as secs
            from veh_telemetry b join veh_telemetry a on a.vehicle_id = b.vehicle_id and a.ts < b.ts and a.ts >= b.ts - make_interval(secs => greatest(${hold}, 10) * 2)
              and a.ts >= s.report_time - make_interval(secs => ${historySec * 2}) and a.t_max is not null
            where b.vehicle_id = s.vehicle_id and b.ts <= s.report_time and b.ts >= s.report_time - make_interval(secs => ${historySec}) and b.t_max is not null) x) h
      where ${batch(ids)} and ${fresh} and (s.temp_max_c > ${temp} or (s.voltage_v > 0 and s.voltage_v < y.rated_voltage_v * ${fullest * (1 - drop / 100)}::float8))
        and not ${opened('THERMAL_RUNAWAY')} and (h.heats or h.drops)`,
  );
};

/** A vehicle that reports is not offline; one that was disarmed is not being stolen. */
const backAgain =
  (type: string, isBack: RawBuilder<unknown>): Ask =>
  (tx, ids) =>
    rows(
      tx,
      sql<Row>`
      select s.vehicle_id, 'clear' as what, greatest(s.report_time, a.last_time) as time
      from veh_vehicle_status s join alm_alarm a on a.vehicle_id = s.vehicle_id and a.alarm_type = ${type} and a.recover_status = ${sql.lit(recovery.active)} and not a.deleted
      where ${batch(ids)} and ${isBack}`,
    );

const asks: Readonly<Record<string, Ask>> = {
  SOC_LOW: lowCharge,
  OVERSPEED: overSpeed,
  CELL_IMBALANCE: cellImbalance,
  SIM_MISMATCH: simMismatch,
  THERMAL_RUNAWAY: thermalRunaway,
  OFFLINE_LONG: backAgain('OFFLINE_LONG', isTrue('online', 's')),
  ILLEGAL_MOVE: backAgain('ILLEGAL_MOVE', sql`s.armed = 0 and s.report_time > a.last_time`),
  TOW: backAgain('TOW', sql`s.armed = 0 and s.report_time > a.last_time`),
};

/** What the platform's own rules say of vehicles that have reported: a handful of statements for the whole batch. */
export async function findings(tx: Work, ids: readonly string[]): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const [type, ask] of Object.entries(asks)) {
    const rule = await ruleOf(tx, type);
    const list = await ask(tx, ids, rule);
    found.push(...list.filter(({ what }) => what === 'clear' || rule.enabled).map((row) => ({ ...row, type })));
  }
  return found;
}
