import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { dayText, hourText, weekdayText } from '../../../db/wall-clock.ts';
import type { Fragment } from '../../../entity/scope.ts';
import { counted, dealer, vehicle } from '../scoped.ts';
import type { OwnSource } from '../engine/source.ts';
import { joinVehicle, ofVehicle } from './of-vehicle.ts';

const clock = (at: string) => ({
  weekday: weekdayText(at),
  dayKind: `case when ${weekdayText(at)} > 5 then 2 else 1 end`,
  hour: hourText(at),
});

/** What vehicles and batteries do. */
export const vehicleSources: Readonly<Record<string, OwnSource>> = {
  /** Trips that are over or go on. */
  trip: {
    from: `veh_trip r ${joinVehicle('r.vehicle_id')}`,
    at: 'r.start_time',
    atIs: 'instant',
    visible: (user) => sql`not r.deleted and ${counted(vehicle, user)}`,
    columns: {
      ...ofVehicle,
      ...clock('r.start_time'),
      day: dayText('r.start_time'),
      km: 'r.distance_km',
      vehicleId: 'r.vehicle_id',
    },
  },
  /** Kilometres of a vehicle on a day. */
  mileage: {
    from: `veh_mileage_day r ${joinVehicle('r.vehicle_id')}`,
    at: 'r.stat_date',
    atIs: 'day',
    visible: (user) => sql`not r.deleted and ${counted(vehicle, user)}`,
    columns: { ...ofVehicle, km: 'r.day_km', vehicleId: 'r.vehicle_id' },
  },
  /** Vehicles that people stopped. */
  stop: {
    from: `sys_operation_log l ${joinVehicle("case when l.entity = 'vehicle' and l.entity_id ~ '^[0-9]{1,18}$' then l.entity_id::bigint end")}`,
    at: 'l.time',
    atIs: 'instant',
    visible: (user) => sql`l.action = 'stop' and l.result_code = 0 and ${counted(vehicle, user)}`,
    columns: { ...ofVehicle },
  },
  /** Most vehicles online at once, of a day: of all, of models, and of those of a dealer. Peaks of several dealers are unknown: they do not add up. */
  onlinePeak: {
    from: 'stat_online_peak t',
    at: 't.stat_date',
    atIs: 'day',
    visible: ({ scope }, { told }) => {
      const part = (column: string, isTold: boolean): Fragment => sql.raw(`t.${column} ${isTold ? '>' : '='} 0`);
      const ofModel = part('vehicle_type_id', told.has('vehicleTypeId'));
      if (scope.kind === 'all') return sql`${ofModel} and ${part('dealer_id', told.has('dealerId'))}`;
      return scope.dealerId !== undefined && scope.cityIds === undefined
        ? sql`${ofModel} and t.dealer_id = ${scope.dealerId}::bigint`
        : sql`false`;
    },
    columns: { vehicleTypeId: 't.vehicle_type_id::text', dealerId: 't.dealer_id::text', peak: 't.peak' },
  },
  /** Batteries in use on a day, by type, maker and vehicle. */
  batteryDay: {
    from: 'stat_battery_day t',
    at: 't.stat_date',
    atIs: 'day',
    visible: (user) =>
      user.scope.kind === 'all'
        ? sql`true`
        : sql`t.dealer_id in (select t.id from dlr_dealer t where ${counted(dealer, user)})`,
    columns: {
      batteryType: 't.battery_type',
      manufacturer: 't.manufacturer',
      vehicleTypeId: 't.vehicle_type_id::text',
      dealerId: 't.dealer_id::text',
      day: 't.stat_date',
      inUse: 't.in_use',
      sohSum: 't.soh_sum',
      sohCount: 't.soh_count',
      below80: 't.below_80',
      below70: 't.below_70',
      cycleSum: 't.cycle_sum',
      charges: 't.charges',
      depthSum: 't.depth_sum',
    },
  },
  /** Alarms of batteries, of the battery that the vehicle had in its first place. */
  batteryAlarm: {
    from: `alm_alarm a ${joinVehicle('a.vehicle_id')} left join lateral (select b.battery_type, b.manufacturer from veh_battery_binding h join veh_battery b on b.id = h.battery_id
      where h.vehicle_id = a.vehicle_id and not h.deleted and h.bind_time <= a.first_time and (h.unbind_time is null or h.unbind_time > a.first_time)
      order by h.slot limit 1) b on true`,
    at: 'a.first_time',
    atIs: 'instant',
    visible: (user) =>
      sql`not a.deleted and a.suppressed = 0 and a.alarm_class = ${String(codes.AlarmClass.battery)} and ${counted(vehicle, user)}`,
    columns: { ...ofVehicle, batteryType: 'b.battery_type', manufacturer: 'b.manufacturer' },
  },
  /** Batteries that were replaced. */
  batteryChange: {
    from: `veh_replacement_record r ${joinVehicle('r.vehicle_id')} left join veh_battery b on b.battery_sn = r.old_sn and not b.deleted`,
    at: 'r.replace_time',
    atIs: 'instant',
    visible: (user) =>
      sql`not r.deleted and r.void_time is null and r.device_type = ${sql.lit(codes.DeviceType.battery)} and ${counted(vehicle, user)}`,
    columns: {
      ...ofVehicle,
      batteryType: 'b.battery_type',
      manufacturer: 'b.manufacturer',
      underWarranty: '(r.warranty = 1)::int',
    },
  },
};
