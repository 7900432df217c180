import { ownJson } from '@wheelhouse/contract/object';
import type { ListQuery } from '@wheelhouse/contract';
import { totalLimit } from '@wheelhouse/contract';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { readQuery } from '../../entity/query.ts';
import { listWhere } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { inTurn } from '../../entity/turns.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';
import { RawJson } from '../../http/call.ts';
import { inLang } from '../../db/in-lang.ts';

const mileageDay = entityNamed('mileageDay');

/** Columns a list of months may be ordered by. */
const monthOrder: Readonly<Record<string, string>> = {
  statMonth: 'm.month',
  statDate: 'm.month',
  dayKm: 'm.day_km',
  gpsKm: 'm.gps_km',
  tripCount: 'm.trip_count',
  rideMinutes: 'm.ride_minutes',
  avgSpeedKmh: 'm.avg_speed_kmh',
  maxSpeedKmh: 'm.max_speed_kmh',
  socUsed: 'm.soc_used',
  vehicleId: 'm.vehicle_id',
};

function orderOf(ctx: CallContext, { order }: ListQuery): string {
  const parts = order.map(({ field, desc }) => {
    const column = Object.hasOwn(monthOrder, field) ? monthOrder[field] : undefined;
    if (column === undefined) throw refuseField(ctx, 'orderBy', 'invalid');
    return `${column} ${desc ? 'desc' : 'asc'} nulls last`;
  });
  return [...parts, 'm.month desc', 'm.vehicle_id desc'].join(', ');
}

/** A vehicle's month as it is listed. */
export interface MonthRow {
  readonly vehicleId: string;
  readonly vehicleName: string;
  readonly vehicleTypeName: string;
  readonly statMonth: string;
  readonly days: number;
  readonly startOdometerKm: number | null;
  readonly endOdometerKm: number | null;
  readonly dayKm: number;
  readonly gpsKm: number;
  readonly tripCount: number;
  readonly rideMinutes: number;
  readonly avgSpeedKmh: number | null;
  readonly maxSpeedKmh: number | null;
  readonly socUsed: number | null;
  readonly abnormal: string | number | null;
}

/** The months of a page as JSON text, and how many there are in all. */
async function monthsText(ctx: CallContext, query: ListQuery): Promise<{ list: string; total: number }> {
  const ofMonth = query.conditions.filter(({ field }) => field === 'dayKm');
  const where = await listWhere(ctx, mileageDay, {
    ...query,
    conditions: query.conditions.filter((one) => !ofMonth.includes(one)),
  });
  const having = ofMonth.map(({ op, value }) => {
    const km = Number(value);
    if ((op !== 'ge' && op !== 'le') || !Number.isFinite(km)) throw refuseField(ctx, 'query.dayKm', 'invalid');
    return sql`sum(t.day_km) ${sql.raw(op === 'ge' ? '>=' : '<=')} ${km}::float8::numeric`;
  });
  const having_ = having.length === 0 ? sql`` : sql` having ${sql.join(having, sql` and `)}`;
  const months = sql`select t.vehicle_id, to_char(t.stat_date, 'YYYY-MM') as month, (array_agg(t.start_odometer_km order by t.stat_date))[1] as start_odometer_km,
      (array_agg(t.end_odometer_km order by t.stat_date desc))[1] as end_odometer_km, sum(t.day_km) as day_km, sum(t.gps_km) as gps_km, sum(t.trip_count)::int as trip_count,
      sum(t.ride_minutes)::int as ride_minutes, round(sum(t.avg_speed_kmh * t.ride_minutes) / nullif(sum(t.ride_minutes) filter (where t.avg_speed_kmh is not null), 0), 1) as avg_speed_kmh,
      max(t.max_speed_kmh) as max_speed_kmh, sum(t.soc_used)::int as soc_used, min(t.abnormal) as abnormal, count(*)::int as days
    from veh_mileage_day t where ${where} group by 1, 2${having_}`;
  const offset = (query.page - 1) * query.pageSize;
  const [row] = await inTurn(ctx, () =>
    run<{ list: string; total: number }>(
      ctx.app.pool,
      sql`with months as materialized (${months})
      select (select count(*)::int from months) as total, coalesce((select json_agg(r) from (
        select m.vehicle_id || '-' || m.month as id, m.vehicle_id::text as "vehicleId", coalesce(v.vin, v.frame_no) as "vehicleName", v.vin, v.vehicle_type_id::text as "vehicleTypeId",
          ${inLang(ctx.lang, 'y.name')} as "vehicleTypeName", m.month as "statMonth", m.start_odometer_km as "startOdometerKm", m.end_odometer_km as "endOdometerKm",
          m.day_km as "dayKm", m.gps_km as "gpsKm", m.trip_count as "tripCount", m.ride_minutes as "rideMinutes", m.avg_speed_kmh as "avgSpeedKmh", m.max_speed_kmh as "maxSpeedKmh",
          m.soc_used as "socUsed", m.abnormal, m.days
        from (select * from months m order by ${sql.raw(orderOf(ctx, query))} limit ${query.pageSize} offset ${offset}) m
        join veh_vehicle v on v.id = m.vehicle_id join veh_type y on y.id = v.vehicle_type_id order by ${sql.raw(orderOf(ctx, query))}) r), '[]')::text as list`,
    ),
  );
  return row ?? { list: '[]', total: 0 };
}

/** Months of a page to work on. */
export async function readMonths(ctx: CallContext, query: ListQuery): Promise<{ list: MonthRow[]; total: number }> {
  const { list, total } = await monthsText(ctx, query);
  return { list: ownJson<MonthRow[]>(list), total };
}

/** Kilometres by vehicle and calendar month, of the days that meet the conditions; a condition on kilometres is one on the month's. */
export async function monthsOf(ctx: CallContext, input: Readonly<Record<string, unknown>>): Promise<RawJson> {
  const query = readQuery(ctx, mileageDay, input);
  const { list, total } = await monthsText(ctx, query);
  const more = !query.exactTotal && total > totalLimit;
  return new RawJson(
    `{"list":${list},"total":${more ? totalLimit : total}${more ? ',"more":true' : ''},"page":${query.page},"pageSize":${query.pageSize}}`,
  );
}
