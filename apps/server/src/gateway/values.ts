import { derivedFields, telemetryFields, type TelemetryField } from '@wheelhouse/contract/device/fields';
import { cleanText } from './json.ts';

/** Value of one field: a flag or choice as a number, trouble codes as a list. Null = not in the sample. */
export type Value = number | string | readonly string[] | null;

/** In `Reading.values`: the device says that it does not know. Stored as null, and so is the latest state then. Below the bounds of every field. */
export const notKnown = -32_768;
/** Numbers of parts that have none: a memory that is erased or empty. */
const noNumber = /^[0f\s]*$/i;

/** Length of `Reading.values`: all field numbers in use. */
const slots = 48;
const none: readonly Value[] = Array.from({ length: slots }, () => null);
/** Values of which none is known yet. */
export const noValues = (): Value[] => none.slice();
const fields: readonly TelemetryField[] = telemetryFields;
export const topFields = new Map(
  fields.filter((field) => !field.path.includes('.')).map((field) => [field.path, field]),
);
export const partFields = new Map<string, Map<string, TelemetryField>>();
for (const field of fields) {
  const [part, key] = field.path.split('.');
  if (part === undefined || key === undefined) continue;
  partFields.set(part, (partFields.get(part) ?? new Map<string, TelemetryField>()).set(key, field));
}
export const packFields = partFields.get('bat') ?? new Map<string, TelemetryField>();
partFields.delete('bat');

export const slot = {
  lat: 0,
  lng: 1,
  fix: 6,
  soc: 7,
  soh: 8,
  v: 9,
  i: 10,
  tMax: 11,
  tMin: 12,
  cyc: 13,
  chg: 14,
  sn: 15,
} as const;
export const versionSlot: Readonly<Record<number, number>> = {
  1: derivedFields.ecuVersion.id,
  2: derivedFields.bmsVersion.id,
  3: derivedFields.controllerVersion.id,
  4: derivedFields.meterVersion.id,
};

/** A wire value as stored; null when it says nothing, undefined when it breaks the field's rule. */
export function valueOf(field: TelemetryField, raw: unknown): number | string | null | undefined {
  switch (field.wire) {
    case 'number':
    case 'integer':
      if (typeof raw === 'number' && field.unknown?.includes(raw)) return notKnown;
      if (typeof raw !== 'number' || raw < (field.min ?? -Infinity) || raw > (field.max ?? Infinity)) return undefined;
      return field.wire === 'integer' ? Math.round(raw) : raw;
    case 'boolean':
      return raw === true ? 1 : raw === false ? 0 : undefined;
    case 'choice':
      return typeof raw === 'string' && Object.hasOwn(field.choices ?? {}, raw) ? field.choices?.[raw] : undefined;
    case 'text':
      if (typeof raw !== 'string' || raw.length > (field.length ?? 0)) return undefined;
      return noNumber.test(raw) ? null : cleanText(raw);
  }
}

export const num = (value: Value | undefined): number | null =>
  typeof value === 'number' && value !== notKnown ? value : null;
export const shortText = (raw: unknown): string | null =>
  typeof raw === 'string' && raw !== '' && raw.length <= 40 ? cleanText(raw) : null;

/** One figure for several packs in parallel: mean charge and voltage, the sum of currents, the extremes of the rest. */
export function aggregate(packs: readonly Value[][], into: Value[]): void {
  const first = packs[0];
  if (!first) return;
  if (packs.length === 1) {
    for (let id: number = slot.soc; id <= slot.sn; id++) into[id] = first[id] ?? null;
    return;
  }
  // One pack that does not know is no reason to forget what the others say.
  const all = (id: number) => packs.flatMap((pack) => num(pack[id]) ?? []);
  const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
  const set = (id: number, figure: (list: number[]) => number) => {
    const list = all(id);
    if (list.length > 0) into[id] = Math.round(figure(list) * 1000) / 1000;
  };
  for (const id of [slot.soc, slot.v]) set(id, (list) => sum(list) / list.length);
  set(slot.i, sum);
  for (const id of [slot.tMax, slot.cyc, slot.chg]) set(id, (list) => Math.max(...list));
  for (const id of [slot.tMin, slot.soh]) set(id, (list) => Math.min(...list));
}
