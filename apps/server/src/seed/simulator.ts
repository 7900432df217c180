import { machines } from '@wheelhouse/entities/machines';
import { factSql } from '../db/facts.ts';
import { createHash, createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulatedVehicle } from '@wheelhouse/contract/simulated-fleet';
import { withTransaction } from '../db/pool.ts';
import { setDeviceSecret } from '../gateway/service.ts';
import type { App } from '../http/context.ts';
import { demoTacs } from './demo/identifiers.ts';
import { factory, homeOf } from './demo/places.ts';
import { simulationOrder } from './demo/simulation-order.ts';
import { writeList } from './hand-over.ts';
import { handOverOwners } from './simulator-owners.ts';

interface Row extends Omit<SimulatedVehicle, 'home' | 'seed'> {
  readonly id: string;
  readonly cityId: string | null;
  readonly dealerLng: number | null;
  readonly dealerLat: number | null;
  readonly hasSecret: boolean;
  /** Seconds since 1970. */
  readonly activated: number;
}

/** Activated vehicles of the demo in use by an owner, the oldest record first. Vehicles that people have entered are never simulated. */
const candidates = `
  select v.id::text as id, v.imei, coalesce(extract(epoch from v.activation_time), 0)::float8 as activated, coalesce(v.vin, v.frame_no) as vin, t.code as "vehicleTypeCode", v.iccid, d.city_id as "cityId", coalesce(a.name, '') as city,
    d.lng as "dealerLng", d.lat as "dealerLat", t.max_speed_kmh as "maxSpeedKmh", t.range_km as "rangeKm", t.rated_voltage_v as "voltageV", t.rated_capacity_ah as "capacityAh",
    array(select b.battery_sn from veh_battery b where b.vehicle_id = v.id and not b.deleted order by b.slot) as "batterySns",
    (select max(b.series_count) from veh_battery b where b.vehicle_id = v.id and not b.deleted) as cells,
    case when s.vehicle_id is not null then json_build_object('lng', s.gps_lng, 'lat', s.gps_lat, 'soc', s.soc, 'odometerM', round(s.odometer_km * 1000), 'cycles', s.cycle_count, 'soh', s.soh) end as last,
    t.ota_generation::int as "otaGeneration",
    (select json_agg(json_build_object('deviceType', e.device_type, 'model', e.model, 'hardware', e.hardware_version, 'software', e.software_version) order by e.id)
      from veh_ecu e where e.vehicle_id = v.id and not e.deleted) as parts,
    json_build_object('ecu', s.ecu_version, 'controller', s.controller_version, 'bms', s.bms_version, 'meter', s.meter_version) as versions,
    exists (select 1 from dev_credential c where c.vehicle_id = v.id and c.imei = v.imei) as "hasSecret"
  from veh_vehicle v
    join veh_type t on t.id = v.vehicle_type_id
    left join dlr_dealer d on d.id = v.dealer_id
    left join sys_area a on a.id = d.city_id
    left join veh_vehicle_status s on s.vehicle_id = v.id
  where not v.deleted and ${factSql('inUse', 'v')} and ${factSql('bound', 'v')} and left(v.imei, 8) = any($1)
    and not exists (select 1 from veh_stolen_case c where c.vehicle_id = v.id and c.status = ${machines['SM-Stolen'].states.notFound} and not c.deleted)
  order by v.id limit 20000`;

/** The first page of the vehicle list: those activated last. The documented and the showcase vehicles come before them. */
const [leading, newest] = [40, 30];

function withNewest(rows: readonly Row[]): Row[] {
  const order = simulationOrder(rows);
  const first = order.slice(0, leading);
  const late = rows.toSorted((a, b) => b.activated - a.activated).slice(0, newest);
  return [...new Set([...first, ...late, ...order])];
}

function simulated({
  id: _id,
  cityId: _cityId,
  hasSecret: _hasSecret,
  activated: _activated,
  dealerLng,
  dealerLat,
  ...row
}: Row): SimulatedVehicle {
  const shop = dealerLng === null || dealerLat === null ? factory : { lng: Number(dealerLng), lat: Number(dealerLat) };
  return {
    ...row,
    parts: row.parts ?? [],
    home: homeOf(row.imei, shop),
    seed: createHash('sha256').update(row.imei).digest().readUInt32BE(0),
  };
}

/** The secret of a simulated device. */
export function simulatorSecret(key: string, imei: string): string {
  return createHmac('sha256', key).update(imei).digest('hex');
}

/**
 * Hands SIMULATOR vehicles over to the fleet simulator, and owners with them: secrets in the database, the list in
 * DATA_DIR/simulator.json. Run at every start, so that the list follows the database. A secret that an operator has reset stays reset,
 * unless the data folder (and so its key) is new.
 * @returns how many were handed over
 */
export async function handOverToSimulator(app: App): Promise<number> {
  const path = join(app.config.dataDir, 'simulator.json');
  if (app.config.simulator === 0) {
    await rm(path, { force: true });
    await handOverOwners(app, []);
    return 0;
  }
  const { rows } = await app.pool.query<Row>(candidates, [demoTacs]);
  const chosen = withNewest(rows).slice(0, app.config.simulator);
  const newKey = !existsSync(path);
  await withTransaction(app.db, async (tx) => {
    for (const { id, imei, hasSecret } of chosen)
      if (newKey || !hasSecret) await setDeviceSecret(tx, id, imei, simulatorSecret(app.secrets.simulatorKey, imei));
  });
  await writeList(path, chosen.map(simulated));
  await handOverOwners(
    app,
    chosen.map(({ imei }) => imei),
  );
  return chosen.length;
}
