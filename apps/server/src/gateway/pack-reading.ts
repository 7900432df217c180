import { packDetails } from '@wheelhouse/contract/device/fields';
import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import { num, slot, type Value } from './values.ts';

/** What a sample says of one battery pack. */
export interface PackReading {
  readonly sn: string;
  readonly slot: number | null;
  readonly soc: number | null;
  readonly soh: number | null;
  readonly cycles: number | null;
  readonly voltage: number | null;
  /** A, negative = discharge. */
  readonly current: number | null;
  readonly tempMax: number | null;
  readonly tempMin: number | null;
  readonly charging: number | null;
  /** mV, first cell first. */
  readonly cells: readonly number[] | null;
  /** Bits of `protectionFlags`. */
  readonly protection: number | null;
}

const { cells: cellRule, protection: protectionRule } = packDetails;

function cellsOf(raw: unknown): readonly number[] | undefined {
  if (!Array.isArray(raw) || raw.length === 0 || raw.length > cellRule.most) return undefined;
  const cells: number[] = [];
  for (const cell of raw as unknown[]) {
    if (typeof cell !== 'number' || !(cell >= cellRule.min && cell <= cellRule.max)) return undefined;
    cells.push(Math.round(cell * 1000));
  }
  return cells;
}

const protectionOf = (raw: unknown): number | undefined =>
  typeof raw === 'number' && Number.isInteger(raw) && raw >= protectionRule.min && raw <= protectionRule.max
    ? raw
    : undefined;

/**
 * Whether a key of a pack that is no field of the catalogue's columns is understood all the same. A wrong value is counted as refused;
 * the pack is then kept as it came.
 */
export function packDetail(
  key: string,
  raw: unknown,
  refuse: (reason: RefusalReason, detail: string) => void,
): boolean {
  if (key === 'slot') return true;
  const check = key === 'cells' ? cellsOf : key === 'prot' ? protectionOf : undefined;
  if (!check) return false;
  if (raw === null || check(raw) !== undefined) return true;
  refuse('field', `bat.${key}=${String(JSON.stringify(raw)).slice(0, 60)}`);
  return false;
}

/** A pack that says which one it is. */
export function packReading(
  pack: Readonly<Record<string, unknown>>,
  values: readonly Value[],
): PackReading | undefined {
  const sn = values[slot.sn];
  if (typeof sn !== 'string' || sn === '') return undefined;
  const place = pack['slot'];
  return {
    sn,
    slot: typeof place === 'number' && Number.isInteger(place) && place >= 1 && place <= 3 ? place : null,
    soc: num(values[slot.soc]),
    soh: num(values[slot.soh]),
    cycles: num(values[slot.cyc]),
    voltage: num(values[slot.v]),
    current: num(values[slot.i]),
    tempMax: num(values[slot.tMax]),
    tempMin: num(values[slot.tMin]),
    charging: num(values[slot.chg]),
    cells: cellsOf(pack['cells']) ?? null,
    protection: protectionOf(pack['prot']) ?? null,
  };
}
