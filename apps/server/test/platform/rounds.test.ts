import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveHub, LiveListener } from '../../src/db/live.ts';
import { startRounds } from '../../src/work/rounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = pino({ level: 'silent' });
const topic = 'work';
/** A hub of one process: `tell` is what the database would notify. */
function hub(): { readonly live: LiveHub; readonly tell: () => void } {
  const listeners = new Set<LiveListener>();
  const live: LiveHub = {
    subscribe(_topic, listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onResync: () => () => undefined,
    connected: true,
    stop: async () => undefined,
  };
  return { live, tell: () => listeners.forEach((listener) => listener({}, topic)) };
}

test('a round follows what is written all the time, and does not wait for its end', async () => {
  const { live, tell } = hub();
  const round = vi.fn<() => Promise<number>>(async () => 60_000);
  const rounds = startRounds({ live, log }, { name: 'test.round', failure: 'failed', topic }, round);
  await vi.advanceTimersByTimeAsync(0);
  expect(round).toHaveBeenCalledTimes(1);
  for (let n = 0; n < 20; n++) {
    tell();
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(round.mock.calls.length).toBeGreaterThan(5);
  await rounds.stop();
});

test('what goes on at once is not held up by what it has written itself', async () => {
  const { live, tell } = hub();
  let left = 10;
  const rounds = startRounds({ live, log }, { name: 'test.round', failure: 'failed', topic }, async () => {
    tell();
    left--;
    return left > 0 ? 0 : 60_000;
  });
  await vi.advanceTimersByTimeAsync(15);
  expect(left).toBeLessThanOrEqual(0);
  await rounds.stop();
});
