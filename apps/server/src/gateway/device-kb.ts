import { dataPurposes, type DeviceKb } from '@wheelhouse/contract/device/payloads';
import { isRecord } from '@wheelhouse/contract/object';
import { formatDay, isDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import type { TelemetryItem } from './types.ts';

const dayMs = 86_400_000;
/** A device that was long without a network still tells the days since. */
const oldestDays = 31;
/** A terabyte a day is no figure of a vehicle. */
const mostKb = 1_000_000_000;

const isKb = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= mostKb;

/**
 * The mobile data that a sample tells of.
 * @param ts time of the sample, ms since epoch
 * @returns undefined where it is none: no day, a day that is to come or long ago, a purpose that is no number of KB
 */
export function deviceKbOf(raw: unknown, ts: number): DeviceKb | undefined {
  if (!isRecord(raw) || typeof raw['day'] !== 'string' || !isDay(raw['day'])) return undefined;
  const { day } = raw;
  if (day > formatDay(new Date(ts)) || day < formatDay(new Date(ts - oldestDays * dayMs))) return undefined;
  const told: Partial<Record<(typeof dataPurposes)[number], number>> = {};
  for (const purpose of dataPurposes) {
    const kb = raw[purpose];
    if (kb === undefined || kb === null) continue;
    if (!isKb(kb)) return undefined;
    told[purpose] = Math.round(kb);
  }
  return Object.keys(told).length === 0 ? undefined : { day, ...told };
}

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
