// Money of channels that count in yuan: decimal digits and integers, never a fraction of the computer's.

/** Integers of fen as channels write them: 1205 → "12.05". */
export function yuanOf(fen: number): string {
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** An amount in units of 10^-`places` yuan; undefined where it is none, or has a smaller part than one unit. */
function unitsOf(text: unknown, places: number): number | undefined {
  const [, minus, whole, part = ''] = (typeof text === 'string' && /^(-?)(\d{1,10})(?:\.(\d+))?$/.exec(text)) || [];
  if (whole === undefined || /[1-9]/.test(part.slice(places))) return undefined;
  const units = Number(whole + part.slice(0, places).padEnd(places, '0'));
  return minus === '-' && units !== 0 ? -units : units;
}

/** "12.05" → 1205; undefined where it is no amount of whole fen. */
export const fenOf = (text: unknown): number | undefined => unitsOf(text, 2);

/** Thousandths of a fen, as fees are counted: "0.12" → 12000. */
export const milliFenOf = (text: unknown): number | undefined => unitsOf(text, 5);
