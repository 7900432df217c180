import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { OwnSource } from '../engine/source.ts';
import { alarm, counted, repairOrder, vehicle } from '../scoped.ts';
import { joinVehicle, ofVehicle } from './of-vehicle.ts';

/** What is done to vehicles, alarms and repair orders. */
export const careSources: Readonly<Record<string, OwnSource>> = {
  /** A vehicle on a day on which it was active. */
  activeDay: {
    from: `stat_active_day s ${joinVehicle('s.vehicle_id')}`,
    at: 's.stat_date',
    atIs: 'day',
    visible: (user) => sql`s.active and ${counted(vehicle, user)}`,
    columns: { ...ofVehicle, vehicleId: 's.vehicle_id' },
  },
  /** What people did with alarms. */
  log: {
    from: 'alm_alarm_log l join alm_alarm t on t.id = l.alarm_id left join veh_type y on y.id = t.vehicle_type_id',
    at: 'l.time',
    atIs: 'instant',
    visible: (user) => sql`not l.deleted and t.suppressed = 0 and ${counted(alarm, user)}`,
    columns: {
      vehicleTypeId: 't.vehicle_type_id::text',
      seriesId: 'y.series_id::text',
      dealerId: 't.dealer_id::text',
      action: 'l.action',
      handlerId: 'l.operator_id::text',
      cityCode: 't.city_code',
      alarmClass: 't.alarm_class',
      alarmType: 't.alarm_type',
      level: 't.level',
    },
  },
  /** A part of a vehicle from one version of its software to the next. */
  versionSpan: {
    from: `(select e.vehicle_id, e.device_type, e.software_version, e.change_time as since,
        lead(e.change_time, 1, now()) over (partition by e.vehicle_id, e.device_type order by e.change_time, e.id) as until
      from veh_ecu_version e where not e.deleted) e ${joinVehicle('e.vehicle_id')}`,
    visible: (user) => counted(vehicle, user),
    columns: { ...ofVehicle, deviceType: 'e.device_type', softwareVersion: 'e.software_version' },
  },
  /** Parts of repair orders, by the time of the order. */
  part: {
    from: `cs_repair_part p join cs_repair_order t on t.id = p.order_id join veh_vehicle v on v.id = t.vehicle_id
      join veh_type y on y.id = v.vehicle_type_id left join dlr_dealer d on d.id = t.dealer_id`,
    at: 't.create_time',
    atIs: 'instant',
    visible: (user) => sql`not p.deleted and ${counted(repairOrder, user)}`,
    columns: {
      vehicleTypeId: 'v.vehicle_type_id::text',
      seriesId: 'y.series_id::text',
      dealerId: 't.dealer_id::text',
      dealerCityId: 'd.city_id',
      serviceType: 't.service_type',
      faultCategory: 't.fault_category',
      warrantyResult: 't.warranty_result',
      deviceType: 'p.device_type',
      qty: 'p.qty',
      costFen: 'p.qty * p.price_fen',
    },
  },
  /** Owners who bound a vehicle. */
  bound: {
    from: `veh_binding_log l ${joinVehicle('l.vehicle_id')}`,
    at: 'l.create_time',
    atIs: 'instant',
    visible: (user) =>
      sql`not l.deleted and l.action = ${sql.lit(codes.BindAction.bind)} and ${counted(vehicle, user)}`,
    columns: { ...ofVehicle, channel: 'l.channel' },
  },
};
