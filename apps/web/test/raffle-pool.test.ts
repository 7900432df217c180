import { expect, test } from 'vitest';
import { allHours, firstDays } from '../src/domains/events/raffle/hours.ts';
import { expectedOf, percentOf, summaryOf } from '../src/domains/events/raffle/pool.ts';

const noCost = (): undefined => undefined;

test('odds are added as whole numbers: six decimals are exact', () => {
  const thirds = ['33.333333', 33.333333, '33.333334'].map((probability) => ({ probability, quantity: 1 }));
  expect(summaryOf(thirds, noCost)).toMatchObject({ sum: 100_000_000, rest: 0, over: 0 });
  const over = summaryOf([{ probability: 40 }, { probability: 60.000001 }], noCost);
  expect([percentOf(over.sum), percentOf(over.rest), percentOf(over.over)]).toEqual(['100.000001%', '0%', '0.000001%']);
  expect(percentOf(summaryOf([{ probability: 0.1 }, { probability: 0.2 }], noCost).rest)).toBe('99.7%');
});

test('what is still typed counts as nothing, and unknown costs are told', () => {
  const rows = [
    { levelName: 'A', probability: '1.', quantity: '3' },
    { levelName: 'B', probability: '-', quantity: 'x' },
    { levelName: 'C', probability: null, quantity: 5 },
  ];
  const pool = summaryOf(rows, ({ levelName }) => (levelName === 'C' ? undefined : 250));
  expect(pool).toMatchObject({ sum: 1_000_000, costFen: 750, unknownCosts: 1 });
  expect(expectedOf(pool.sum)).toBe('100');
  expect(expectedOf(1)).toBe('0.0001');
});

test('hours without draws are there, and the first days are the last ones of an event', () => {
  const hour = (at: string) => ({ hour: at, users: 1, draws: 2, wins: 0 });
  const hours = allHours([hour('2026-11-29 23:00'), hour('2026-11-30 02:00')]);
  expect(hours.map((one) => [one.hour, one.draws])).toEqual([
    ['2026-11-29 23:00', 2],
    ['2026-11-30 00:00', 0],
    ['2026-11-30 01:00', 0],
    ['2026-11-30 02:00', 2],
  ]);
  expect(allHours([])).toEqual([]);
  const now = new Date('2026-11-30T04:00:00+08:00');
  const days = (startTime: string, endTime: string) => firstDays({ startTime, endTime }, now);
  expect(days('2026-11-01 00:00:00', '2026-12-30 00:00:00')).toEqual({ from: '2026-11-24', to: '2026-11-30' });
  expect(days('2026-11-29 00:00:00', '2026-12-30 00:00:00')).toEqual({ from: '2026-11-29', to: '2026-11-30' });
  expect(days('2026-09-01 00:00:00', '2026-10-17 23:59:59')).toEqual({ from: '2026-10-11', to: '2026-10-17' });
});
