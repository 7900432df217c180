const numbersOf = (version: string): readonly number[] => version.split('.').map(Number);

/**
 * Whether a version is above another one, number by number: `1.10.0` is above `1.9.9`. Both have as many numbers.
 * @for a version that is above another: in SQL `versionNumbers` (`db/version-numbers.ts`)
 */
export function isAbove(version: string, other: string): boolean {
  const [own, others] = [numbersOf(version), numbersOf(other)];
  const at = own.findIndex((number, i) => number !== others[i]);
  return at >= 0 && (own[at] ?? 0) > (others[at] ?? 0);
}
