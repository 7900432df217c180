import { recordOf } from '@wheelhouse/contract/object';
import { encodeTrack } from '@wheelhouse/contract/track';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { holds, list } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { checkRange } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { exportTrace, traceFormats } from './export.ts';
import { mostPoints, readTrack } from './points.ts';
import { refuseDealers, vehicleOf } from './vehicle-key.ts';
import { alarmsOf, logTrace, longestDays, stopsOf, stretchOf, tripsOf } from './replay.ts';
import { id, key } from '../../http/kit.ts';

const trip = entityNamed('trip');
const text = z.string().max(60).optional();
const asked = {
  /** Of a trip. */
  id: id.optional(),
  tripNo: text,
  vin: text,
  imei: text,
  vehicleId: key.optional(),
  from: text,
  to: text,
  reasonCode: z.union([z.string().max(20), z.number()]).optional(),
};

/** Conditions of the list, given beside the page or in `query` as in other lists. */
function queryOf(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { page: _page, pageSize: _size, orderBy: _order, query, ...flat } = input;
  const nested = recordOf(query);
  return { ...flat, ...nested };
}

const listTrips = defineCall('POST /veh/crm/trace/list', {
  access: 'historytrace.query',
  body: z.looseObject({}),
  summary: { zh: '一辆车的行程', en: 'Trips of one vehicle' },
  async run(ctx, input) {
    refuseDealers(ctx);
    const { page, pageSize, orderBy } = input;
    const {
      vin,
      imei,
      vehicleId,
      ['vin.eq']: vinEq,
      ['imei.eq']: imeiEq,
      ['vehicleId.eq']: idEq,
      ...query
    } = queryOf(input);
    const [ge, le] = [query['startTime.ge'], query['startTime.le']];
    if (typeof ge !== 'string' || ge === '' || typeof le !== 'string' || le === '') throw new AppError(2421);
    const vehicle = await vehicleOf(ctx, { vin: vin ?? vinEq, imei: imei ?? imeiEq, vehicleId: vehicleId ?? idEq });
    return list(ctx, trip, { page, pageSize, orderBy, query: { ...query, vehicleId: vehicle.id } });
  },
});

const points = defineCall('POST /veh/crm/trace/points', {
  access: 'historytrace.replay',
  effect: 'reads',
  traced: true,
  body: z.object({
    ...asked,
    format: z.enum(['points', 'columns']).default('points'),
    zoom: z.number().min(0).max(24).optional(),
  }),
  summary: { zh: '轨迹点（须填写原因，记录访问）', en: 'Trace points (a reason is required and logged)' },
  async run(ctx, input) {
    const stretch = await stretchOf(ctx, input);
    await logTrace(ctx, stretch, input);
    const { from, to, vehicle, title } = stretch;
    const zoom = input.zoom === undefined ? {} : { zoom: input.zoom };
    const track = await readTrack(ctx.app.db, { vehicleId: vehicle.id, from, to, limit: mostPoints, ...zoom });
    const trips = await tripsOf(ctx, stretch);
    return {
      vehicle: {
        id: vehicle.id,
        title,
        vehicleTypeName: vehicle.vehicleTypeName,
        vehicleTypeId: vehicle.vehicleTypeId,
      },
      from: from.getTime(),
      to: to.getTime(),
      ...(input.format === 'columns' ? { columns: encodeTrack(track.points) } : { points: track.points }),
      drift: track.drift,
      gaps: track.gaps,
      total: track.total,
      stops: stopsOf(trips, track.points),
      alarms: await alarmsOf(ctx, stretch, track.points),
      trips: trips.map((row) => row.trip),
      // The trip is known, its points are not any more.
      expired: track.total === 0 && to.getTime() < Date.now() - ctx.app.config.trackRetentionDays * 86_400_000,
    };
  },
});

const exportCall = defineCall('POST /veh/crm/trace/export', {
  access: 'historytrace.export',
  body: z.object({ ...asked, format: z.enum(traceFormats) }),
  summary: { zh: '导出轨迹（GPX、CSV、xlsx）', en: 'Export a track (GPX, CSV, xlsx)' },
  async run(ctx, input) {
    // A file shows as much as the map, so it needs the same rights.
    if (!holds(ctx.user, 'historytrace.replay')) throw new AppError(1003);
    const stretch = await stretchOf(ctx, input);
    checkRange(stretch, { days: longestDays });
    await logTrace(ctx, stretch, input, true);
    return exportTrace(ctx, stretch, input.format);
  },
});

export const traceCalls: readonly Call[] = [listTrips, points, exportCall];
