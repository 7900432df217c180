/** A unit that the label already names is not repeated beside the value. */
export const labelNamesUnit = (label: string, unit: string): boolean => label.includes(`(${unit})`);

const secondsOf: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };
const long = 60;

/** A time of a minute or more in seconds; undefined for anything else, and for parts of a second, which count where they are given. */
export function secondsIn(value: string, unit: string | undefined): number | undefined {
  const by = unit === undefined ? undefined : secondsOf[unit];
  if (by === undefined || value === '' || !Number.isFinite(Number(value))) return undefined;
  const seconds = Number(value) * by;
  return seconds >= long ? seconds : undefined;
}
