import { codes } from '@wheelhouse/entities/codes';
import type { VehicleStatus } from '@wheelhouse/contract/calls/fleet';
import type { Lang } from '@wheelhouse/contract/lang';
import { fleetStates } from '@wheelhouse/contract/fleet';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { factSql } from '../../../db/facts.ts';
import { holds, idsInScope } from '../../../entity/read.ts';
import { run } from '../../../entity/run.ts';
import { selectionOf } from '../../../entity/select.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { App, CallContext, SessionUser } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { stateNumber, cities, nearestCity } from '../map/service.ts';
import { id, serial } from '../../../http/kit.ts';
import { geo } from '../../../adapters/geo/index.ts';
import { wallClockText } from '../../../db/wall-clock.ts';
import { offlineOf, type Silence } from './offline.ts';

const vehicle = entityNamed('vehicle');
const vehicleStatus = entityNamed('vehicleStatus');

const fields = Object.keys(vehicleStatus.fields).filter((name) => name !== 'vehicleId' && name !== 'online');
const selection = selectionOf(vehicleStatus, fields);
const online = `(${factSql('online', 't')} is true)`;
const state = `case when not ${online} then ${stateNumber.offline} when t.speed_kmh >= 1 then ${stateNumber.riding} when t.charge_status = ${codes.ChargeStatus.charging} then ${stateNumber.charging}
  when t.acc = 1 then ${stateNumber.riding} else ${stateNumber.parked} end`;
// From when it counts as offline: what was noticed since its last message, else the end of the time it has to report.
const gone = `greatest(t.recv_time, case when t.offline_time >= t.recv_time then t.offline_time else t.recv_time + make_interval(secs => y.online_timeout_sec) end)`;
const since = wallClockText(gone);
const statement = `select v.id::text as id, v.id::text as "vehicleId", v.vin, v.frame_no as "frameNo", v.vehicle_type_id::text as "vehicleTypeId", y.name as "vehicleTypeName", y.name_en as "vehicleTypeNameEn", v.color,
    v.plate_no as "plateNo", v.dealer_id::text as "dealerId", d.name as "dealerName", d.city_id as "dealerCityId", v.activation_status as "activationStatus",
    v.bind_status as "bindStatus", v.operation_status as "operationStatus", y.online_timeout_sec as "onlineTimeoutSec",
    case when t.report_time is not null then greatest(0, round(extract(epoch from now() - t.report_time)))::int end as "dataAgeSec", ${online}::int as online, ${state} as state,
    sc.sim_status as "simStatus", ${since} as "offlineSince", round(extract(epoch from ${gone} - t.recv_time))::int as "quietSec", ${selection.columns}
  from veh_vehicle v join veh_type y on y.id = v.vehicle_type_id left join dlr_dealer d on d.id = v.dealer_id
    left join veh_vehicle_status t on t.vehicle_id = v.id left join sim_card sc on sc.iccid = v.iccid and not sc.deleted${selection.joins}`;

type RawStatus = Readonly<Record<string, unknown>> &
  Silence &
  Pick<
    VehicleStatus,
    'id' | 'gpsLng' | 'gpsLat' | 'gpsTime' | 'reportTime' | 'speedKmh' | 'heading' | 'online' | 'dataAgeSec'
  >;

/** Live states as stored, by vehicle id, without regard to scope. Mask them by `statusFor` before they leave. */
export async function readStatus(app: App, ids: readonly string[]): Promise<RawStatus[]> {
  const rows = await run<{ r: RawStatus }>(
    app.pool,
    sql`select row_to_json(r) as r from (${sql.raw(statement)} where v.id = any(${[...ids]}::bigint[]) and not v.deleted) r`,
  );
  return rows.map((row) => row.r);
}

/** A live state as a user may see it, in their language: without `privacy.viewLocation` its city stands for the position. */
export function statusFor(user: SessionUser, row: RawStatus, lang: Lang): VehicleStatus {
  const {
    gpsLng,
    gpsLat,
    dealerCityId,
    state: number,
    simStatus: _card,
    quietSec: _quiet,
    offlineSince: _since,
    vehicleTypeName: modelZh,
    vehicleTypeNameEn: modelEn,
    ...rest
  } = row;
  const placed = typeof gpsLng === 'number' && typeof gpsLat === 'number';
  const city = placed ? cities[nearestCity(gpsLng, gpsLat)] : undefined;
  const cityId = city?.id ?? (typeof dealerCityId === 'string' ? dealerCityId : null);
  const offline = offlineOf(user, row);
  const shared = {
    ...rest,
    vehicleTypeName: lang === 'en' && modelEn ? modelEn : modelZh,
    offline,
    state: fleetStates[Number(number)] ?? 'offline',
    cityId,
  } as unknown as VehicleStatus;
  const cityName = city === undefined ? null : { zh: city.name, en: city.nameEn };
  if (!holds(user, 'privacy.viewLocation'))
    return {
      ...shared,
      heading: null,
      gpsLng: city?.lng ?? null,
      gpsLat: city?.lat ?? null,
      gpsMasked: 1,
      place: cityName,
    };
  if (!placed) return { ...shared, gpsLng: null, gpsLat: null, gpsMasked: 0, place: null };
  const found = geo.reverse(gpsLng, gpsLat);
  return { ...shared, gpsLng, gpsLat, gpsMasked: 0, place: found ? { zh: found.zh, en: found.en } : cityName };
}

const ids = z.array(id).min(1).max(100);
const vin = serial();
const oneText = { zh: 'vin、vins、vehicleIds须且只须给一个', en: 'Provide exactly one of vin, vins, vehicleIds' };
const body = z
  .object({ vin: vin.optional(), vins: z.array(vin).min(1).max(100).optional(), vehicleIds: ids.optional() })
  .refine((given) => [given.vin, given.vins, given.vehicleIds].filter((part) => part !== undefined).length === 1, {
    path: ['vin'],
    params: { text: oneText },
  });

/** Ids of vehicles by VIN or frame number, in the order asked for. */
async function idsOfNames(app: App, names: readonly string[]): Promise<string[]> {
  const rows = await run<{ id: string; name: string }>(
    app.pool,
    sql`select t.id::text as id, n.name from unnest(${[...names]}::text[]) with ordinality n(name, place) join veh_vehicle t on not t.deleted and (t.vin = n.name or t.frame_no = n.name) order by n.place`,
  );
  return rows.map((row) => row.id);
}

async function status(ctx: CallContext, input: z.output<typeof body>): Promise<VehicleStatus[]> {
  const wanted = [...new Set(input.vehicleIds ?? (await idsOfNames(ctx.app, input.vins ?? [input.vin ?? ''])))];
  const visible = await idsInScope(ctx.app.pool, vehicle, ctx.user, wanted);
  if (input.vin !== undefined && wanted.length === 0) throw new AppError(1002);
  if (input.vin !== undefined && visible.size === 0) throw new AppError(1011);
  const rows = new Map(
    (
      await readStatus(
        ctx.app,
        wanted.filter((id) => visible.has(id)),
      )
    ).map((row) => [row.id, row]),
  );
  return wanted.flatMap((id) => {
    const row = rows.get(id);
    return row ? [statusFor(ctx.user, row, ctx.lang)] : [];
  });
}

/** `POST /veh/crm/vehicle/status` {vin | vins[≤100] | vehicleIds[≤100]} → live states of those in scope. One `vin`: 1002 unknown, 1011 outside. */
export const statusCall: Call = defineCall('POST /veh/crm/vehicle/status', {
  access: 'vehicleManage.query',
  body,
  summary: { zh: '车辆实时状态', en: 'Live state of vehicles' },
  run: status,
});
