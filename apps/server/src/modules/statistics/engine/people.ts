import type { StatNumber } from '@wheelhouse/contract/statistics';

/** People of whom nothing more is told than that they are few (catalogue 11, §7). */
const few = 5;
const isFew = (n: number): boolean => n > 0 && n < few;

/** A number of people, or that they are few. */
export function tellPeople(n: number | null): StatNumber {
  return n !== null && isFew(n) ? '<5' : n;
}

/**
 * Numbers of parts of a known whole: where one of them is few, so is what would give it away by subtraction: the next smallest part, and more
 * until those that are not told are at least five together.
 */
tellPeople.all = (numbers: readonly number[]): readonly StatNumber[] => {
  const places = numbers.map((_, at) => at).filter((at) => (numbers[at] ?? 0) > 0);
  const small = places.toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
  const hidden = new Set(small.filter((at) => isFew(numbers[at] ?? 0)));
  for (const at of small) {
    const together = [...hidden].reduce((sum, one) => sum + (numbers[one] ?? 0), 0);
    if (hidden.size === 0 || (hidden.size > 1 && together >= few)) break;
    hidden.add(at);
  }
  return numbers.map((n, at) => (hidden.has(at) ? '<5' : n));
};
