import { localHour } from '../habits.ts';
import type { Random } from '../random.ts';

/** How often an owner opens the app in an hour, by hour of the day in Asia/Shanghai. */
const perHour: readonly number[] = [
  0.12, 0.08, 0.08, 0.08, 0.08, 0.1, 0.2, 0.45, 0.5, 0.4, 0.4, 0.45, 0.55, 0.45, 0.4, 0.4, 0.45, 0.55, 0.6, 0.6, 0.6,
  0.55, 0.4, 0.2,
];

const hourMs = 3_600_000;

/** When an owner opens the app next, as people do: by chance, more often by day. @param keenness so many times as often as usual */
export function nextOpening(now: number, random: Random, keenness = 1): number {
  // Openings come by chance at a rate that changes with the hour: this many would have been expected until the next one.
  let expected = -Math.log(1 - random.next()) / keenness;
  let at = now;
  for (;;) {
    const rate = perHour[Math.floor(localHour(at))] ?? 0;
    const hourEnds = (Math.floor(at / hourMs) + 1) * hourMs;
    const until = at + (expected / rate) * hourMs;
    if (until < hourEnds) return until;
    expected -= (rate * (hourEnds - at)) / hourMs;
    at = hourEnds;
  }
}
