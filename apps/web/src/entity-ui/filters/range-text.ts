/** A range with one end or both; '' without any. */
export function spanText(from: string, to: string): string {
  if (to === '') return from === '' ? '' : `≥ ${from}`;
  return from === '' ? `≤ ${to}` : `${from} – ${to}`;
}

/** Days from and to in one line; the year is said once where it is the same. */
export function rangeText(from: string | undefined, to: string | undefined): string {
  const [start, end] = [from?.slice(0, 10) ?? '', to?.slice(0, 10) ?? ''];
  if (start === end) return start;
  return spanText(start, start.slice(0, 5) === end.slice(0, 5) ? end.slice(5) : end);
}
