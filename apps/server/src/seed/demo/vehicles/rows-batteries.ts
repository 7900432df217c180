import { formatDay } from '@wheelhouse/contract/time';
import { after, day, later } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { marks } from './rows-vehicles.ts';
import type { World } from '../world.ts';

export function batteryRows({ now, batteries, statuses }: World, admin: string | null): CopyRow[] {
  const live = new Map(statuses.map((status) => [status.vehicle, status]));
  return batteries.map((battery) => {
    const { pack } = battery.model;
    const status = battery.vehicle ? live.get(battery.vehicle) : undefined;
    const lithium = pack.chemistry.cell !== null;
    const created = after(battery.made, 2 * day);
    return {
      id: battery.id,
      battery_sn: battery.sn,
      bms_sn: battery.bmsSn,
      battery_type: pack.chemistry.type,
      model: pack.model,
      manufacturer: pack.maker,
      rated_voltage_v: pack.voltageV,
      rated_capacity_ah: pack.capacityAh,
      cell_chemistry: pack.chemistry.cell,
      series_count: lithium ? pack.cells : null,
      production_date: formatDay(battery.made),
      warranty_months: battery.model.warranty[1],
      remark: battery.remark,
      vehicle_id: battery.vehicle?.id ?? null,
      slot: battery.slot,
      status: battery.status,
      soc: status?.soc ?? (battery.status === 0 ? 50 : null),
      soh: battery.soh,
      cycle_count: battery.cycles,
      temp_max_c: status && lithium ? status.tempMax : null,
      bms_version: battery.bmsVersion,
      warranty_end: battery.warrantyEnd,
      last_report_time: status?.reportTime ?? battery.lastReport,
      recycle_code: battery.recycleCode,
      ...marks(now, admin, created, later(created, status?.reportTime ?? battery.lastReport ?? created)),
    };
  });
}

export function stayRows({ now, stays }: World, admin: string | null): CopyRow[] {
  const place = ({ vehicle, slot }: World['stays'][number]): string => `${vehicle.id} ${slot}`;
  // A battery leaves for the reason for which the next one comes.
  const next = new Map<string, string>();
  const leftFor = new Map(
    stays
      .toSorted((a, b) => b.from.getTime() - a.from.getTime())
      .map((stay) => {
        const reason = next.get(place(stay));
        next.set(place(stay), stay.reason);
        return [stay, reason] as const;
      }),
  );
  return stays.map((stay) => ({
    battery_id: stay.battery.id,
    vehicle_id: stay.vehicle.id,
    slot: stay.slot,
    bind_time: stay.from,
    unbind_time: stay.until,
    odometer_start_km: stay.kmFrom,
    odometer_end_km: stay.kmUntil,
    cycle_start: stay.cyclesFrom,
    cycle_end: stay.cyclesUntil,
    soh_start: stay.sohFrom,
    soh_end: stay.sohUntil,
    reason: stay.reason,
    unbind_reason: stay.until === null ? null : (leftFor.get(stay) ?? '4'),
    operator_id: stay.byStaff ? admin : null,
    ...marks(now, stay.byStaff ? admin : null, stay.from, stay.until ?? stay.from),
  }));
}

const place = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(6)));

export function statusRows({ now, statuses, versions }: World): CopyRow[] {
  return statuses.map((s) => {
    const found = versions.get(s.vehicle);
    const recv = after(s.reportTime, 1400);
    const timeout = s.vehicle.model.generation === 1 ? 1_800_000 : 600_000;
    return {
      vehicle_id: s.vehicle.id,
      report_time: s.reportTime,
      recv_time: recv,
      offline_time: new Date(Math.min(recv.getTime() + timeout, now.getTime())),
      gps_time: s.reportTime,
      boot: 0,
      seq: s.samples.length,
      geo_cell: s.place.cell,
      gps_lng: place(s.place.lng),
      gps_lat: place(s.place.lat),
      odometer_km: s.odometerKm,
      speed_kmh: 0,
      estimated_range_km: Math.round((s.vehicle.model.rangeKm * s.soc * (s.soh ?? 100)) / 10_000),
      voltage_v: s.voltageV,
      current_a: s.currentA,
      hdop: s.hdop,
      backup_battery_v: s.backupV,
      controller_temp_c: s.ctrlTemp,
      motor_temp_c: s.motorTemp,
      temp_max_c: s.tempMax,
      temp_min_c: s.tempMax - 1.5,
      soh: s.soh,
      cycle_count: s.cycles,
      online: 0,
      acc: 0,
      locked: 1,
      armed: s.armed,
      soc: s.soc,
      charge_status: s.charge,
      gps_valid: s.gpsValid,
      satellites: s.gpsValid ? s.satellites : 0,
      heading: s.heading,
      csq: s.csq,
      rsrp_dbm: s.rsrp,
      gear: 0,
      seat_open: s.seatOpen,
      side_stand: 1,
      fault_codes: s.faults,
      ecu_version: found?.ecu ?? null,
      controller_version: found?.controller ?? null,
      bms_version: found?.bms ?? null,
      meter_version: found?.meter ?? null,
      reported_iccid: s.vehicle.iccid,
    };
  });
}

/** History of the vehicles that have one: boot 0, so that nothing a device sends later is taken for a repeat. */
export function sampleRows({ statuses, batteries }: World): CopyRow[] {
  const packs = new Map(
    batteries
      .filter(({ vehicle, slot }) => vehicle !== null && slot === 1)
      .map((battery) => [battery.vehicle, battery.sn]),
  );
  return statuses.flatMap(({ vehicle, samples, soh, cycles }) =>
    samples.map((s, at) => ({
      vehicle_id: vehicle.id,
      ts: s.ts,
      recv_time: after(s.ts, 900),
      boot: 0,
      seq: at + 1,
      idx: 0,
      lat: s.lat,
      lng: s.lng,
      odo_m: s.odoM,
      cyc: cycles,
      spd_kmh: s.speedKmh,
      hdg: s.heading,
      hdop: s.hdop,
      soc: s.soc,
      soh,
      v: s.v,
      i: s.i,
      t_max: s.tMax,
      t_min: s.tMax - 1.5,
      motor_c: s.motorC,
      ctrl_c: s.ctrlC,
      aux_v: 4.1,
      tsq: 0,
      sat: s.sat,
      fix: 3,
      acc: s.acc,
      chg: s.charging,
      locked: 1 - s.acc,
      armed: 1 - s.acc,
      seat: 0,
      stand: 1 - s.acc,
      gear: s.acc === 1 ? 2 : 0,
      csq: s.csq,
      rsrp: s.rsrp,
      bat_sn: packs.get(vehicle) ?? null,
    })),
  );
}
