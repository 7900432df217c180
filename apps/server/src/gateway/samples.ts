import { isRecord, recordOf } from '@wheelhouse/contract/object';
import { derivedFields, otherPartType, partTypes, type TelemetryField } from '@wheelhouse/contract/device/fields';
import { timeSources, type DeviceKb } from '@wheelhouse/contract/device/payloads';
import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import type { SampleTime } from './clock.ts';
import { deviceKbOf } from './device-kb.ts';
import { isDeep, jsonbText } from './json.ts';
import type { Refuse } from './refuse.ts';
import { packDetail, packReading, type PackReading } from './pack-reading.ts';
import {
  aggregate,
  packFields,
  partFields,
  shortText,
  slot,
  noValues,
  topFields,
  type Value,
  valueOf,
  versionSlot,
} from './values.ts';

export type { PackReading } from './pack-reading.ts';
export type { Refuse } from './refuse.ts';
export interface PartReading {
  /** D:DeviceType. */
  readonly type: number;
  readonly sn: string | null;
  readonly software: string | null;
  readonly hardware: string | null;
  /** How the part's own test of itself ended; null where it does not say. */
  readonly ok: boolean | null;
}

/** A sample that passed. */
export interface Reading {
  /** Device time, ms since epoch; where that cannot be right, the time of receipt. */
  readonly ts: number;
  /** The device time that gave way. */
  readonly said: number | null;
  /** Index into `timeSources`. */
  readonly tsq: number | null;
  /** Place in its message. */
  readonly idx: number;
  /** By field number of the catalogue (wire units) and of the derived fields. */
  readonly values: readonly Value[];
  readonly packs: readonly PackReading[];
  readonly versions: readonly PartReading[];
  /** Mobile data of a day, as the device counts them. */
  readonly deviceKb: DeviceKb | null;
  /** JSON of what has no column in the history. */
  readonly parts: string | null;
}

/** An object that names of devices cannot surprise. */
const bare = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** A part with its versions, as a device reports it. */
interface Part {
  readonly type?: unknown;
  readonly sn?: unknown;
  readonly sw?: unknown;
  readonly hw?: unknown;
  readonly ok?: unknown;
}

class SampleRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Builds one reading; a fresh one per sample keeps what belongs to it together. */
class Builder {
  readonly values: Value[] = noValues();
  readonly packs: PackReading[] = [];
  readonly versions: PartReading[] = [];
  deviceKb: DeviceKb | null = null;
  readonly #refuse: Refuse;
  /** Kept as it came; a prototype-less object, so that no key of a device is special. */
  #unknown: Record<string, unknown> | undefined;
  #parts: Record<string, unknown> | undefined;

  constructor(refuse: Refuse) {
    this.#refuse = refuse;
  }

  read(field: TelemetryField, raw: unknown, into: Value[]): boolean {
    if (raw === null || raw === undefined) return true;
    const value = valueOf(field, raw);
    if (value === undefined) {
      const detail = `${field.path}=${String(JSON.stringify(raw)).slice(0, 60)}`;
      if (field.refuses) throw new SampleRefused(field.refuses, detail);
      this.#refuse('field', detail);
      return false;
    }
    into[field.id] = value;
    return true;
  }

  /** A field of the sample itself. */
  top(field: TelemetryField, raw: unknown): void {
    if (!this.read(field, raw, this.values)) this.keep(field.path, undefined, raw);
  }

  keep(part: string, key: string | undefined, value: unknown): void {
    if (isDeep(value)) throw new SampleRefused('sample', `${part} nested too deeply`);
    this.#unknown ??= bare();
    if (key === undefined) this.#unknown[part] = value;
    else ((this.#unknown[part] ??= bare()) as Record<string, unknown>)[key] = value;
  }

  part(name: string, known: Map<string, TelemetryField>, raw: unknown): void {
    if (raw === null) return;
    if (!isRecord(raw)) {
      if (name === 'pos') throw new SampleRefused('position', 'pos is not an object');
      this.#refuse('field', `${name} is not an object`);
      return this.keep(name, undefined, raw);
    }
    for (const key of Object.keys(raw)) {
      const field = known.get(key);
      if (!field || !this.read(field, raw[key], this.values)) this.keep(name, key, raw[key]);
    }
  }

  batteries(raw: unknown): void {
    if (raw === null) return;
    if (!Array.isArray(raw)) {
      this.#refuse('field', 'bat is not a list');
      return this.keep('bat', undefined, raw);
    }
    const packs: Value[][] = [];
    let whole = raw.length < 2;
    for (const pack of raw as unknown[]) {
      const values = noValues();
      if (!isRecord(pack)) {
        whole = false;
        continue;
      }
      for (const key of Object.keys(pack)) {
        const field = packFields.get(key);
        if (field ? !this.read(field, pack[key], values) : !packDetail(key, pack[key], this.#refuse)) whole = false;
      }
      packs.push(values);
      const reading = packReading(pack, values);
      if (reading) this.packs.push(reading);
    }
    aggregate(packs, this.values);
    if (!whole) this.more('bat', raw);
  }

  /** Beside the unknown fields, what the history has no column for. */
  more(name: string, raw: unknown): void {
    if (isDeep(raw)) throw new SampleRefused('sample', `${name} nested too deeply`);
    this.#parts ??= bare();
    this.#parts[name] = raw;
  }

  ecus(raw: unknown): void {
    if (!Array.isArray(raw)) return raw === null ? undefined : this.keep('ecu', undefined, raw);
    this.more('ecu', raw);
    for (const part of raw as unknown[]) {
      const { type: name, sn, sw, hw, ok }: Part = recordOf(part);
      if (typeof name !== 'string') continue;
      const type = Object.hasOwn(partTypes, name) ? (partTypes[name] ?? otherPartType) : otherPartType;
      const software = shortText(sw);
      this.versions.push({
        type,
        sn: shortText(sn),
        software,
        hardware: shortText(hw),
        ok: typeof ok === 'boolean' ? ok : null,
      });
      const at = versionSlot[type];
      if (at !== undefined && software !== null) this.values[at] = software;
    }
  }

  mobileData(raw: unknown, ts: number): void {
    this.deviceKb = deviceKbOf(raw, ts) ?? null;
    if (this.deviceKb !== null || raw === null) return;
    this.#refuse('field', `deviceKb=${String(JSON.stringify(raw)).slice(0, 60)}`);
    this.keep('deviceKb', undefined, raw);
  }

  troubleCodes(raw: unknown): void {
    if (!Array.isArray(raw)) return raw === null ? undefined : this.keep('dtc', undefined, raw);
    this.more('dtc', raw);
    const codes = new Set<string>();
    for (const entry of raw as unknown[]) {
      const code = isRecord(entry) && entry['active'] !== false ? shortText(entry['code']) : null;
      if (code !== null) codes.add(code);
    }
    this.values[derivedFields.faultCodes.id] = [...codes];
  }

  finish(): string | null {
    const { values } = this;
    const [lat, lng, fix] = [values[slot.lat], values[slot.lng], values[slot.fix]];
    if ((lat === null) !== (lng === null)) throw new SampleRefused('position', 'half a position');
    if (lat === 0 && lng === 0) throw new SampleRefused('position', 'lat=0 lng=0');
    if (fix === 0) values[derivedFields.gpsValid.id] = 0;
    else if (lat !== null) values[derivedFields.gpsValid.id] = 1;
    const charging = values[slot.chg];
    if (typeof charging === 'number')
      values[derivedFields.chargeStatus.id] = charging === 0 ? 0 : values[slot.soc] === 100 ? 2 : 1;
    if (this.#unknown) values[derivedFields.extra.id] = jsonbText(this.#unknown);
    const iccid = values[27];
    if (typeof iccid === 'string') this.more('iccid', iccid);
    if (!this.#unknown && !this.#parts) return null;
    return jsonbText({ ...this.#parts, ...(this.#unknown && { more: this.#unknown }) });
  }
}

/**
 * Checks one sample by the catalogue. Wrong position, charge, speed or time refuse it as a whole; any other wrong value is kept
 * as it came, beside the unknown fields.
 * @param time of `sampleTimes`
 * @returns undefined when refused (reported to `refuse`)
 */
export function readSample(
  raw: unknown,
  idx: number,
  time: SampleTime | undefined,
  refuse: Refuse,
): Reading | undefined {
  if (!isRecord(raw)) {
    refuse('sample', 'not an object');
    return undefined;
  }
  const ts = raw['ts'];
  if (!time) {
    refuse('ts', `ts=${String(JSON.stringify(ts)).slice(0, 40)}`);
    return undefined;
  }
  const build = new Builder(refuse);
  try {
    for (const key of Object.keys(raw)) {
      const value = raw[key];
      const part = partFields.get(key);
      const top = topFields.get(key);
      if (part) build.part(key, part, value);
      else if (top) build.top(top, value);
      else if (key === 'bat') build.batteries(value);
      else if (key === 'ecu') build.ecus(value);
      else if (key === 'dtc') build.troubleCodes(value);
      else if (key === 'deviceKb') build.mobileData(value, time.ts);
      else if (key !== 'ts' && key !== 'tsq') build.keep(key, undefined, value);
    }
    // The history shows what the device said beside the time that was taken.
    if (time.said !== null) build.more('saidTs', time.said);
    const parts = build.finish();
    if (time.said !== null) refuse('clock', `ts=${time.said}`);
    const tsq = timeSources.findIndex((source) => source === raw['tsq']);
    return {
      ...time,
      tsq: tsq < 0 ? null : tsq,
      idx,
      values: build.values,
      packs: build.packs,
      versions: build.versions,
      deviceKb: build.deviceKb,
      parts,
    };
  } catch (error) {
    if (!(error instanceof SampleRefused)) throw error;
    refuse(error.reason, error.message);
    return undefined;
  }
}
