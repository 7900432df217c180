import { pino } from 'pino';
import { Registry } from 'prom-client';
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
  const rounds = startRounds(
    { live, log, metrics: new Registry() },
    { name: 'test.round', failure: 'failed', topic },
    round,
  );
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
  const rounds = startRounds(
    { live, log, metrics: new Registry() },
    { name: 'test.round', failure: 'failed', topic },
    async () => {
      tell();
      left--;
      return left > 0 ? 0 : 60_000;
    },
  );
  await vi.advanceTimersByTimeAsync(15);
  expect(left).toBeLessThanOrEqual(0);
  await rounds.stop();
});

test('metrics say how often rounds ended, how, and when one was done', async () => {
  const { live } = hub();
  const metrics = new Registry();
  let fails = true;
  const rounds = startRounds({ live, log, metrics }, { name: 'test.round', failure: 'failed' }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    if (fails) throw new Error('once');
    return 60_000;
  });
  await vi.advanceTimersByTimeAsync(2_000);
  fails = false;
  await vi.advanceTimersByTimeAsync(8_000);
  await rounds.stop();
  const said = await metrics.metrics();
  expect(said).toContain('wheelhouse_rounds_total{round="test.round",result="failed"} 1');
  expect(said).toContain('wheelhouse_rounds_total{round="test.round",result="done"} 1');
  expect(said).toContain('wheelhouse_round_seconds_total{round="test.round"} 4');
  expect(said).toContain(`wheelhouse_round_done_timestamp_seconds{round="test.round"} ${Date.now() / 1000 - 1}`);
});
