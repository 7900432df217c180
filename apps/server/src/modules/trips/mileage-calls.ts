import { ownJson, recordOf } from '@wheelhouse/contract/object';
import type { MileageOfDay } from '@wheelhouse/contract/calls/trips';
import type { Page } from '@wheelhouse/contract/envelope';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { exportRows } from '../../entity/export/index.ts';
import { list } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { dayRange, instantOf } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { recalculate } from './engine.ts';
import { mileageDays } from './hooks.ts';
import { exportMonths } from './month-export.ts';
import { monthsOf } from './mileage.ts';
import { refuseDealers, titleOfVehicle, vehicleOf } from './vehicle-key.ts';
import { key } from '../../http/kit.ts';

const mileageDay = entityNamed('mileageDay');
const trip = entityNamed('trip');
const dayMs = 86_400_000;
/** Days listed unless asked otherwise. */
const usualDays = 7;
const chartDays = 30;
/** Longest stretch counted again at once, days. */
const recalcDays = 31;

type Input = Readonly<Record<string, unknown>>;
const given = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** A query with both ends of its days: the last ones unless said. */
function withDays(query: Input, days: number): Input {
  const le = given(query['statDate.le']) ? query['statDate.le'] : formatDay(new Date());
  const end = instantOf(le, false)?.getTime();
  const ge = given(query['statDate.ge'])
    ? query['statDate.ge']
    : formatDay(new Date((end ?? Date.now()) - (days - 1) * dayMs));
  return { ...query, 'statDate.ge': ge, 'statDate.le': le };
}

/** The rides of one vehicle, without places: those belong to its trace. */
async function ridesOf(ctx: CallContext, query: Input, { page, pageSize, orderBy }: Input) {
  refuseDealers(ctx);
  const vehicle = await vehicleOf(ctx, { vin: query['vin'] ?? query['vin.eq'], vehicleId: query['vehicleId'] });
  const { text } = await list(ctx, trip, {
    page,
    pageSize,
    orderBy,
    query: {
      vehicleId: vehicle.id,
      'startTime.ge': query['statDate.ge'],
      'startTime.le': query['statDate.le'],
    },
  });
  const answer = ownJson<Page<Record<string, unknown>>>(text);
  const shown = answer.list.map(
    ({ startAddress: _a, endAddress: _b, startAddressEn: _c, endAddressEn: _d, ...ride }) => ride,
  );
  return { ...answer, list: shown };
}

const listDays = defineCall('POST /veh/crm/mileage/list', {
  access: 'mileage.query',
  body: z.looseObject({ granularity: z.enum(['day', 'month', 'trip']).optional() }),
  summary: { zh: '里程查询（按日、月或行程）', en: 'Mileage by day, month or trip' },
  async run(ctx, input) {
    const { granularity: inQuery, ...query } = recordOf(input['query']);
    const granularity = input.granularity ?? inQuery ?? 'day';
    const asked = { ...input, query: withDays(query, usualDays) };
    if (granularity === 'month') return monthsOf(ctx, asked);
    if (granularity === 'trip') return ridesOf(ctx, asked.query, input);
    return list(ctx, mileageDay, asked);
  },
});

const chart = defineCall('POST /veh/crm/mileage/chart', {
  access: 'mileage.query',
  body: z.looseObject({}),
  summary: { zh: '一辆车的里程图', en: 'Mileage of one vehicle, for a chart' },
  async run(ctx, input) {
    const days = withDays(input, chartDays);
    const { from, to } = dayRange(ctx, ['statDate.ge', 'statDate.le'], [days['statDate.ge'], days['statDate.le']], {
      days: mileageDays,
    });
    const vehicle = await vehicleOf(ctx, input);
    const { rows } = await sql<{ d: MileageOfDay }>`
      select json_build_object('statDate', stat_date, 'dayKm', day_km, 'gpsKm', gps_km, 'tripCount', trip_count, 'rideMinutes', ride_minutes,
        'startOdometerKm', start_odometer_km, 'endOdometerKm', end_odometer_km, 'socUsed', soc_used, 'abnormal', abnormal) as d
      from veh_mileage_day where vehicle_id = ${vehicle.id} and not deleted and stat_date >= ${formatDay(from)}::date and stat_date <= ${formatDay(to)}::date order by stat_date`.execute(
      ctx.app.db,
    );
    return {
      vehicleId: vehicle.id,
      vin: titleOfVehicle(vehicle),
      from: formatDay(from),
      to: formatDay(to),
      days: rows.map((row) => row.d),
    };
  },
});

const kept = {
  zh: '该时段的轨迹数据已超过保留期',
  en: 'The track data of this period has passed its retention',
} as const;

const recalc = defineCall('POST /veh/crm/mileage/recalc', {
  access: 'mileage.recalc',
  body: z.object({
    vin: z.string().max(60).optional(),
    vehicleId: key.optional(),
    from: z.string().max(30).optional(),
    to: z.string().max(30).optional(),
  }),
  summary: { zh: '重算一辆车的行程与里程', en: 'Recalculate trips and mileage of a vehicle' },
  async run(ctx, input) {
    const range = dayRange(ctx, ['from', 'to'], [input.from, input.to], {
      days: recalcDays,
      missing: new AppError(2421),
    });
    const vehicle = await vehicleOf(ctx, input);
    if (range.from.getTime() < Date.now() - ctx.app.config.trackRetentionDays * dayMs)
      throw refuseField(ctx, 'from', kept);
    if (range.from.getTime() > Date.now()) throw refuseField(ctx, 'from', 'invalid');
    await recalculate(ctx.app.pool, vehicle.id, range.from, range.to);
    const after = { from: formatDay(range.from), to: formatDay(range.to) };
    await withTransaction(ctx.app.db, (tx) =>
      audit(tx, ctx, {
        action: 'recalc',
        entity: 'vehicle',
        entityId: vehicle.id,
        after,
        path: '/veh/crm/mileage/recalc',
        functionCode: 'mileage.recalc',
      }),
    );
    const { rows } = await sql<{ days: number; trips: number; km: number }>`
      select count(*)::int as days, coalesce(sum(trip_count), 0)::int as trips, coalesce(sum(day_km), 0)::float8 as km from veh_mileage_day
      where vehicle_id = ${vehicle.id} and not deleted and stat_date between ${after.from}::date and ${after.to}::date`.execute(
      ctx.app.db,
    );
    return rows[0] ?? { days: 0, trips: 0, km: 0 };
  },
});

const exportDays = defineCall('POST /veh/crm/mileage/export', {
  access: 'mileage.export',
  body: z.looseObject({}),
  summary: { zh: '导出日里程或月里程', en: 'Export daily or monthly mileage' },
  run(ctx, input) {
    const { granularity, ...query } = recordOf(input['query']);
    if (granularity === 'month') return exportMonths(ctx, { ...input, query: withDays(query, usualDays) });
    return exportRows(ctx, mileageDay, { ...input, query: withDays(query, usualDays) });
  },
});

export const mileageCalls: readonly Call[] = [listDays, chart, recalc, exportDays];
