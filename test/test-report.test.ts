import { expect, test } from 'vitest';
import { stagesIn, timesLine } from '../scripts/test-report.ts';

test('what a stage took is read from the output as it was printed', () => {
  const times = [
    { file: 'routes.spec.ts', tests: 55, seconds: 201.4, grows: 'loop' },
    { file: 'login.spec.ts', tests: 13, seconds: 50.2, grows: 'platform' },
    { file: 'ads.spec.ts', tests: 4, seconds: 48.4, grows: 'domain' },
  ] as const;
  const log = `something before\n${timesLine('browser', 180.2, times)}\n${timesLine('rules', 16, [])}\n`;
  expect(stagesIn(log)).toEqual([
    { name: 'browser', clock: 180, looping: 201, platform: 50, tests: 300 },
    { name: 'rules', clock: 16, looping: 0, platform: 0, tests: 0 },
  ]);
});
