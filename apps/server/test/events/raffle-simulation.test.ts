import type { Simulation } from '@wheelhouse/contract/calls/events/raffles';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chiSquareTail } from '../../src/modules/events/raffles/simulate.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { draftRaffle, poolRow } from '../support/raffles.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

describe('a simulation', () => {
  test('writes nothing and says how well it fits', async () => {
    const pool = [await poolRow(t, { probability: 10 }), await poolRow(t, { probability: 20, levelName: '二等奖' })];
    const id = await draftRaffle(t, pool);
    const body = { id, times: 10_000 };
    const { data } = await t.call<Simulation>('POST', '/act/crm/raffleActivity/simulate', body, { as: 'admin' });
    expect(data.rows.map(({ levelName }) => levelName)).toEqual(['一等奖', '二等奖', '']);
    expect(data.rows.reduce((sum, { picked }) => sum + picked, 0)).toBe(10_000);
    expect(data.pValue).toBeGreaterThan(0);
    const { rows } = await t.app.pool.query('select 1 from act_raffle_draw where activity_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  test('judges by the distribution of chi-square', () => {
    expect(chiSquareTail(3.841, 1)).toBeCloseTo(0.05, 3);
    expect(chiSquareTail(18.307, 10)).toBeCloseTo(0.05, 3);
    expect(chiSquareTail(0, 3)).toBe(1);
  });
});
