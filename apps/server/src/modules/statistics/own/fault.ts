import { faultStatistics } from '@wheelhouse/entities/statistics/fault-statistics';
import { sql } from 'kysely';
import { startOfDay } from '../../../db/wall-clock.ts';
import { ask, keyOf, type Cell } from '../engine/ask.ts';
import { runShared } from '../scoped.ts';
import { openSource } from '../sources/index.ts';
import type { OwnAsk, OwnPartOf } from './own.ts';

const statistic = faultStatistics;
const thousand = 1000;

function opened({ who, question }: OwnAsk, source: string) {
  return openSource({ who, statistic, source, filters: question.filters, columns: [], to: question.days.to, by: [] });
}

/** Faults by version of the part's software, as a rate of the days that vehicles had it: what an upgrade made better or worse. */
export const versions: OwnPartOf = async (asked) => {
  const { who, question, by } = asked;
  const { from, to } = question.days;
  const [start, end] = [startOfDay(sql`${from}::date`), startOfDay(sql`(${to}::date + 1)`)];
  const open = opened(asked, 'versionSpan');
  const [reports, days] = await Promise.all([
    ask({ who, statistic, question, by }, ['reports']),
    runShared<{ deviceType: number; softwareVersion: string; days: number }>(
      who,
      sql`select e.device_type as "deviceType", e.software_version as "softwareVersion",
          round((sum(extract(epoch from least(e.until, ${end}) - greatest(e.since, ${start}))) / 86400)::numeric, 2)::float8 as days
        from ${open.from} where ${sql.join(open.where, sql` and `)} and e.since < ${end} and e.until > ${start} group by 1, 2`,
    ),
  ]);
  const known = new Map(reports.map((cell) => [keyOf(cell, by), cell]));
  const spans = days.map(({ deviceType, softwareVersion, days: n }): Cell => {
    const key = keyOf({ of: { deviceType, softwareVersion }, values: {} }, by);
    const { reports: counted = 0 } = known.get(key)?.values ?? {};
    known.delete(key);
    return {
      of: { deviceType, softwareVersion },
      values: {
        reports: counted,
        versionDays: n,
        perVersionDays: n === 0 ? null : Math.round(((counted ?? 0) / n) * thousand * 100) / 100,
      },
    };
  });
  const others = [...known.values()].map(({ of, values }): Cell => ({
    of,
    values: { ...values, versionDays: null, perVersionDays: null },
  }));
  return [...spans, ...others];
};

/** At which odometer a vehicle had a code first, of those that had it in the period: once a vehicle and code. */
export const firstFaults: OwnPartOf = async (asked) => {
  const { who, question } = asked;
  const open = opened(asked, 'fault');
  const { from, to } = question.days;
  const { odometer } = statistic.dimensions;
  const bands = odometer?.bands ?? [];
  const rows = await runShared<{ odometer: number; reports: number }>(
    who,
    sql`select (select count(*)::int from unnest(${[...bands]}::float8[]) b where b < f.km) as odometer, count(*)::int as reports
      from (select t.vehicle_id, t.fault_code, min(t.odometer_km) as km, min(t.set_time) as first from ${open.from}
        where ${sql.join(open.where, sql` and `)} and t.odometer_km is not null group by 1, 2) f
      where f.first >= ${startOfDay(sql`${from}::date`)} and f.first < ${startOfDay(sql`(${to}::date + 1)`)} group by 1`,
  );
  return rows.map(({ odometer, reports }): Cell => ({ of: { odometer }, values: { reports } }));
};
