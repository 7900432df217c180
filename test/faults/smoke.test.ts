import { expect, test } from 'vitest';
import { runDrawFaults } from './draws/trial.ts';
import { runFaults } from './faults.ts';
import { expectedOf, runPayFaults } from './payments/trial.ts';

test.concurrent('process and database killed under load: nothing acknowledged is lost, nothing stored twice', async () => {
  const { recoveries, ...counts } = await runFaults({ broker: 'embedded', devices: 8, seconds: 1 });
  expect(counts.acknowledged).toBeGreaterThan(100);
  expect(counts).toMatchObject({ missing: 0, twice: 0 });
  expect(recoveries).toHaveLength(2);
}, 180_000);

test.concurrent('server and database killed while many draw: every prize is won once, and every request answers the same again', async () => {
  const { faults, seconds, again, ...counts } = await runDrawFaults({ draws: 600, prizes: 20, connections: 40 });
  expect(faults).toHaveLength(2);
  expect([seconds, again].every((n) => n > 0)).toBe(true);
  expect(counts).toEqual({ draws: 600, wins: 20, records: 20, won: 20, reserved: 20, differ: 0, findings: 0 });
}, 180_000);

test.concurrent('server and database killed while a channel tells of payments, twice each: every order and entry is there once', async () => {
  const report = await runPayFaults({ orders: 400, connections: 20 });
  expect(report.faults).toHaveLength(2);
  expect(report).toMatchObject({ acknowledged: 800, ...expectedOf(400) });
}, 180_000);
