const hhmm = /^([01]\d|2[0-3]):[0-5]\d$/;

/** One stretch of opening hours: weekdays (1 Monday … 7 Sunday) and times of day. */
function isSlot(slot: unknown): boolean {
  if (typeof slot !== 'object' || slot === null) return false;
  const { days, from, to } = slot as { days?: unknown; from?: unknown; to?: unknown };
  const week =
    Array.isArray(days) && days.every((d: unknown) => Number.isInteger(d) && Number(d) >= 1 && Number(d) <= 7);
  return week && typeof from === 'string' && typeof to === 'string' && hhmm.test(from) && hhmm.test(to) && from < to;
}

/** Opening hours of a week: `[{days, from: 'HH:mm', to: 'HH:mm'}]`, at most 14 stretches. */
export function isWeeklyHours(input: unknown): boolean {
  return Array.isArray(input) && input.length <= 14 && input.every(isSlot);
}
