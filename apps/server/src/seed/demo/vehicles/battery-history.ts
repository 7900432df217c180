import type { PoolClient } from 'pg';
import { after, day, hour, minute } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { restVoltage } from './models.ts';
import type { Battery } from './packs.ts';
import type { World } from '../world.ts';

interface Reading {
  readonly ts: Date;
  readonly v: number;
  readonly i: number;
  readonly soc: number;
  readonly tMax: number;
  readonly chg: 0 | 1;
}

/** How far each cell of a battery is from its pack's mean, mV: worn packs differ more, and one pack in forty has a weak cell. */
function offsetsOf({ model, soh, sn }: Battery, at: number): readonly number[] {
  if (model.pack.chemistry.cell === null) return [];
  const spread = 10 + (100 - (soh ?? 100)) * 1.6;
  let state = [...sn].reduce((sum, ch) => (sum * 31 + ch.charCodeAt(0)) >>> 0, 7);
  return Array.from({ length: model.pack.cells }, (_, cell) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return (state / 4_294_967_296 - 0.5) * spread - (at % 40 === 7 && cell === at % model.pack.cells ? 95 : 0);
  });
}

const cellsOf = (v: number, offsets: readonly number[]): readonly string[] | null =>
  offsets.length === 0 ? null : offsets.map((offset) => String(Math.round((v * 1000) / offsets.length + offset)));

/** An hour of a day of riding and a night on the charger. */
function hourOf({ model: { pack } }: Battery, ts: Date, salt: number): Reading {
  const clock = Math.floor((ts.getTime() / hour + 8) % 24);
  const chance = ((salt * 17 + Math.floor(ts.getTime() / day) * 7) % 16) / 16;
  const soc =
    clock >= 22
      ? 55 + (clock - 22) * 14
      : clock < 5
        ? Math.min(100, 83 + clock * 7)
        : clock < 8
          ? 100
          : clock < 18
            ? 100 - (clock - 7) * 2.2 - chance * 12
            : 74 - (clock - 18) * 5 - chance * 6;
  const chg = clock >= 22 || clock < 3 ? 1 : 0;
  const air = 16 + 6 * Math.sin(((clock - 9) / 24) * 2 * Math.PI);
  return {
    ts,
    soc,
    chg,
    v: restVoltage(pack, soc),
    i: chg ? pack.capacityAh * 0.18 : -0.2,
    tMax: air + chance * 2 + chg * 6,
  };
}

const hourStart = (time: Date): number => Math.floor(time.getTime() / hour) * hour;

/** Vehicles whose batteries have a month behind them; the others have their last day. */
const wellKnown = 30;
const lastHours = 12;

class Book {
  readonly rows: CopyRow[] = [];
  readonly latest = new Map<Battery, { reading: Reading; offsets: readonly number[] }>();
  readonly #keys = new Set<string>();

  add(battery: Battery, vehicleId: string, bucket: number, reading: Reading, offsets: readonly number[]): void {
    const key = `${battery.id} ${bucket}`;
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    const { ts, v, i, soc, tMax, chg } = reading;
    if (battery.vehicle !== null && ts >= (this.latest.get(battery)?.reading.ts ?? ts))
      this.latest.set(battery, { reading, offsets });
    this.rows.push({
      battery_id: battery.id,
      ts: new Date(bucket),
      vehicle_id: vehicleId,
      v: Number(v.toFixed(2)),
      i: Number(i.toFixed(1)),
      soh: battery.soh,
      t_max: Number(tMax.toFixed(1)),
      t_min: Number((tMax - 1.5).toFixed(1)),
      cyc: battery.cycles,
      prot: 0,
      soc: Math.round(Math.max(0, Math.min(100, soc))),
      chg,
      cells: cellsOf(v, offsets),
    });
  }
}

function write(world: World): Book {
  const book = new Book();
  const { now, batteries, statuses, stays } = world;
  const offsets = new Map(batteries.map((battery, at) => [battery, offsetsOf(battery, at)]));
  const inSlot1 = new Map(
    batteries
      .filter(({ vehicle, slot }) => vehicle !== null && slot === 1)
      .map((battery) => [battery.vehicle, battery]),
  );
  let loaded = 0;
  for (const { vehicle, samples } of statuses) {
    const battery = inSlot1.get(vehicle);
    if (!battery || samples.length === 0 || loaded++ >= wellKnown) continue;
    const own = offsets.get(battery) ?? [];
    for (const { ts, v, i, soc, tMax, charging, acc } of samples) {
      const size = charging === 1 || acc === 1 ? minute : hour;
      book.add(
        battery,
        vehicle.id,
        Math.floor(ts.getTime() / size) * size,
        { ts, v, i, soc, tMax, chg: charging },
        own,
      );
    }
    for (let back = 30 * 24; back > 72; back--) {
      const ts = new Date(hourStart(after(now, -back * hour)));
      book.add(battery, vehicle.id, ts.getTime(), hourOf(battery, ts, loaded), own);
    }
  }
  const reported = new Map(statuses.map(({ vehicle, reportTime }) => [vehicle, reportTime]));
  for (const [at, { battery, vehicle, until }] of stays.entries()) {
    const end = until ?? reported.get(vehicle);
    if (!end || end < after(now, -330 * day)) continue;
    const own = offsets.get(battery) ?? [];
    for (let back = lastHours; back >= 0; back--) {
      const ts = new Date(hourStart(end) - back * hour);
      book.add(battery, vehicle.id, ts.getTime(), hourOf(battery, ts, at), own);
    }
  }
  return book;
}

/** What was reported last is what the battery's record shows. */
const showLatest = `update veh_battery b set voltage_v = l.v, current_a = l.i, temp_min_c = l.t_min, charging = l.chg, protection = 0, cells_mv = l.cells, cell_diff_mv = l.diff
  from json_to_recordset($1) as l(id bigint, v numeric, i numeric, t_min numeric, chg smallint, cells jsonb, diff int) where b.id = l.id`;

/** The history of the demo's batteries: a month for the vehicles shown first, the last hours for all others. */
export async function makeBatteryHistory(client: PoolClient, world: World): Promise<void> {
  const book = write(world);
  await copyRows(client, 'veh_battery_snapshot', book.rows);
  const latest = [...book.latest].map(([battery, { reading, offsets }]) => {
    const cells = cellsOf(reading.v, offsets)?.map(Number) ?? null;
    return {
      id: battery.id,
      v: Number(reading.v.toFixed(2)),
      i: Number(reading.i.toFixed(1)),
      t_min: Number((reading.tMax - 1.5).toFixed(1)),
      chg: reading.chg,
      cells,
      diff: cells === null ? null : Math.max(...cells) - Math.min(...cells),
    };
  });
  await client.query(showLatest, [JSON.stringify(latest)]);
}
