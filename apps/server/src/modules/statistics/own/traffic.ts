import { trafficStatistics } from '@wheelhouse/entities/statistics/traffic-statistics';
import { sql } from 'kysely';
import type { Cell } from '../engine/ask.ts';
import { runShared } from '../scoped.ts';
import { openSource } from '../sources/index.ts';
import type { OwnPartOf } from './own.ts';

const most = 100;
interface Used {
  readonly vin: string | null;
  readonly iccid: string;
  readonly vehicleTypeId: string | null;
  readonly used: number;
  readonly ofMedian: number | null;
}

/** The cards with the most data, and how many times the median card of their model they used. */
export const topCards: OwnPartOf = async ({ who, question }) => {
  const { from, to } = question.days;
  const open = openSource({
    who,
    statistic: trafficStatistics,
    source: 'flowDay',
    filters: question.filters,
    columns: [],
    to,
    by: [],
  });
  const rows = await runShared<Used & Record<string, unknown>>(
    who,
    sql`with cards as (select max(d.vin) as vin, d.iccid, (array_agg(d.vehicle_type_id order by d.stat_date desc))[1] as type, sum(d.used_kb) / 1024.0 as mb
        from ${open.from} where ${sql.join(open.where, sql` and `)} and d.stat_date between ${from}::date and ${to}::date group by d.iccid),
      medians as (select type, percentile_cont(0.5) within group (order by mb) as mb from cards group by type)
      select c.vin, c.iccid, c.type::text as "vehicleTypeId", round(c.mb, 2)::float8 as used,
        case when m.mb > 0 then round((c.mb / m.mb)::numeric, 1)::float8 end as "ofMedian"
      from cards c left join medians m on m.type is not distinct from c.type order by c.mb desc, c.iccid limit ${sql.lit(most)}`,
  );
  return rows.map(({ vin, iccid, vehicleTypeId, used, ofMedian }): Cell => ({
    of: { vin, iccid, vehicleTypeId },
    values: { used, ofMedian },
  }));
};
