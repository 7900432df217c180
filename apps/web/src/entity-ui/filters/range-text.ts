/** Days from and to in one line; the year is said once where it is the same. */
export function rangeText(from: string | undefined, to: string | undefined): string {
  const [start, end] = [from?.slice(0, 10) ?? '', to?.slice(0, 10) ?? ''];
  if (start === '' && end === '') return '';
  if (start === end) return start;
  return `${start} – ${start.slice(0, 5) === end.slice(0, 5) ? end.slice(5) : end}`;
}
