import type { StatNumber } from '@wheelhouse/contract/statistics';

/** People of whom nothing more is told than that they are few (catalogue 11, §7). */
const few = 5;
const isFew = (n: number): boolean => n > 0 && n < few;

/** A number of people, or that they are few. */
export function tellPeople(n: number | null): StatNumber {
  return n !== null && isFew(n) ? '<5' : n;
}

/** Places of one group that are not told: those of few, and what would give them away by subtraction from the group's sum. */
function hiddenIn(
  numbers: readonly number[],
  places: readonly number[],
  known: ReadonlySet<number>,
): readonly number[] {
  const small = places.filter((at) => (numbers[at] ?? 0) > 0).toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  const hidden = new Set(small.filter((at) => known.has(at) || isFew(numbers[at] ?? 0)));
  for (const at of small) {
    const together = [...hidden].reduce((sum, one) => sum + (numbers[one] ?? 0), 0);
    if (hidden.size === 0 || (hidden.size > 1 && together >= few)) break;
    hidden.add(at);
  }
  return [...hidden];
}

/**
 * Numbers of parts of known wholes, told or `<5`: where one of a group is few, so is the next smallest one, and more until those that are not told
 * are at least five together. Of a table, rows and columns are groups.
 * @param groups for each number, what it is a part of: its row and its column
 */
export function tellParts(numbers: readonly number[], groups: readonly (readonly string[])[]): readonly StatNumber[] {
  const members = new Map<string, number[]>();
  for (const [at, names] of groups.entries())
    for (const name of names) members.set(name, [...(members.get(name) ?? []), at]);
  const hidden = new Set<number>();
  for (let before = -1; before !== hidden.size;) {
    before = hidden.size;
    for (const places of members.values()) for (const at of hiddenIn(numbers, places, hidden)) hidden.add(at);
  }
  return numbers.map((n, at) => (hidden.has(at) ? '<5' : n));
}
