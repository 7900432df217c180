import { codes } from '@wheelhouse/entities/codes';
import type { PoolClient } from 'pg';
import type { PackReading } from './pack-reading.ts';
import type { Reading } from './samples.ts';
import type { TelemetryItem } from './types.ts';
import { num } from './values.ts';

const { toConfirm, ignored, resolved } = codes.BatteryPendingStatus;

/** Written again after this even when nothing changed, so that the time of the last report stays recent without a write per sample. */
const rewriteMs = 60_000;
const minuteMs = 60_000;
const hourMs = 3_600_000;
/** How long the history of batteries is kept; older samples add nothing to it. */
const historyMs = 365 * 86_400_000;
/** A reported battery is held against the record this often, and whenever another one is reported. */
const recheckMs = 10 * 60_000;
const maxRemembered = 500_000;

/** Numbers of the fields of a reading that say whether the vehicle is in use. */
const field = { speed: 2, acc: 16 } as const;

interface Seen {
  /** Figures last written to the battery's record, and their device time. */
  figures: string;
  at: number;
  /** Minute or hour of the last row of its history, ms since epoch. */
  bucket: number;
}

const whole = (value: number | null): number | null => (value === null ? null : Math.round(value));

/** A minute while the vehicle is ridden or the pack is charged, else an hour. */
function bucketOf({ ts, values }: Reading, pack: PackReading): number {
  const active = pack.charging === 1 || (num(values[field.speed]) ?? 0) > 0.5 || num(values[field.acc]) === 1;
  return Math.floor(ts / (active ? minuteMs : hourMs)) * (active ? minuteMs : hourMs);
}

/**
 * Keeps what vehicles report about their batteries: the record of each battery, its history, and which battery sits where. What this
 * process wrote last is remembered, so that a sample without news costs a look into a map; losing that memory only costs a write.
 */
export class PacksSink {
  #seen = new Map<string, Seen>();
  /** By vehicle and slot: which battery was checked against the record, and when. */
  #places = new Map<string, { sn: string; at: number }>();
  #pending: (() => void)[] = [];

  /** In the client's transaction; `committed` or `rolledBack` must follow. */
  async write(client: PoolClient, items: readonly TelemetryItem[]): Promise<void> {
    const latest = new Map<string, { pack: PackReading; ts: number }>();
    const history = new Map<string, Record<string, unknown>>();
    const places = new Map<string, Record<string, unknown>>();
    for (const { device, readings, recv } of items) {
      for (const reading of readings) {
        for (const pack of reading.packs) {
          if (reading.ts >= (latest.get(pack.sn)?.ts ?? 0)) latest.set(pack.sn, { pack, ts: reading.ts });
          this.#remember(history, device.vehicleId, reading, pack, recv);
          this.#place(places, device.vehicleId, reading.ts, pack);
        }
      }
    }
    await this.#writeRecords(client, latest);
    if (history.size > 0)
      await client.query({
        name: 'gateway-snapshots',
        text: insertSnapshots,
        values: [JSON.stringify([...history.values()])],
      });
    if (places.size > 0) {
      const values = [JSON.stringify([...places.values()])];
      await client.query({ name: 'gateway-places-settled', text: settlePlaces, values });
      await client.query({ name: 'gateway-places', text: insertPlaces, values });
    }
  }

  committed(): void {
    for (const remember of this.#pending.splice(0)) remember();
    if (this.#seen.size > maxRemembered) this.#seen = new Map();
    if (this.#places.size > maxRemembered) this.#places = new Map();
  }

  rolledBack(): void {
    this.#pending = [];
  }

  #keep(sn: string, part: Partial<Seen>): void {
    this.#pending.push(() =>
      this.#seen.set(sn, { ...(this.#seen.get(sn) ?? { figures: '', at: 0, bucket: -1 }), ...part }),
    );
  }

  /** The first sample of each minute or hour goes into the battery's history. */
  #remember(
    rows: Map<string, Record<string, unknown>>,
    vehicle: number,
    reading: Reading,
    pack: PackReading,
    recv: number,
  ): void {
    const bucket = bucketOf(reading, pack);
    if (bucket === this.#seen.get(pack.sn)?.bucket || bucket < recv - historyMs) return;
    const key = `${pack.sn} ${bucket}`;
    if (rows.has(key)) return;
    this.#keep(pack.sn, { bucket });
    rows.set(key, {
      sn: pack.sn,
      vehicle,
      ts: new Date(bucket),
      soc: whole(pack.soc),
      soh: pack.soh,
      v: pack.voltage,
      i: pack.current,
      t_max: pack.tempMax,
      t_min: pack.tempMin,
      cyc: pack.cycles,
      chg: pack.charging,
      prot: pack.protection,
      cells: pack.cells,
    });
  }

  #place(rows: Map<string, Record<string, unknown>>, vehicle: number, ts: number, pack: PackReading): void {
    const slot = pack.slot ?? 1;
    const key = `${vehicle} ${slot}`;
    const last = this.#places.get(key);
    if (last && (ts < last.at || (last.sn === pack.sn && ts - last.at < recheckMs))) return;
    rows.set(key, { vehicle, slot, sn: pack.sn, ts: new Date(ts) });
    this.#pending.push(() => this.#places.set(key, { sn: pack.sn, at: ts }));
  }

  async #writeRecords(
    client: PoolClient,
    latest: ReadonlyMap<string, { readonly pack: PackReading; readonly ts: number }>,
  ): Promise<void> {
    const rows: unknown[] = [];
    for (const { pack, ts } of latest.values()) {
      const temp = pack.tempMax === null ? null : Math.round(pack.tempMax);
      const figures = [whole(pack.soc), whole(pack.soh), pack.cycles, temp, pack.charging, pack.protection].join();
      const last = this.#seen.get(pack.sn);
      if (last && (ts < last.at || (last.figures === figures && ts - last.at < rewriteMs))) continue;
      this.#keep(pack.sn, { figures, at: ts });
      const { cells } = pack;
      rows.push({
        sn: pack.sn,
        soc: whole(pack.soc),
        soh: whole(pack.soh),
        cycles: pack.cycles,
        t_max: pack.tempMax,
        t_min: pack.tempMin,
        v: pack.voltage,
        i: pack.current,
        chg: pack.charging,
        prot: pack.protection,
        cells,
        diff: cells === null ? null : Math.max(...cells) - Math.min(...cells),
        ts: new Date(ts),
      });
    }
    if (rows.length === 0) return;
    await client.query({ name: 'gateway-batteries', text: updateRecords, values: [JSON.stringify(rows)] });
  }
}

/** In the order of ids, so that two batches never wait for each other in a circle. */
const updateRecords = `with u as materialized (
    select b.id, r.* from json_to_recordset($1) as r(sn text, soc int, soh int, cycles int, t_max numeric, t_min numeric, v numeric, i numeric,
      chg smallint, prot int, cells jsonb, diff int, ts timestamptz)
    join veh_battery b on b.battery_sn = r.sn and not b.deleted and (b.last_report_time is null or b.last_report_time <= r.ts)
    order by b.id)
  update veh_battery b set soc = coalesce(u.soc, b.soc), soh = coalesce(u.soh, b.soh), cycle_count = coalesce(u.cycles, b.cycle_count),
    temp_max_c = coalesce(u.t_max, b.temp_max_c), temp_min_c = coalesce(u.t_min, b.temp_min_c), voltage_v = coalesce(u.v, b.voltage_v),
    current_a = coalesce(u.i, b.current_a), charging = coalesce(u.chg, b.charging), protection = coalesce(u.prot, b.protection),
    cells_mv = coalesce(u.cells, b.cells_mv), cell_diff_mv = coalesce(u.diff, b.cell_diff_mv), last_report_time = u.ts
  from u where b.id = u.id`;
const insertSnapshots = `insert into veh_battery_snapshot (battery_id, ts, vehicle_id, v, i, soh, t_max, t_min, cyc, prot, soc, chg, cells)
  select b.id, r.ts, r.vehicle, r.v, r.i, r.soh, r.t_max, r.t_min, r.cyc, r.prot, r.soc, r.chg, r.cells
  from json_to_recordset($1) as r(sn text, vehicle bigint, ts timestamptz, v real, i real, soh real, t_max real, t_min real, cyc int, prot int,
    soc smallint, chg smallint, cells smallint[])
  join veh_battery b on b.battery_sn = r.sn and not b.deleted order by b.id, r.ts on conflict do nothing`;

const placeRows = 'json_to_recordset($1) as r(vehicle bigint, slot int, sn text, ts timestamptz)';
/** The reported battery is the recorded one: the open question is closed. */
const settlePlaces = `update veh_battery_pending p set status = ${resolved}, handle_time = now(), update_time = now(), rev = p.rev + 1
  from ${placeRows} where p.status = ${toConfirm} and p.vehicle_id = r.vehicle and p.slot = r.slot
    and exists (select from veh_battery b where b.battery_sn = r.sn and b.vehicle_id = r.vehicle and b.slot = r.slot and not b.deleted)`;
/** The reported battery differs from the record: one open question per vehicle and slot. */
const insertPlaces = `insert into veh_battery_pending as p (vehicle_id, slot, reported_sn, battery_id, recorded_battery_id, status, first_time, last_time)
  select r.vehicle, r.slot, r.sn, k.id, w.id, ${toConfirm}, r.ts, r.ts from ${placeRows}
  left join veh_battery k on k.battery_sn = r.sn and not k.deleted
  left join veh_battery w on w.vehicle_id = r.vehicle and w.slot = r.slot and not w.deleted
  where (k.vehicle_id is distinct from r.vehicle or k.slot is distinct from r.slot) and exists (select from veh_vehicle v where v.id = r.vehicle and not v.deleted)
    and not exists (select from veh_battery_pending i where i.vehicle_id = r.vehicle and i.slot = r.slot and i.reported_sn = r.sn and i.status = ${ignored})
  order by r.vehicle, r.slot
  on conflict (vehicle_id, slot) where status = ${toConfirm} do update set last_time = greatest(p.last_time, excluded.last_time), battery_id = excluded.battery_id,
    recorded_battery_id = excluded.recorded_battery_id, reported_sn = excluded.reported_sn,
    first_time = case when p.reported_sn = excluded.reported_sn then p.first_time else excluded.first_time end`;
