/** Numbers around the present page; null is a gap. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last);
  const numbers = [...new Set(wanted)].sort((a, b) => a - b);
  return numbers.flatMap((n, at) => {
    const before = numbers[at - 1];
    return before === undefined || n - before === 1 ? [n] : n - before === 2 ? [n - 1, n] : [null, n];
  });
}
