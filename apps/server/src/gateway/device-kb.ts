import { dataPurposes, type DeviceKb } from '@wheelhouse/contract/device/payloads';
import { isRecord } from '@wheelhouse/contract/object';
import { formatDay, isDay } from '@wheelhouse/contract/time';

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
  if (!isRecord(raw)) return undefined;
  const { day }: { readonly day?: unknown } = raw;
  if (typeof day !== 'string' || !isDay(day)) return undefined;
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
