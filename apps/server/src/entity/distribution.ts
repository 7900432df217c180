import { entities, plain } from '@wheelhouse/entities/registry';
import { snake } from './storage.ts';

/** Tables without an entity that grow with vehicles or their owners. */
const ownTables = {
  veh_telemetry: 'vehicle_id',
  veh_telemetry_late: 'vehicle_id',
  veh_uplink_seen: 'vehicle_id',
  veh_vehicle_status: 'vehicle_id',
  veh_device_event: 'vehicle_id',
  veh_trip_progress: 'vehicle_id',
  veh_trip_mark: 'vehicle_id',
  dev_connection: 'vehicle_id',
  dev_device_day: 'vehicle_id',
  stat_active_day: 'vehicle_id',
  veh_battery_snapshot: 'battery_id',
  sim_flow_day: 'iccid',
  msg_audience: 'user_id',
  msg_inbox: 'user_id',
  msg_push_record: 'user_id',
} as const;

/**
 * Tables that a distributed PostgreSQL would spread over its nodes, with the column that places a row (decision 0024). All others are small
 * beside them: every node has a copy, or the first one has them alone.
 */
export function distributedTables(): ReadonlyMap<string, string> {
  const ofEntities = Object.values(entities)
    .map(plain)
    .flatMap(({ table, distributedBy }) =>
      distributedBy === undefined ? [] : [[table, snake(distributedBy)] as const],
    );
  return new Map<string, string>([...Object.entries(ownTables), ...ofEntities]);
}
