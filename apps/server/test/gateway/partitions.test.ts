import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ env: { DATABASE_POOL: '4' } });
});
afterAll(() => t.stop());

/** Of the partition with 5 November 2031: days of telemetry and months of batteries are those of UTC. */
const bounds: Readonly<Record<string, string>> = {
  veh_telemetry: `FOR VALUES FROM ('2031-11-05 00:00:00+00') TO ('2031-11-06 00:00:00+00')`,
  veh_battery_snapshot: `FOR VALUES FROM ('2031-11-01 00:00:00+00') TO ('2031-12-01 00:00:00+00')`,
  alm_fault_report: `FOR VALUES FROM ('2031-10-31 16:00:00+00') TO ('2031-11-30 16:00:00+00')`,
  veh_ble_log: `FOR VALUES FROM ('2031-10-31 16:00:00+00') TO ('2031-11-30 16:00:00+00')`,
  sim_flow_day: `FOR VALUES FROM ('2031-11-01') TO ('2031-12-01')`,
};

test.each(Object.keys(bounds).map((parent) => `${parent}_partition`))(
  '%s is called by several processes at once',
  async (maker) => {
    for (let n = 0; n < 10; n++) {
      const day = `20${30 + n}-11-05`;
      await Promise.all([1, 2, 3, 4].map(() => t.app.pool.query(`select ${maker}($1::date)`, [day])));
    }
    const parent = maker.replace('_partition', '');
    const { rows } = await t.app.pool.query<{ part: string; bounds: string }>(
      `select c.relname as part, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits join pg_class c on c.oid = inhrelid
     where inhparent = $1::regclass and c.relname like '%203111%'`,
      [parent],
    );
    expect(rows).toEqual([
      { part: `${parent}_203111${parent === 'veh_telemetry' ? '05' : ''}`, bounds: bounds[parent] },
    ]);
  },
);
