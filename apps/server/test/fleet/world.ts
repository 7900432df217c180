import { sql } from 'kysely';
import { notifyLive } from '../../src/db/live.ts';
import { type AppBase, type App, type SessionService, type SessionUser } from '../../src/http/context.ts';
import { AppError } from '../../src/http/errors.ts';
import { calls } from '../../src/modules/index.ts';

/** Two cities, two dealers, one model with ten minutes to report; users of several rights and scopes, by their token. */
export const shanghai = { id: '310100', lng: 121.4737, lat: 31.2304 };
export const hangzhou = { id: '330100', lng: 120.2052, lat: 30.2507 };
export const dealers = { shanghai: '9001', hangzhou: '9002' } as const;
export const onlineTimeoutSec = 600;

const everything = [
  'vehicleManage.query',
  'appuserManager.query',
  'dealerManage.query',
  'batteryManage.query',
  'alarmManage.query',
  'privacy.viewLocation',
  'simIndex.query',
];

function user(id: string, scope: SessionUser['scope'], functions: readonly string[]): SessionUser {
  return {
    sessionId: id,
    id,
    username: id,
    realName: id,
    userType: 1,
    dealerId: null,
    organizationCode: 'HQ',
    roleCodes: [],
    functions: new Set(functions),
    paths: new Set(),
    isAdmin: false,
    mustChangePwd: false,
    scope,
  };
}

export const users: ReadonlyMap<string, SessionUser> = new Map([
  ['boss', { ...user('1', { kind: 'all' }, []), isAdmin: true }],
  ['staff', user('2', { kind: 'all' }, everything)],
  ['dealer', user('3', { kind: 'limited', dealerId: dealers.shanghai }, everything)],
  ['city', user('4', { kind: 'limited', cityIds: [hangzhou.id] }, everything)],
  [
    'blind',
    user(
      '5',
      { kind: 'all' },
      everything.filter((code) => code !== 'privacy.viewLocation'),
    ),
  ],
  [
    'cardless',
    user(
      '8',
      { kind: 'all' },
      everything.filter((code) => code !== 'simIndex.query'),
    ),
  ],
  ['guest', user('6', { kind: 'all' }, [])],
  ['nothing', user('7', { kind: 'limited' }, everything)],
]);

export function createSessions(_app: AppBase): SessionService {
  return {
    authenticate: async (token) => {
      const found = users.get(token);
      if (!found) throw new AppError(1102, undefined, { status: 401 });
      return found;
    },
    allowed: (who, _path, codes) => codes.some((code) => who.functions.has(code)),
  };
}

export const platform = { calls, createSessions };

const bytes = sql`'\\x00'::bytea`;

/** Cities, model and dealers. */
export async function makeWorld({ db }: App): Promise<void> {
  await sql`insert into sys_area (id, name, name_en, level_type, jian_pin, parent_id, lng, lat) values
    ('310000', '上海市', 'Shanghai', 1, 'SH', null, 121.47, 31.23), ('310100', '上海市', 'Shanghai', 2, 'SH', '310000', 121.47, 31.23), ('310101', '黄浦区', 'Huangpu', 3, 'HP', '310100', 121.47, 31.23),
    ('330000', '浙江省', 'Zhejiang', 1, 'ZJ', null, 120.15, 30.27), ('330100', '杭州市', 'Hangzhou', 2, 'HZ', '330000', 120.2, 30.25), ('330102', '上城区', 'Shangcheng', 3, 'SC', '330100', 120.2, 30.25)
    on conflict do nothing`.execute(db);
  await sql`insert into veh_series (id, series_code, name, brand, sort, enabled) values (9001, 'S1', '测试系列', '1', 1, 1)`.execute(
    db,
  );
  await sql`insert into veh_type (id, code, name, name_en, series_id, vehicle_category, startup_models, battery_type, battery_count, rated_voltage_v, rated_capacity_ah, rated_power_w,
      max_speed_kmh, range_km, weight_kg, colors, ecu_model, ota_generation, online_timeout_sec, warranty_months, battery_warranty_months, ecu_warranty_months, shelf_status)
    values (9001, 'T1', '测试车型', 'Test model', 9001, 2, '{}', 4, 1, 60, 24, 800, 50, 80, 80, '{BLK}', 'ZK3', 2, ${onlineTimeoutSec}, 24, 24, 12, 1)`.execute(
    db,
  );
  for (const [id, city, at] of [
    [dealers.shanghai, '3101', shanghai],
    [dealers.hangzhou, '3301', hangzhou],
  ] as const) {
    const district = city === '3101' ? '310101' : '330102';
    await sql`insert into dlr_dealer (id, dealer_code, name, dealer_type, level, organization_code, uscc, contact_name_enc, contact_name_hash, contact_name_mask, contact_mobile_enc,
        contact_mobile_hash, contact_mobile_mask, service_phone, province_id, city_id, district_id, address, lng, lat, business_hours, service_items, contract_start, contract_end,
        show_in_app, sort, status)
      values (${id}, ${`D00${id}`}, ${`经销商${id}`}, 1, 'A', 'HQ', ${`9131000000000${id}X`}, ${bytes}, ${bytes}, '', ${bytes}, ${bytes}, '', '021-12345678', ${`${city.slice(0, 2)}0000`}, ${`${city}00`},
        ${district}, '人民路1号', ${at.lng}, ${at.lat}, '[]', '{}', '2024-01-01', '2099-12-31', 1, 1, 1)`.execute(db);
  }
}

interface VehicleState {
  readonly dealerId?: string | null;
  readonly lng?: number | null;
  readonly lat?: number | null;
  /** Seconds since the platform heard of it; null: never. */
  readonly heardSec?: number | null;
  readonly speed?: number;
  readonly acc?: 0 | 1;
  readonly charge?: number;
  readonly online?: 0 | 1;
  readonly soc?: number;
  readonly activationTime?: Date | null;
}

let next = 1;

/** A vehicle with its latest state. @returns its id and VIN */
export async function makeVehicle(app: App, state: VehicleState = {}): Promise<{ id: string; vin: string }> {
  const {
    dealerId = dealers.shanghai,
    heardSec = 5,
    lng = shanghai.lng,
    lat = shanghai.lat,
    speed = 0,
    acc = 0,
    charge = 0,
    // As the gateway leaves it.
    online = heardSec !== null && heardSec < onlineTimeoutSec ? 1 : 0,
    soc = 50,
    activationTime = null,
  } = state;
  const n = String(next++).padStart(6, '0');
  const vin = `LZXTESTA0SA${n}`;
  const { rows } = await sql<{
    id: string;
  }>`insert into veh_vehicle (vin, vehicle_type_id, color, imei, ecu_sn, production_date, dealer_id, activation_status, activation_time, bind_status, operation_status)
    values (${vin}, 9001, 'BLK', ${`86000000000${n}`.slice(-15)}, ${`ZK${n}`}, '2025-01-01', ${dealerId}, ${activationTime ? 1 : 0}, ${activationTime}, 0, 0) returning id::text as id`.execute(
    app.db,
  );
  const id = rows[0]?.id ?? '';
  if (heardSec === null) return { id, vin };
  const at = new Date(Date.now() - heardSec * 1000);
  await sql`insert into veh_vehicle_status (vehicle_id, report_time, recv_time, gps_time, gps_lng, gps_lat, online, speed_kmh, acc, charge_status, soc, heading)
    values (${id}, ${at}, ${at}, ${at}, ${lng}, ${lat}, ${online}, ${speed}, ${acc}, ${charge}, ${soc}, 90)`.execute(
    app.db,
  );
  return { id, vin };
}

/** Changes a vehicle's latest state as the gateway does: with a notice. */
export async function report(app: App, id: string, lng: number, lat: number, speed = 20): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`update veh_vehicle_status set gps_lng = ${lng}, gps_lat = ${lat}, speed_kmh = ${speed}, online = 1, recv_time = now(), report_time = now() where vehicle_id = ${id}`.execute(
      tx,
    );
    await notifyLive(tx, 'telemetry', { ids: [Number(id)] });
  });
}

export const noticed = (app: App, ids: readonly string[]): Promise<void> =>
  notifyLive(app.db, 'telemetry', { ids: ids.map(Number) });
