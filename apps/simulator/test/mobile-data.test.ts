import { expect, test } from 'vitest';
import { MobileData } from '../src/mobile-data.ts';

test('the day so far is told every ten minutes, and once more when it is over', () => {
  // 23:30 in Shanghai.
  const start = Date.UTC(2026, 10, 30, 15, 30);
  const minutes = (n: number) => start + n * 60_000;
  const data = new MobileData();
  data.count('telemetry', 10_000, start);
  data.count('ota', 500_000, start);
  const first = { day: '2026-11-30', telemetry: 10, ota: 489, log: 0, other: 0 };
  expect(data.due(start)).toEqual(first);
  expect(data.due(minutes(9))).toBeUndefined();
  data.count('log', 3_000, minutes(9));
  expect(data.due(minutes(10))).toEqual({ ...first, log: 4 });
  data.count('other', 100, minutes(29));
  // After midnight.
  expect(data.due(minutes(31))).toEqual({ ...first, log: 4, other: 1 });
  expect(data.due(minutes(31))).toEqual({ day: '2026-12-01', telemetry: 0, ota: 0, log: 0, other: 0 });
});
