import { firmwareVersionCode } from '@wheelhouse/contract/firmware';
import type { OtaDownlink, OtaPackage } from '@wheelhouse/contract/device/payloads';
import { localHour } from '../habits.ts';
import type { Part } from '../parts.ts';
import type { Vehicle } from '../vehicle.ts';
import { OtaFailure } from './failure.ts';

const comparisons: Readonly<Record<string, (is: number, than: number) => boolean>> = {
  '>=': (is, than) => is >= than,
  '<=': (is, than) => is <= than,
  '>': (is, than) => is > than,
  '<': (is, than) => is < than,
  '=': (is, than) => is === than,
};

/** Whether a version satisfies `>=5.0.0`, `<V5.3.0` or `5.2.0`. What cannot be compared satisfies nothing. */
function satisfies(version: string, condition: string): boolean {
  const [, sign = '', bound = ''] = /^(>=|<=|>|<|=|)\s*(\S+)$/.exec(condition.trim()) ?? [];
  if (sign === '' && bound === version) return true;
  const [is, than] = [firmwareVersionCode(version), firmwareVersionCode(bound)];
  return is !== undefined && than !== undefined && comparisons[sign === '' ? '=' : sign]?.(is, than) === true;
}

/** Versions before and hardware that the package is for; every condition on the version has to hold. @throws OtaFailure E08 */
export function checkFits({ from, hw }: OtaPackage, { software, hardware }: Part): void {
  const unmet = from?.find((condition) => !satisfies(software, condition));
  if (unmet !== undefined) throw new OtaFailure('E08', `${software} is not ${unmet}`, true);
  if (hw !== undefined && hw.length > 0 && !hw.includes(hardware))
    throw new OtaFailure('E08', `hardware ${hardware}`, true);
}

export const isOver = ({ exp }: OtaDownlink, now: number): boolean => exp !== undefined && now > exp;

const hoursOf = (text: string): number => Number(text.slice(0, 2)) + Number(text.slice(3, 5)) / 60;

/** Standing, charged and within the hours of the day asked for: it may install now. */
export function mayInstall({ need, win }: OtaDownlink, vehicle: Vehicle, now: number): boolean {
  vehicle.advance(now);
  if (vehicle.pack.soc < (need?.soc ?? 0)) return false;
  if (vehicle.riding && need?.parked !== false) return false;
  if (win === undefined) return true;
  const [hour, from, to] = [localHour(now), hoursOf(win[0]), hoursOf(win[1])];
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}
