import { areaById } from '@wheelhouse/entities/areas/areas';
import { sql } from 'kysely';
import { cities, nearestCity } from '../fleet/map/service.ts';
import { withoutPlace } from './place.ts';
import type { Work } from './tables.ts';
import { wallClock } from '../../db/wall-clock.ts';

/** Facts of the vehicle at the time of the alarm, stored with it. */
export interface VehicleFacts {
  readonly id: string;
  readonly vin: string | null;
  readonly frameNo: string | null;
  readonly imei: string;
  readonly vehicleTypeId: string;
  readonly modelName: string;
  readonly modelNameEn: string | null;
  readonly ownerUserId: string | null;
  readonly ownerNickname: string | null;
  readonly dealerId: string | null;
  readonly dealerCityId: string | null;
  readonly servicePhone: string | null;
  readonly operationStatus: number;
  readonly lng: number | null;
  readonly lat: number | null;
  readonly reportTime: Date | null;
  readonly soc: number | null;
  readonly status: Readonly<Record<string, unknown>> | null;
}

export async function vehicleFacts(tx: Work, vehicleId: string): Promise<VehicleFacts | undefined> {
  const { rows } = await sql<VehicleFacts>`
    select v.id, v.vin, v.frame_no, v.imei, v.vehicle_type_id, y.name as model_name, y.name_en as model_name_en, v.owner_user_id, o.nickname as owner_nickname, v.dealer_id,
      d.city_id as dealer_city_id, d.service_phone, v.operation_status, s.gps_lng as lng, s.gps_lat as lat, s.report_time, s.soc,
      case when s.report_time is not null then json_strip_nulls(json_build_object(
        'reportTime', ${wallClock('s.report_time')}, 'online', s.online, 'acc', s.acc, 'locked', s.locked,
        'armed', s.armed, 'speedKmh', round(s.speed_kmh::numeric, 1), 'odometerKm', round(s.odometer_km::numeric, 1), 'soc', s.soc, 'soh', s.soh,
        'voltageV', round(s.voltage_v::numeric, 2), 'currentA', round(s.current_a::numeric, 2), 'chargeStatus', s.charge_status,
        'tempMaxC', round(s.temp_max_c::numeric, 1), 'tempMinC', round(s.temp_min_c::numeric, 1), 'motorTempC', round(s.motor_temp_c::numeric, 1),
        'controllerTempC', round(s.controller_temp_c::numeric, 1), 'backupBatteryV', round(s.backup_battery_v::numeric, 2), 'gear', s.gear,
        'sideStand', s.side_stand, 'csq', s.csq, 'satellites', s.satellites, 'gpsValid', s.gps_valid, 'faultCodes', nullif(s.fault_codes, '{}'),
        'ecuVersion', s.ecu_version, 'controllerVersion', s.controller_version, 'bmsVersion', s.bms_version, 'meterVersion', s.meter_version)) end as status
    from veh_vehicle v join veh_type y on y.id = v.vehicle_type_id left join dlr_dealer d on d.id = v.dealer_id
      left join veh_vehicle_status s on s.vehicle_id = v.id left join usr_app_user o on o.id = v.owner_user_id
    where v.id = ${vehicleId} and not v.deleted`.execute(tx);
  return rows[0];
}

/** An alarm reported more than this after it happened is described by the history, not by the latest state. */
const lateMs = 5 * 60_000;

interface Sample {
  readonly lng: number | null;
  readonly lat: number | null;
  readonly values: Readonly<Record<string, unknown>>;
}

async function sampleAt(tx: Work, vehicleId: string, time: Date): Promise<Sample | undefined> {
  const { rows } = await sql<Sample>`
    select lng, lat, json_strip_nulls(json_build_object('reportTime', ${wallClock('ts')},
      'acc', acc, 'locked', locked, 'armed', armed, 'speedKmh', round(spd_kmh::numeric, 1), 'odometerKm', round(odo_m / 1000.0, 1), 'soc', round(soc::numeric),
      'soh', soh, 'voltageV', round(v::numeric, 2), 'currentA', round(i::numeric, 2), 'tempMaxC', round(t_max::numeric, 1), 'tempMinC', round(t_min::numeric, 1),
      'motorTempC', round(motor_c::numeric, 1), 'controllerTempC', round(ctrl_c::numeric, 1), 'backupBatteryV', round(aux_v::numeric, 2), 'gear', gear, 'csq', csq)) as values
    from veh_telemetry where vehicle_id = ${vehicleId} and ts <= ${time} and ts > ${new Date(time.getTime() - 3_600_000)}
    order by ts desc limit 1`.execute(tx);
  return rows[0];
}

export interface Scene {
  readonly lng: number | null;
  readonly lat: number | null;
  readonly cityCode: string | null;
  readonly address: string | null;
  readonly snapshot: Readonly<Record<string, unknown>>;
}

/** Province and city of a position, which every user may see. */
function placeOf(lng: number | null, lat: number | null, fallback: string | null): Pick<Scene, 'cityCode' | 'address'> {
  const id = lng !== null && lat !== null ? cities[nearestCity(lng, lat)]?.id : undefined;
  const city = areaById.get(id ?? fallback ?? '');
  if (!city) return { cityCode: null, address: null };
  const province = areaById.get(city.parentId)?.name ?? '';
  return { cityCode: city.id, address: province === city.name ? city.name : `${province}${city.name}` };
}

const kept = 4_000;

/** Position and status of the vehicle at the alarm; with the batteries for an alarm about them. */
export async function sceneOf(
  tx: Work,
  facts: VehicleFacts,
  at: {
    readonly time: Date;
    readonly lng?: number | null;
    readonly lat?: number | null;
    readonly data?: unknown;
    readonly batteries: boolean;
  },
): Promise<Scene> {
  const isLate = facts.reportTime !== null && facts.reportTime.getTime() - at.time.getTime() > lateMs;
  const sample = isLate ? await sampleAt(tx, facts.id, at.time) : undefined;
  const lng = at.lng ?? (isLate ? sample?.lng : facts.lng) ?? null;
  const lat = at.lat ?? (isLate ? sample?.lat : facts.lat) ?? null;
  const snapshot: Record<string, unknown> = { ...(isLate ? sample?.values : facts.status) };
  if (at.batteries) {
    const { rows } = await sql<{ list: unknown[] | null }>`
      select json_agg(json_strip_nulls(json_build_object('batterySn', battery_sn, 'slot', slot, 'soc', soc, 'soh', soh, 'cycleCount', cycle_count, 'voltageV', voltage_v,
        'currentA', current_a, 'tempMaxC', temp_max_c, 'tempMinC', temp_min_c, 'cellDiffMv', cell_diff_mv, 'cellsMv', cells_mv)) order by slot) as list
      from veh_battery where vehicle_id = ${facts.id} and not deleted`.execute(tx);
    if (rows[0]?.list) snapshot['batteries'] = rows[0].list;
  }
  if (at.data !== undefined && JSON.stringify(at.data).length <= kept) snapshot['data'] = withoutPlace(at.data);
  return { lng, lat, ...placeOf(lng, lat, facts.dealerCityId), snapshot };
}
