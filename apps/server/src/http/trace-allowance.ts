import type { App } from './context.ts';

/** Rows that one person's refused attempts may add in a minute; the next row states how many were left out. */
const mostPerMinute = 1000;
const perApp = new WeakMap<App, Map<string, { since: number; rows: number; missed: number }>>();

/** How many of `wanted` rows about refusals may be written, and how many were left out before. */
export function traceAllowance(app: App, who: string, wanted: number): { rows: number; missed: number } {
  const minutes = perApp.get(app) ?? new Map<string, { since: number; rows: number; missed: number }>();
  perApp.set(app, minutes);
  const now = Date.now();
  for (const [key, { since, missed }] of minutes) if (now - since > 60_000 && missed === 0) minutes.delete(key);
  const known = minutes.get(who) ?? { since: now, rows: 0, missed: 0 };
  minutes.set(who, known);
  if (now - known.since > 60_000) Object.assign(known, { since: now, rows: 0 });
  const rows = Math.min(wanted, mostPerMinute - known.rows);
  known.rows += rows;
  const { missed } = known;
  known.missed = rows === 0 ? missed + wanted : wanted - rows;
  return { rows, missed: rows === 0 ? 0 : missed };
}
