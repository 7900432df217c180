import { setTimeout as sleep } from 'node:timers/promises';

// As they are now: tests replace clocks.
const [now, wait, hourMs] = [Date.now, sleep, 3_600_000];

/** Lets an hour end first that ends within `ms`: days, nights and addresses of files change with it, in the midst of a test. */
export async function awayFromHour(ms: number): Promise<void> {
  const left = hourMs - (now() % hourMs);
  if (left < ms) await wait(left + 300);
}
