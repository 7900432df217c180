import type { Part, Statistic } from '@wheelhouse/entities/statistics/define';
import { fewRows } from './Bars.tsx';

type Named = readonly [key: string, part: Part];

/** Where parts stand: two columns of about the same height, and those that need the whole width below them. */
export interface Arranged {
  readonly columns: readonly (readonly Named[])[];
  readonly wide: readonly Named[];
}

const isWide = ({ chart }: Part): boolean => chart === 'heat' || chart === 'map';
/** Rows that a title, its lines and the space around them take. */
const around = 4;
const [treeRows, usualRows] = [10, 7];

/** About how many rows a part has, before it is there. */
function rowsOf({ dimensions }: Statistic, { chart, by, top }: Part): number {
  if (chart === 'sunburst' || chart === 'scatter') return treeRows;
  const bands = dimensions[by[0] ?? '']?.bands?.length;
  return Math.min(fewRows, top ?? (bands === undefined ? usualRows : bands + 1));
}

/** The groups of which one is chosen, in the place of a group; none where it stands alone. */
export const choicesOf = (statistic: Statistic, key: string): readonly Named[] =>
  Object.entries(statistic.groups?.parts ?? {}).filter(([, { choice }]) => choice?.of === key);

/** Arranges the groups of a statistic. A single one that would stand alone in two columns takes the whole width. */
export function arrange(statistic: Statistic): Arranged {
  // What stands in the place of another one has none of its own.
  const parts = Object.entries(statistic.groups?.parts ?? {}).filter(
    ([key, { choice }]) => (choice?.of ?? key) === key,
  );
  const narrow = parts.filter(([, part]) => !isWide(part));
  const wide = parts.filter(([, part]) => isWide(part));
  if (narrow.length < 2) return { columns: [], wide: [...narrow, ...wide] };
  const columns: { parts: Named[]; rows: number }[] = [
    { parts: [], rows: 0 },
    { parts: [], rows: 0 },
  ];
  for (const named of narrow) {
    const [left, right] = columns;
    const lower = left !== undefined && right !== undefined && right.rows < left.rows ? right : left;
    lower?.parts.push(named);
    if (lower !== undefined) lower.rows += rowsOf(statistic, named[1]) + around;
  }
  return { columns: columns.map((one) => one.parts), wide };
}
