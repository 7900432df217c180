import { formatDay } from '@wheelhouse/contract/time';
import type { Secrets } from '../../../config.ts';
import { seal } from '../../../entity/seal.ts';
import { after, day, hour, minute } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { batterySnOf, ecuSnOf, iccidOf, imeiOf, vinOf } from '../identifiers.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

const modelName = (name: string, color: string) => `${name} ${color}`;

/** What SAP has of the fleet: every motor vehicle, as it left the plant; some corrected there since, and some not brought in yet. */
export function sapRows({ now, random: seed, fleet, batteries, models, dealers }: World): CopyRow[] {
  const random = seed.fork('sap');
  const packs = Map.groupBy(
    batteries.filter(({ vehicle }) => vehicle !== null),
    ({ vehicle }) => vehicle,
  );
  const known = fleet.flatMap((v, at): CopyRow[] => {
    if (v.vin === null) return [];
    // One in fifty was entered differently in one of the two systems.
    const corrected = random.chance(0.02) && v.model.colors.length > 1;
    const color = corrected ? (v.model.colors.find((one) => one !== v.color) ?? v.color) : v.color;
    return [
      {
        vin: v.vin,
        material_code: v.model.sap,
        material_desc: modelName(v.model.name, color),
        color,
        sap_order_no: `0000${10_020_000 + Math.floor(at / 24)}`,
        delivery_no: v.shipped === null ? null : `80${String(10_000_000 + Math.floor(at / 6)).slice(-8)}`,
        customer_code: v.dealer?.sapCustomerCode ?? null,
        customer_name: v.dealer?.name ?? null,
        plant: at % 5 === 0 ? '2000' : '1000',
        production_date: formatDay(v.made),
        goods_issue_date: v.shipped === null ? null : formatDay(v.shipped),
        imei: v.imei,
        ecu_sn: v.ecuSn,
        battery_sns: (packs.get(v) ?? []).map(({ sn }) => sn),
      },
    ];
  });
  const sold = models.filter(({ vinPrefix, shelf }) => vinPrefix !== null && shelf === 1);
  const fresh = Array.from({ length: 36 }, (_, at): CopyRow => {
    const [model, dealer] = [random.pick(sold), random.pick(dealers)];
    const made = after(now, -random.between(4, 9) * day);
    const unmapped = at % 12 === 5;
    const color = random.pick(model.colors);
    return {
      vin: vinOf(model.vinPrefix ?? '', made, 'A', 920_000 + at),
      material_code: at % 12 === 9 ? '20009999' : model.sap,
      material_desc: modelName(model.name, color),
      color,
      sap_order_no: `000010999${String(100 + Math.floor(at / 12))}`,
      delivery_no: `8000099${String(100 + Math.floor(at / 6))}`,
      customer_code: unmapped ? '10999999' : dealer.sapCustomerCode,
      customer_name: unmapped ? '新开户客户' : dealer.name,
      plant: '1000',
      production_date: formatDay(made),
      goods_issue_date: formatDay(after(now, -Math.floor(at / 6) * day)),
      imei: imeiOf(random, model.ecu),
      ecu_sn: ecuSnOf(random, made),
      battery_sns: [batterySnOf(model.pack.makerCode, model.pack.chemistry.letter, made, 880_000 + at, random.hex(2))],
    };
  });
  return [...known, ...fresh];
}

interface XpRows {
  readonly vehicles: CopyRow[];
  readonly logs: CopyRow[];
  readonly devices: CopyRow[];
}

const xpCount = 46;
type Trouble = 'unknown' | 'error' | 'waits' | undefined;

interface XpCar {
  readonly at: number;
  readonly id: string | null;
  readonly vin: string;
  readonly imei: string;
  readonly iccid: string;
  readonly deviceId: string;
  readonly mobile: string | null;
  readonly activated: boolean;
  readonly metres: number;
  readonly made: Date;
  readonly synced: Date;
  readonly trouble: Trouble;
}

function makeCar(random: World['random'], now: Date, at: number, id: string | null): XpCar {
  const made = after(now, -random.between(30, 420) * day);
  const mobile = random.chance(0.7) ? `13${random.digits(9)}` : null;
  return {
    at,
    id,
    made,
    mobile,
    vin: vinOf('LZXX1P1A', made, 'A', 300 + at * 3),
    imei: imeiOf(random, 'ZK3'),
    iccid: iccidOf(random, made),
    deviceId: `XP${String(2_026_000_000 + at * 37)}${random.hex(1)}`.slice(0, 14),
    activated: mobile !== null || random.chance(0.3),
    metres: random.int(200, 9000) * 1000,
    synced: after(now, -random.between(0.2, 5.5) * hour),
    trouble: at % 15 === 4 ? 'unknown' : at % 15 === 9 ? 'error' : at % 23 === 11 ? 'waits' : undefined,
  };
}

const problemOf = ({ trouble, deviceId }: XpCar): string | null =>
  trouble === 'unknown'
    ? `XP：设备${deviceId}不存在（unknown device）`
    : trouble === 'error'
      ? 'XP无响应，请稍后重试 / XP does not answer'
      : null;

/** What was pulled last; nothing where a pull never worked. */
function pulled(random: World['random'], car: XpCar, secrets: Secrets): CopyRow {
  const { mobile, activated, metres, synced, trouble } = car;
  const ok = trouble === undefined;
  const owner = ok && mobile !== null ? seal(secrets, 'mobile', mobile) : undefined;
  return {
    owner_mobile_enc: owner?.enc ?? null,
    owner_mobile_hash: owner?.hash ?? null,
    owner_mobile_mask: owner?.mask ?? null,
    activation_status: ok && activated ? 1 : 0,
    bind_status: owner ? 1 : 0,
    sync_status: trouble === 'waits' ? 0 : ok ? 1 : 2,
    last_sync_time: ok ? synced : null,
    sync_error: problemOf(car),
    retry_count: ok || trouble === 'waits' ? 0 : 3,
    online: ok ? 1 : null,
    soc: ok ? random.int(22, 98) : null,
    odometer_km: ok ? metres / 1000 : null,
    report_time: ok ? synced : null,
  };
}

/** What the car was asked for: every six hours, or at once and three times more. */
function exchanges(random: World['random'], car: XpCar): CopyRow[] {
  if (car.trouble === 'waits') return [];
  const problem = problemOf(car);
  return (problem === null ? [0, 6, 12] : [0, 0.6, 0.7, 0.72]).map((hours) => {
    const time = after(car.synced, -hours * hour);
    return {
      vehicle_xp_id: car.id,
      direction: 1,
      success: problem === null ? 1 : 0,
      message: problem ?? 'OK',
      cost_ms: random.int(45, 280),
      create_time: time,
      update_time: time,
    };
  });
}

/** The second line: vehicles here, devices on XP's side, and how their syncs went. Ids of the vehicles are given by the caller. */
export function xpRows(
  { now, random: seed, models, dealers }: World,
  secrets: Secrets,
  admin: string | null,
  ids: readonly string[],
): XpRows {
  const random = seed.fork('xp');
  const line = models.filter(({ generation, shelf }) => generation === 2 && shelf === 1);
  const cars = Array.from({ length: xpCount }, (_, at) => makeCar(random, now, at, ids[at] ?? null));
  const vehicles = cars.map((car): CopyRow => ({
    id: car.id,
    vin: car.vin,
    xp_device_id: car.deviceId,
    vehicle_type_id: random.pick(line).id,
    imei: car.imei,
    iccid: car.iccid,
    color: random.pick(['BLK', 'WHT', 'GRY', 'BLU']),
    dealer_id: random.pick(dealers).id,
    remark: car.trouble === 'unknown' ? '已报XP核对设备号' : null,
    ...pulled(random, car, secrets),
    next_sync_time:
      car.trouble === 'waits'
        ? after(now, 30 * minute)
        : car.trouble === undefined
          ? after(car.synced, 6 * hour)
          : null,
    ...marks(now, admin, after(car.made, 5 * day), car.synced),
  }));
  const devices = cars
    .filter(({ trouble }) => trouble !== 'unknown')
    .map(({ at, deviceId, vin, imei, iccid, activated, mobile, metres, trouble }): CopyRow => ({
      device_id: deviceId,
      vin,
      imei,
      iccid,
      activated,
      owner_mobile: mobile,
      odometer_m: metres,
      seed: at * 131,
      fault: trouble === 'error' ? 'error' : at % 11 === 6 ? 'flaky' : null,
    }));
  return { vehicles, logs: cars.flatMap((car) => exchanges(random, car)), devices };
}
