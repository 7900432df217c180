import { dataPurposes } from '@wheelhouse/contract/device/payloads';
import type { PoolClient } from 'pg';
import type { TelemetryItem } from './types.ts';

const columns = dataPurposes.map((purpose) => `${purpose}_kb`);
/** The day so far only grows: what comes late or twice is less, or the same. */
const upsert = `insert into sim_device_day as d (iccid, stat_date, vehicle_id, ${columns.join(', ')})
  select v.iccid, u.day, v.id, ${columns.map((column) => `u.${column}`).join(', ')}
  from json_to_recordset($1) as u(vehicle bigint, day date, ${columns.map((column) => `${column} integer`).join(', ')})
  join veh_vehicle v on v.id = u.vehicle and v.iccid is not null order by 1, 2
  on conflict (iccid, stat_date) do update set vehicle_id = excluded.vehicle_id, recv_time = now(),
    ${columns.map((column) => `${column} = greatest(d.${column}, excluded.${column})`).join(', ')}`;

/** Keeps what devices count of their mobile data, by card and day, in the client's transaction. */
export async function writeDeviceKb(client: PoolClient, items: readonly TelemetryItem[]): Promise<void> {
  const days = new Map<string, Record<string, unknown>>();
  for (const { device, readings } of items) {
    for (const { deviceKb } of readings) {
      if (deviceKb === null) continue;
      const key = `${device.vehicleId} ${deviceKb.day}`;
      const row = days.get(key) ?? { vehicle: device.vehicleId, day: deviceKb.day };
      for (const purpose of dataPurposes) {
        const [known, told] = [row[`${purpose}_kb`], deviceKb[purpose]];
        if (told !== undefined) row[`${purpose}_kb`] = Math.max(typeof known === 'number' ? known : 0, told);
      }
      days.set(key, row);
    }
  }
  if (days.size === 0) return;
  await client.query({ name: 'gateway-device-kb', text: upsert, values: [JSON.stringify([...days.values()])] });
}
