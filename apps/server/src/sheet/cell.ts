/** A value of a cell. A Date is a wall clock kept in its UTC parts; text is never read as a formula. */
export type Cell = string | number | boolean | Date | null;

/** Column letters, `A` for 0. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** Days since 1899-12-30, the numbers that spreadsheets show as dates; undefined before 1900-03-01, where they disagree. */
export function serialOf(utcMilliseconds: number): number | undefined {
  const serial = utcMilliseconds / 86_400_000 + 25_569;
  return Number.isFinite(serial) && serial >= 61 && serial < 2_958_466 ? serial : undefined;
}
