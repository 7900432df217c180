import type { PoolClient } from 'pg';
import { PacksSink } from './packs.ts';
import type { PartReading } from './samples.ts';
import type { TelemetryItem } from './types.ts';

/** Written again after this even when nothing changed, so that the time of the last report stays recent without a write per sample. */
const rewriteMs = 60_000;
const maxRemembered = 500_000;

interface Remembered {
  readonly value: string;
  readonly at: number;
}

/**
 * Keeps the records of batteries and electronic parts in step with what vehicles report about them. What this process wrote last is
 * remembered, so that unchanged figures cost nothing; losing that memory only costs a write.
 */
export class PartsSink {
  readonly #packs = new PacksSink();
  #parts = new Map<string, Remembered>();
  #pending: (() => void)[] = [];

  /** In the client's transaction; `committed` or `rolledBack` must follow. */
  async write(client: PoolClient, items: readonly TelemetryItem[]): Promise<void> {
    await this.#packs.write(client, items);
    await this.#writeVersions(client, items);
  }

  committed(): void {
    this.#packs.committed();
    for (const remember of this.#pending.splice(0)) remember();
    if (this.#parts.size > maxRemembered) this.#parts = new Map();
  }

  rolledBack(): void {
    this.#packs.rolledBack();
    this.#pending = [];
  }

  /** True when `value` is new; it is remembered once committed. Times are device times. */
  #isNews(memory: Map<string, Remembered>, key: string, value: string, at: number): boolean {
    const last = memory.get(key);
    if (last && (at < last.at || (last.value === value && at - last.at < rewriteMs))) return false;
    this.#pending.push(() => memory.set(key, { value, at }));
    return true;
  }

  async #writeVersions(client: PoolClient, items: readonly TelemetryItem[]): Promise<void> {
    const latest = new Map<string, { vehicleId: number; part: PartReading; ts: number }>();
    for (const { device, readings } of items) {
      for (const { versions, ts } of readings) {
        for (const part of versions) {
          const key = `${device.vehicleId} ${part.type}`;
          if (ts >= (latest.get(key)?.ts ?? 0)) latest.set(key, { vehicleId: device.vehicleId, part, ts });
        }
      }
    }
    const rows: unknown[] = [];
    for (const [key, { vehicleId, part, ts }] of latest) {
      if (!this.#isNews(this.#parts, key, `${part.software}\n${part.hardware}\n${part.sn}\n${part.ok}`, ts)) continue;
      rows.push({
        vehicle: vehicleId,
        type: part.type,
        sn: part.sn,
        sw: part.software,
        hw: part.hardware,
        ok: part.ok === null ? null : Number(part.ok),
        ts: new Date(ts),
      });
    }
    if (rows.length === 0) return;
    const values = [JSON.stringify(rows)];
    await client.query({ name: 'gateway-parts', text: updateParts, values });
    await client.query({ name: 'gateway-new-parts', text: insertParts, values });
    await client.query({ name: 'gateway-bms', text: updateBms, values });
  }
}

const partRows =
  'json_to_recordset($1) as u(vehicle bigint, type smallint, sn text, sw text, hw text, ok smallint, ts timestamptz)';
/** A test is of the software that ran it: of another version nothing is known until the part says so. */
const updateParts = `update veh_ecu e set self_test = case when u.ok is not null then u.ok when u.sw is distinct from e.software_version and u.sw is not null then null else e.self_test end, software_version = coalesce(u.sw, e.software_version), hardware_version = coalesce(u.hw, e.hardware_version), last_report_time = u.ts
  from ${partRows} where e.vehicle_id = u.vehicle and e.device_type = u.type and not e.deleted and (e.last_report_time is null or e.last_report_time <= u.ts)`;
/** A part nobody has recorded is added when the device names its serial number. */
const insertParts = `insert into veh_ecu (vehicle_id, device_type, sn, software_version, hardware_version, self_test, last_report_time, install_time)
  select u.vehicle, u.type, u.sn, u.sw, u.hw, u.ok, u.ts, u.ts from ${partRows}
  where u.sn is not null and not exists (select from veh_ecu e where e.vehicle_id = u.vehicle and e.device_type = u.type and not e.deleted)`;
const updateBms = `update veh_battery b set bms_version = u.sw from ${partRows}
  where u.type = 2 and u.sw is not null and b.vehicle_id = u.vehicle and not b.deleted and b.bms_version is distinct from u.sw`;
