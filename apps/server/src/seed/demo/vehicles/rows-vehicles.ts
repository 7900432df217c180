import { formatDay } from '@wheelhouse/contract/time';
import { after, day, earlier, hour, minute, monthsAfter, officeTime } from '../clock.ts';
import type { Cell, CopyRow } from '../copy.ts';
import type { Vehicle } from './fleet.ts';
import { partSnOf } from '../identifiers.ts';
import type { Model } from './models.ts';
import type { World } from '../world.ts';

/** File ids of the demo's pictures. */
export interface Pictures {
  readonly vehicle: (silhouette: Model['silhouette'], color: string) => string | null;
  readonly cover: (series: string) => string | null;
  readonly avatar: (at: number) => string | null;
  readonly shop: (at: number) => string | null;
}

interface Marks {
  readonly create_by: string | null;
  readonly update_by: string | null;
  create_time: Date;
  readonly update_time: Date;
}
/** Who made a row when; never in the future. */
export function marks(now: Date, by: string | null, created: Date, updated = created): Marks {
  return { create_by: by, update_by: by, create_time: earlier(created, now), update_time: earlier(updated, now) };
}

const dayOrNull = (time: Date | null): string | null => (time ? formatDay(time) : null);
const productBase = 760;

export function seriesRows({ now, series, random }: World, pictures: Pictures, admin: string | null): CopyRow[] {
  return series.map((each, at) => ({
    id: each.id,
    series_code: each.code,
    name: each.name,
    name_en: each.nameEn,
    brand: each.brand,
    cover_image: pictures.cover(each.code),
    sort: (at + 1) * 10,
    enabled: 1,
    remark: each.remark,
    ...marks(
      now,
      admin,
      officeTime(now, productBase - at * 40, at),
      officeTime(now, random.fork(each.code).between(3, 200), at),
    ),
  }));
}

function description(model: Model): string {
  const { pack } = model;
  const facts = [
    `额定功率${model.powerW} W，峰值${model.peakW} W`,
    `电池${pack.voltageV} V / ${pack.capacityAh} Ah${model.packs > 1 ? ` × ${model.packs}` : ''}`,
    `最高车速${model.speedKmh} km/h，续航${model.rangeKm} km`,
    `整备质量${model.weightKg} kg，轮径${model.wheelInch}英寸`,
  ];
  return `<p>${model.pitch}</p><ul>${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul>`;
}

export function modelRows({ now, models, series }: World, pictures: Pictures, admin: string | null): CopyRow[] {
  const seriesId = new Map(series.map(({ code, id }) => [code, id]));
  return models.map((model, at) => {
    const images = model.colors.map((color) => pictures.vehicle(model.silhouette, color));
    const created = model.shelf === 0 ? officeTime(now, 18, at) : officeTime(now, productBase - 30 - at * 9, at);
    return {
      id: model.id,
      code: model.code,
      name: model.name,
      name_en: model.nameEn,
      series_id: seriesId.get(model.series) ?? null,
      vehicle_category: model.category,
      sap_material_code: model.sap,
      vin_prefix: model.vinPrefix,
      startup_models: model.startup,
      battery_type: model.pack.chemistry.type,
      battery_count: model.packs,
      rated_voltage_v: model.pack.voltageV,
      rated_capacity_ah: model.pack.capacityAh,
      rated_power_w: model.powerW,
      peak_power_w: model.peakW,
      max_speed_kmh: model.speedKmh,
      range_km: model.rangeKm,
      weight_kg: model.weightKg,
      load_kg: model.loadKg,
      wheel_inch: model.wheelInch,
      brake_type: model.brake,
      colors: model.colors,
      ecu_model: model.ecu,
      ota_generation: model.generation,
      online_timeout_sec: model.generation === 1 ? 1800 : 600,
      warranty_months: model.warranty[0],
      battery_warranty_months: model.warranty[1],
      ecu_warranty_months: model.warranty[2],
      list_image: model.shelf === 0 ? null : (images[0] ?? null),
      detail_images: model.shelf === 0 ? null : images.filter((image) => image !== null),
      description: description(model),
      shelf_status: model.shelf,
      ...marks(now, admin, created, officeTime(created, -6 - (at % 5) * 23, at + 40)),
    };
  });
}

/** One side view a colour for the list, of every model that has been on shelf. */
export function imageRows({ now, models }: World, pictures: Pictures, admin: string | null): CopyRow[] {
  return models
    .filter(({ shelf }) => shelf !== 0)
    .flatMap((model, at) =>
      model.colors.flatMap((color) => {
        const image = pictures.vehicle(model.silhouette, color);
        const created = officeTime(now, productBase - 32 - at * 9, at);
        return image === null
          ? []
          : [
              {
                vehicle_type_id: model.id,
                color,
                angle: 1,
                client_scene: 2,
                image,
                dark_image: null,
                version: 1,
                enabled: 1,
                ...marks(now, admin, created),
              },
            ];
      }),
    );
}

/** A few were activated, reset and activated again for another owner. */
function activationsOf(
  { activated, shipped }: Vehicle,
  at: number,
): { first_activation_time: Date | null; activation_count: number } {
  const first = activated && after(activated, -((at % 17) + 3) * day);
  const isAgain = at % 89 === 5 && first !== null && shipped !== null && first > shipped;
  return { first_activation_time: isAgain ? first : activated, activation_count: isAgain ? 2 : activated ? 1 : 0 };
}

export function vehicleRows({ now, fleet }: World, admin: string | null): CopyRow[] {
  const rows = fleet.map((v, at) => {
    // A line's vehicles come in together, a few minutes after one another.
    const created = after(v.offline, 9 * hour + (at % 61) * 3.7 * minute);
    const touched = v.activated ?? v.shipped ?? created;
    return {
      id: v.id,
      vin: v.vin,
      frame_no: v.frameNo,
      vehicle_type_id: v.model.id,
      color: v.color,
      imei: v.imei,
      ecu_sn: v.ecuSn,
      ble_mac: v.bleMac,
      ble_name: v.bleName,
      iccid: v.iccid,
      motor_no: v.motorNo,
      controller_sn: v.controllerSn,
      production_date: formatDay(v.made),
      offline_date: formatDay(v.offline),
      dealer_id: v.dealer?.id ?? null,
      sale_date: dayOrNull(v.sold),
      sale_price: v.salePrice,
      plate_no: v.plateNo,
      remark: v.remark,
      owner_user_id: v.owner?.id ?? null,
      activation_status: v.activated ? 1 : 0,
      activation_time: v.activated,
      ...activationsOf(v, at),
      warranty_end: v.activated ? monthsAfter(formatDay(v.activated), v.model.warranty[0]) : null,
      bind_status: v.owner ? 1 : 0,
      operation_status: v.stopReason === null ? 0 : 1,
      stop_reason: v.stopReason,
      ship_date: dayOrNull(v.shipped),
      ...marks(now, admin, created, touched),
    };
  });
  // The first row of the list shows what most vehicles have: a VIN.
  const newest = rows.reduce((a, b) => (b.create_time > a.create_time ? b : a));
  const withVin = rows.filter((row) => row.vin !== null).reduce((a, b) => (b.create_time > a.create_time ? b : a));
  withVin.create_time = after(newest.create_time, minute);
  return rows;
}

const makersOf: Readonly<Record<number, string>> = { 1: '自产', 2: '厂商甲', 3: '苏州驱动', 4: '宁波显示' };
/** Control unit, BMS of each pack that has one, motor controller and meter. */
function partsOf(
  v: Vehicle,
  at: number,
  {
    versions,
    batteries,
  }: { versions: World['versions']; batteries: readonly { sn: string | null; version: string | null }[] },
): { type: number; sn: string; model: string; hw: string; sw: string | null; boot: string | null }[] {
  const found = versions.get(v);
  const hw = v.model.ecu === 'ZK3' ? (at % 3 === 0 ? 'V1.2' : 'V1.3') : 'V1.1';
  return [
    {
      type: 1,
      sn: v.ecuSn,
      model: v.model.ecu,
      hw,
      sw: found?.ecu ?? null,
      boot: v.model.ecu === 'ZK3' ? 'B1.0.4' : 'B0.9.2',
    },
    ...batteries.flatMap(({ sn, version }) =>
      sn === null
        ? []
        : [{ type: 2, sn, model: `BMS-${v.model.pack.cells}S`, hw: 'V1.1', sw: version, boot: 'B1.1.0' }],
    ),
    {
      type: 3,
      sn: v.controllerSn,
      model: `KZ${v.model.powerW}`,
      hw: 'V1.1',
      sw: found?.controller ?? null,
      boot: null,
    },
    {
      type: 4,
      sn: partSnOf('YB', v.made, 100_000 + at),
      model: v.model.category === 1 ? 'YB-L2' : 'YB-T5',
      hw: 'V1.1',
      sw: found?.meter ?? null,
      boot: null,
    },
  ];
}

function configOf({ model }: Vehicle): string {
  return JSON.stringify({
    reportMovingS: model.generation === 1 ? 30 : 5,
    reportParkedS: model.generation === 1 ? 900 : 300,
    guardRadiusM: 50,
    speedLimitKmh: model.speedKmh,
    vibrationLevel: model.category === 1 ? 2 : 3,
  });
}

export function ecuRows({ now, fleet, versions, statuses, batteries }: World): CopyRow[] {
  const reported = new Map(statuses.map(({ vehicle, reportTime }) => [vehicle, reportTime]));
  const packs = Map.groupBy(
    batteries.filter(({ vehicle }) => vehicle !== null),
    ({ vehicle }) => vehicle,
  );
  return fleet.flatMap((v, at) => {
    const bms = (packs.get(v) ?? []).map(({ bmsSn, bmsVersion }) => ({ sn: bmsSn, version: bmsVersion }));
    const last = reported.get(v) ?? null;
    return partsOf(v, at, { versions, batteries: bms }).map(
      ({ type, sn, model, hw, sw, boot }): Record<string, Cell> => ({
        vehicle_id: v.id,
        device_type: type,
        sn,
        model,
        manufacturer: makersOf[type] ?? null,
        hardware_version: hw,
        software_version: sw,
        bootloader_version: boot,
        imei: type === 1 ? v.imei : null,
        iccid: type === 1 ? v.iccid : null,
        ble_mac: type === 1 ? v.bleMac : null,
        install_time: earlier(after(v.offline, 8 * hour), now),
        last_report_time: last,
        reset_count: last === null ? 0 : (at * 7) % 23,
        config: type === 1 ? configOf(v) : null,
        ...marks(now, null, after(v.offline, 9 * hour), last ?? after(v.offline, 9 * hour)),
      }),
    );
  });
}
