import { parseInstant } from '@wheelhouse/contract/time';
import { useNow } from '../../lib/useNow.ts';
import { useFleetTexts } from './texts.ts';

const [minute, hour, day] = [60, 3_600, 86_400];
const tickMs = 1_000;

/** How long ago, in words, of seconds. */
export function useAgoText(): (seconds: number) => string {
  const texts = useFleetTexts();
  return (seconds) =>
    seconds < minute
      ? texts('secondsAgo', { n: seconds })
      : seconds < hour
        ? texts('minutesAgo', { n: Math.floor(seconds / minute) })
        : seconds < day
          ? texts('hoursAgo', { n: Math.floor(seconds / hour) })
          : texts('daysAgo', { n: Math.floor(seconds / day) });
}

/** Seconds since an instant of the wire, kept up to date; null where there is none. */
export function useSecondsSince(instant: unknown): number | null {
  const now = useNow(tickMs);
  const then = typeof instant === 'string' ? parseInstant(instant) : undefined;
  return then === undefined ? null : Math.max(0, Math.round((now - then.getTime()) / 1000));
}
