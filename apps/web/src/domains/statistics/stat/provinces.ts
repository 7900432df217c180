import type { StatRow } from '@wheelhouse/contract/statistics';

/** `310115` → `310000`. */
export const provinceOf = (city: string): string => `${city.slice(0, 2)}0000`;

/** Largest number that is not told (`<5`). */
const untold = 4;

/** A sum of numbers some of which are not told: at least, or fewer than, so many. */
export function sumText(rows: readonly StatRow[], measure: string): { readonly n: number; readonly hidden: number } {
  const values = rows.map((row) => row[measure]);
  return {
    n: values.reduce<number>((sum, value) => sum + (typeof value === 'number' ? value : 0), 0),
    hidden: values.filter((value) => typeof value === 'string').length,
  };
}

/** Rows of cities as rows of their provinces, the largest first; cities that are not known stay one row. */
export function provincesOf(rows: readonly StatRow[], by: string, measure: string): readonly StatRow[] {
  const groups = Map.groupBy(rows, (row) =>
    row[by] === null || row[by] === undefined ? null : provinceOf(String(row[by])),
  );
  return [...groups]
    .map(([province, some]) => {
      const { n, hidden } = sumText(some, measure);
      const value = hidden === 0 ? n : n > 0 ? `≥${n}` : `<${untold * hidden + 1}`;
      return { row: { [by]: province, [measure]: value }, n };
    })
    .toSorted((a, b) => b.n - a.n)
    .map(({ row }) => row);
}
