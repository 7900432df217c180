import { codes } from '../codes.ts';

/** What a package of data comes to. */
export interface SimPackage {
  readonly packageMb: number;
  /** D:PackageCycle. */
  readonly packageCycle: 1 | 2 | 3;
}

const cycles = { M: codes.PackageCycle.month, Q: codes.PackageCycle.quarter, Y: codes.PackageCycle.year } as const;
const mbOfGb = 1024;

/**
 * Volume and cycle of a package by its code (D:SimPackage): the cycle (M, Q, Y), the volume, and G where it is counted in GB: `M30`, `Y1G`.
 * @returns undefined for a code of another form
 */
export function packageOf(code: string): SimPackage | undefined {
  const [, cycle, volume, unit] = /^([MQY])([1-9]\d{0,5})(G?)$/.exec(code) ?? [];
  if (cycle !== 'M' && cycle !== 'Q' && cycle !== 'Y') return undefined;
  return { packageMb: Number(volume) * (unit === 'G' ? mbOfGb : 1), packageCycle: cycles[cycle] };
}
