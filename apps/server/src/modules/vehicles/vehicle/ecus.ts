import { isRecord } from '@wheelhouse/contract/object';
import { sql } from 'kysely';
import type { UplinkHandler } from '../../../gateway/service.ts';

/** Stores the reported settings of a central control as the snapshot on its page; settings it does not report stay. */
export const keepConfig: UplinkHandler = async (db, messages) => {
  for (const { vehicleId, payload } of messages) {
    const { ver, reported } = payload;
    if (!isRecord(reported)) continue;
    // The key is the device's secret, not a setting to look at.
    const { bleKey: _key, ...settings } = reported;
    const config = JSON.stringify({ ...settings, ...(typeof ver === 'number' && { version: ver }) });
    await sql`update veh_ecu set config = coalesce(config, '{}') || ${config}::jsonb
      where vehicle_id = ${vehicleId} and device_type = 1 and not deleted and octet_length(${config}) < 16384`.execute(
      db,
    );
  }
};

/** Power-on count of a central control: the number of boots received since it was installed. */
export const countResets: UplinkHandler = async (db, messages) => {
  const ids = [...new Set(messages.map(({ vehicleId }) => vehicleId))].toSorted();
  await sql`update veh_ecu e set reset_count = n.boots from (
      select vehicle_id, count(distinct boot)::int as boots from veh_uplink_seen where vehicle_id = any(${ids}::bigint[]) group by vehicle_id) n
    where e.vehicle_id = n.vehicle_id and e.device_type = 1 and not e.deleted and coalesce(e.reset_count, 0) < n.boots`.execute(
    db,
  );
};
