import { formatInstant } from '@wheelhouse/contract/time';
import type { FleetVehicle, FleetView } from '@wheelhouse/contract/fleet';
import { z } from 'zod';
import { holds } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { cities, noCity } from './geo.ts';
import { bounds, query, readConditions, states, viewName } from './input.ts';
import { moveView } from './live.ts';
import { fleetOf } from './snapshot.ts';
import { vehicleAt, viewOf } from './view.ts';
import { visible } from './visible.ts';
import { stateNumber } from './columns.ts';
import { paging } from '../../../http/kit.ts';

const fleetBody = z.object({
  bbox: bounds,
  zoom: z.number().min(0).max(24),
  query,
  state: states,
  /** Name of the live view (`fleet:<view>`) that this call also moves. */
  view: viewName.optional(),
  /** Number of the move, sent back with the live messages about it. */
  seq: z.int().min(0).default(0),
});

async function fleet(
  ctx: CallContext,
  { bbox, zoom, query: filters, state, view, seq }: z.output<typeof fleetBody>,
): Promise<FleetView> {
  const { app, user, lang } = ctx;
  const conditions = await readConditions(ctx, filters);
  if (view !== undefined && !view.startsWith(`${user.id}-`)) throw new AppError(1003);
  const fleetNow = fleetOf(app);
  await fleetNow.refresh();
  const mask = await visible(app, fleetNow, user, lang, conditions);
  if (view !== undefined) await moveView(app, view, { bbox, zoom, states: state, conditions, seq });
  const now = Date.now();
  const masked = !holds(user, 'privacy.viewLocation');
  const { slots, ...parts } = viewOf(fleetNow.columns, mask, { bbox, zoom, states: state }, masked);
  return {
    ...parts,
    vehicles: slots.map((slot) => vehicleAt(fleetNow.columns, slot, now)),
    gpsMasked: masked ? 1 : 0,
    asOf: formatInstant(new Date(now)),
  };
}

const listBody = z.object({
  /** Absent: wherever they are. */
  bbox: bounds.optional(),
  query,
  state: states,
  ...paging({ usual: 50 }),
});

/** Vehicles of an area one by one, the ones heard of last first: the map's table, and what stands in one spot. */
async function fleetList(
  ctx: CallContext,
  { bbox, query: filters, state, page, pageSize }: z.output<typeof listBody>,
): Promise<{ list: FleetVehicle[]; total: number; gpsMasked: 0 | 1 }> {
  const fleetNow = fleetOf(ctx.app);
  await fleetNow.refresh();
  const mask = await visible(ctx.app, fleetNow, ctx.user, ctx.lang, await readConditions(ctx, filters));
  const { columns } = fleetNow;
  const now = Date.now();
  const masked = !holds(ctx.user, 'privacy.viewLocation');
  const [west, south, east, north] = bbox ?? [-180, -90, 180, 90];
  const wanted = state && new Set(state.map((name) => stateNumber[name] as number));
  const found: number[] = [];
  for (let slot = 0; slot < columns.size; slot++) {
    if (!columns.isAlive(slot) || !columns.isPlaced(slot) || (mask && mask[slot] !== 1)) continue;
    const { lng, lat } = placeOf(slot);
    if (lng < west || lng > east || lat < south || lat > north) continue;
    if (!wanted || wanted.has(columns.stateOf(slot))) found.push(slot);
  }
  found.sort(
    (a, b) => (columns.recv[b] ?? 0) - (columns.recv[a] ?? 0) || (columns.ids[a] ?? 0) - (columns.ids[b] ?? 0),
  );
  const list = found
    .slice((page - 1) * pageSize, page * pageSize)
    .map((slot) => ({ ...vehicleAt(columns, slot, now), ...placeOf(slot), ...(masked && { heading: null }) }));
  return { list, total: found.length, gpsMasked: masked ? 1 : 0 };

  function placeOf(slot: number): { lng: number; lat: number } {
    const city = masked ? cities[columns.city[slot] ?? noCity] : undefined;
    return city ? { lng: city.lng, lat: city.lat } : { lng: columns.lng[slot] ?? 0, lat: columns.lat[slot] ?? 0 };
  }
}

/** Calls of the fleet map. */
export const fleetCalls: Call[] = [
  defineCall('POST /veh/crm/vehicle/fleet', {
    access: 'vehicleManage.query',
    body: fleetBody,
    summary: { zh: '车队地图（服务端聚合）', en: 'Fleet map, clustered by the server' },
    run: fleet,
  }),
  defineCall('POST /veh/crm/vehicle/fleetList', {
    access: 'vehicleManage.query',
    body: listBody,
    summary: { zh: '地图范围内的车辆', en: 'Vehicles in an area of the map' },
    run: fleetList,
  }),
];
