import { derivedFields, telemetryFields, type TelemetryField } from '@wheelhouse/contract/device/fields';
import type { Reading } from './samples.ts';
import { notKnown, type Value } from './values.ts';

/**
 * Order of samples of one vehicle: device time, then boot, sequence, place in the message. The latest state takes every field from the
 * greatest key that carried it, whatever order the samples arrive in: folding is commutative, associative and idempotent.
 */
interface Key {
  readonly ts: number;
  readonly boot: number;
  readonly seq: number;
  readonly idx: number;
}

const after = (a: Key, b: Key): boolean => {
  if (a.ts !== b.ts) return a.ts > b.ts;
  if (a.boot !== b.boot) return a.boot > b.boot;
  if (a.seq !== b.seq) return a.seq > b.seq;
  return a.idx > b.idx;
};

interface StatusField {
  readonly id: number;
  readonly column: string;
  readonly scale: number;
  readonly whole: boolean;
  readonly turn: number;
}

const fields: readonly TelemetryField[] = telemetryFields;
const statusFields: readonly StatusField[] = [
  ...fields.flatMap((field) =>
    field.status === undefined
      ? []
      : [
          {
            id: field.id,
            column: field.status,
            scale: field.statusScale ?? 1,
            whole: field.statusWhole ?? false,
            turn: field.statusTurn ?? Infinity,
          },
        ],
  ),
  ...Object.values(derivedFields).map((field) => ({
    id: field.id,
    column: field.status,
    scale: 1,
    whole: false,
    turn: Infinity,
  })),
];
/** Columns that devices may say they know nothing of; folding gives them `notKnown` then. */
export const forgettableColumns: ReadonlySet<string> = new Set(
  fields.flatMap((field) => (field.status !== undefined && field.unknown ? [field.status] : [])),
);
/** Columns of `veh_vehicle_status` that folding may set. */
export const foldedColumns: readonly string[] = statusFields.map((field) => field.column);

/** The sample as a whole: sets report_time, boot and seq. */
const sampleId = 63;
const [latId, lngId, fixId] = [0, 1, 6];

/** New values of a status row, by column. */
export interface StatusChange extends Record<string, Value | undefined> {
  report_time?: string;
  gps_time?: string;
  boot?: number;
  seq?: number;
}

/** Folds readings of one vehicle into its latest state, starting from the stored keys. */
export class Fold {
  readonly #keys: (Key | undefined)[] = [];
  readonly #values = new Map<number, Value>();
  /** Oldest and newest device time that came behind a newer one. */
  late: { from: number; to: number } | undefined;

  /** @param stored `fold_keys` of the row: `ts,boot,seq,idx,fields…` groups; fields as two 32-bit masks in hex */
  constructor(stored: string) {
    if (stored === '') return;
    for (const group of stored.split(';')) {
      const [ts, boot, seq, idx, high, low] = group.split(',');
      const key = { ts: Number(ts), boot: Number(boot), seq: Number(seq), idx: Number(idx) };
      this.#spread(parseInt(high ?? '0', 16), 32, key);
      this.#spread(parseInt(low ?? '0', 16), 0, key);
    }
  }

  #spread(mask: number, from: number, key: Key): void {
    for (let rest = mask; rest !== 0; rest &= rest - 1) this.#keys[from + 31 - Math.clz32(rest & -rest)] = key;
  }

  /** @returns whether the reading is newer than all before: its time has not been seen yet */
  add(boot: number, seq: number, reading: Reading): boolean {
    const key: Key = { ts: reading.ts, boot, seq, idx: reading.idx };
    const newest = this.#keys[sampleId];
    const isNewer = !newest || key.ts > newest.ts;
    if (!newest || after(key, newest)) this.#keys[sampleId] = key;
    else if (key.ts < newest.ts)
      this.late = { from: Math.min(key.ts, this.late?.from ?? key.ts), to: Math.max(key.ts, this.late?.to ?? key.ts) };
    for (const { id } of statusFields) {
      const value = reading.values[id];
      if (value === null || value === undefined) continue;
      // Without a fix the coordinates are a memory of the receiver: kept in history, not shown as the place.
      if ((id === latId || id === lngId) && reading.values[fixId] === 0) continue;
      const last = this.#keys[id];
      if (last && !after(key, last)) continue;
      this.#keys[id] = key;
      this.#values.set(id, value);
    }
    return isNewer;
  }

  /** What changed, by column; times as ISO text. `gps_time` goes with the position. */
  change(): StatusChange {
    const change: StatusChange = {};
    for (const { id, column, scale, whole, turn } of statusFields) {
      const value = this.#values.get(id);
      if (value === undefined) continue;
      if (typeof value !== 'number' || value === notKnown) change[column] = value;
      else if (whole) change[column] = Math.round(value * scale) % turn;
      else change[column] = scale === 1 ? value : Math.round(value * scale * 1e6) / 1e6;
    }
    const newest = this.#keys[sampleId];
    if (newest) {
      change.report_time = new Date(newest.ts).toISOString();
      change.boot = newest.boot;
      change.seq = newest.seq;
    }
    const placed = this.#values.has(latId) ? this.#keys[latId] : undefined;
    if (placed) change.gps_time = new Date(placed.ts).toISOString();
    return change;
  }

  /** The keys as stored; the same samples give the same text, whatever their order. */
  stored(): string {
    const groups = new Map<Key, { high: number; low: number }>();
    const byText = new Map<string, { high: number; low: number }>();
    this.#keys.forEach((key, id) => {
      if (!key) return;
      let masks = groups.get(key);
      if (!masks) {
        const text = `${key.ts},${key.boot},${key.seq},${key.idx}`;
        masks = byText.get(text) ?? { high: 0, low: 0 };
        byText.set(text, masks);
        groups.set(key, masks);
      }
      if (id < 32) masks.low |= 1 << id;
      else masks.high |= 1 << (id - 32);
    });
    return [...byText]
      .map(([text, { high, low }]) => `${text},${(high >>> 0).toString(16)},${(low >>> 0).toString(16)}`)
      .sort()
      .join(';');
  }
}
