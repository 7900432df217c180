import { sql } from 'kysely';
import type { OwnSource } from '../engine/source.ts';
import { alarm, counted, vehicle } from '../scoped.ts';

/** Columns by which rows of a vehicle `t` of a model `y` are told apart. */
const ofVehicle = {
  vehicleTypeId: 't.vehicle_type_id::text',
  seriesId: 'y.series_id::text',
  dealerId: 't.dealer_id::text',
} as const;

/** Rows that are no entity's list, by the name of the source. */
export const ownSources: Readonly<Record<string, OwnSource>> = {
  /** A vehicle on a day on which it was active. */
  activeDay: {
    from: 'stat_active_day s join veh_vehicle t on t.id = s.vehicle_id join veh_type y on y.id = t.vehicle_type_id',
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
      ...ofVehicle,
      action: 'l.action',
      handlerId: 'l.operator_id::text',
      cityCode: 't.city_code',
      alarmClass: 't.alarm_class',
      alarmType: 't.alarm_type',
      level: 't.level',
    },
  },
};
