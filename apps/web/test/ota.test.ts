import { describe, expect, test } from 'vitest';
import { risksOf } from '../src/domains/ota/task/risks.ts';
import { leastHours, stagesOf } from '../src/domains/ota/task/stages.ts';

const calm = {
  taskType: 2,
  upgradeMode: 1,
  minSoc: 30,
  abortFailRate: 5,
  stages: [{ percent: 1, minHours: 24, minSuccessRate: 98 }, { percent: 100 }],
};
const tonesOf = (values: object, count: number | undefined = 100, busy = 0, releaseType: number | undefined = 1) =>
  risksOf({ values: { ...calm, ...values }, count, busy, releaseType }).map(({ tone }) => tone);

describe('what to think about before a task is submitted', () => {
  test.each([
    ['a careful rollout', {}, 100, 0, 1, []],
    ['nobody is eligible', {}, 0, 0, 1, ['danger']],
    ['owners are not asked', { upgradeMode: 3 }, 100, 0, 1, ['danger']],
    ['back to an earlier version', { taskType: 5 }, 100, 0, 1, ['warning']],
    ['a beta', {}, 100, 0, 2, ['warning']],
    ['many at once', { stages: [{ percent: 100 }] }, 5000, 0, 1, ['danger']],
    ['few at once', { stages: [{ percent: 100 }] }, 50, 0, 1, []],
    [
      'a broad first stage',
      { stages: [{ percent: 50, minSuccessRate: 98 }, { percent: 100 }] },
      5000,
      0,
      1,
      ['warning'],
    ],
    ['a stage without a gate', { stages: [{ percent: 1 }, { percent: 100 }] }, 100, 0, 1, ['warning']],
    ['a low charge', { minSoc: 20 }, 100, 0, 1, ['warning']],
    ['a late pause', { abortFailRate: 30 }, 100, 0, 1, ['warning']],
    ['silent by day', { upgradeMode: 2 }, 100, 0, 1, ['warning']],
    ['silent by night', { upgradeMode: 2, windowStart: '01:00', windowEnd: '05:00' }, 100, 0, 1, []],
    ['vehicles in another task', {}, 100, 3, 1, ['warning']],
  ] as const)('%s', (_name, values, count, busy, releaseType, expected) => {
    expect(tonesOf(values, count, busy, releaseType)).toEqual(expected);
  });
});

test('stages that are being typed are read as numbers; the last one waits for nothing', () => {
  const stages = stagesOf([
    { percent: '1', minHours: '24', minSuccessRate: '' },
    { percent: 10, minHours: 48 },
    { percent: 100, minHours: 500 },
  ]);
  expect(stages[0]).toEqual({ percent: 1, count: null, minHours: 24, minSuccessRate: null, minSample: null });
  expect(leastHours(stages)).toBe(72);
});
