import { expect, test } from 'vitest';
import { runFaults } from './faults.ts';

test('process and database killed under load: nothing acknowledged is lost, nothing stored twice', async () => {
  const { recoveries, ...counts } = await runFaults({ broker: 'embedded', devices: 8, seconds: 1 });
  expect(counts.acknowledged).toBeGreaterThan(100);
  expect(counts).toMatchObject({ missing: 0, twice: 0 });
  expect(recoveries).toHaveLength(2);
}, 180_000);
