import { createHash } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seed } from '../src/seed/index.ts';
import { simulatorSecret } from '../src/seed/simulator.ts';
import { createTestApp, type TestApp } from './support/app.ts';

const handedOver = z.array(
  z.looseObject({
    imei: z.string(),
    vin: z.string(),
    batterySns: z.array(z.string()).min(1),
    home: z.object({ lng: z.number(), lat: z.number() }),
    city: z.string(),
    maxSpeedKmh: z.number(),
    voltageV: z.number(),
  }),
);

let test: TestApp;
const one = async (query: string, values: unknown[] = []): Promise<unknown> => {
  const { rows } = await test.app.pool.query<Record<string, unknown>>(query, values);
  return Object.values(rows[0] ?? {})[0];
};
const list = () => handedOver.parse(JSON.parse(readFileSync(join(test.app.config.dataDir, 'simulator.json'), 'utf8')));
async function accepts(imei: string): Promise<boolean> {
  const { rows } = await test.app.pool.query<{ salt: Buffer; secret_hash: Buffer }>(
    'select salt, secret_hash from dev_credential where imei = $1',
    [imei],
  );
  const [stored] = rows;
  return (
    stored !== undefined &&
    createHash('sha256')
      .update(stored.salt)
      .update(simulatorSecret(test.app.secrets.simulatorKey, imei))
      .digest()
      .equals(stored.secret_hash)
  );
}

beforeAll(async () => {
  test = await createTestApp({ env: { SEED: 'demo', SIMULATOR: '30' } });
  await seed(test.app);
});
afterAll(() => test.stop());

describe('demo data in the database', () => {
  it('is there once, however often it starts', async () => {
    const before = await one('select count(*) from veh_vehicle');
    expect(Number(before)).toBe(2400);
    await seed(test.app);
    expect(await one('select count(*) from veh_vehicle')).toBe(before);
  });

  it('agrees between tables', async () => {
    expect(
      await one(
        'select count(*) from veh_vehicle v where (bind_status = 1) <> exists (select 1 from veh_binding b where b.vehicle_id = v.id and b.bind_type = 1 and b.status = 1 and b.user_id = v.owner_user_id)',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_vehicle v join veh_type t on t.id = v.vehicle_type_id where (select count(*) from veh_battery b where b.vehicle_id = v.id and b.status = 1) <> t.battery_count',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_battery b where b.status = 1 and not exists (select 1 from veh_battery_binding h where h.battery_id = b.id and h.vehicle_id = b.vehicle_id and h.unbind_time is null)',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_vehicle_status s join veh_vehicle v on v.id = s.vehicle_id where v.activation_status = 0',
      ),
    ).toBe('0');
    expect(
      await one('select count(*) from veh_vehicle_status where geo_cell <> geo_cell(gps_lng, gps_lat) or online <> 0'),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from veh_type t where shelf_status = 1 and exists (select 1 from unnest(t.colors) c where not exists (select 1 from veh_image i where i.vehicle_type_id = t.id and i.color = c))',
      ),
    ).toBe('0');
    expect(
      await one(
        'select count(*) from stat_active_day a join veh_vehicle_status s using (vehicle_id) where a.to_m > s.odometer_km * 1000 + 100',
      ),
    ).toBe('0');
  });

  it('has operators behind it whose traces fit the records', async () => {
    expect(Number(await one('select count(distinct user_id) from sys_login_log where result = 0'))).toBeGreaterThan(8);
    expect(
      await one(
        `select count(*) from sys_operation_log l join dlr_dealer d on d.id::text = l.entity_id
          where l.entity = 'dealer' and l.result_code = 0 and l.after ->> 'servicePhone' <> d.service_phone`,
      ),
    ).toBe('0');
    expect(
      await one(
        `select count(*) from sys_operation_log l left join veh_vehicle v on v.id::text = l.entity_id
          where l.entity = 'vehicle' and l.action = 'assignDealer' and v.dealer_id::text is distinct from l.after ->> 'dealerId'`,
      ),
    ).toBe('0');
    expect(Number(await one('select count(*) from sys_operation_log where result_code <> 0'))).toBeGreaterThan(4);
    expect(await one('select count(*) from sys_operation_log where time > now()')).toBe('0');
    expect(
      await one(
        'select count(*) from sys_sensitive_access_log l where not exists (select 1 from usr_app_user u where u.id::text = l.entity_id)',
      ),
    ).toBe('0');
  });

  it('gives the dealer account its dealer', async () => {
    expect(
      await one(
        "select d.dealer_code from sys_user u join dlr_dealer d on d.id = u.dealer_id where u.username = 'dealer.pudong'",
      ),
    ).toBe('D000123');
  });

  it('hands the documented vehicle and others to the simulator, with secrets that work', async () => {
    const vehicles = list();
    expect(vehicles).toHaveLength(30);
    expect(vehicles[0]).toMatchObject({ imei: '861234056123451', vin: 'LZXE3C1A9SA000123', city: '上海市' });
    expect(new Set(vehicles.map(({ city }) => city)).size).toBeGreaterThan(3);
    for (const { imei } of vehicles) expect(await accepts(imei)).toBe(true);
    expect(statSync(join(test.app.config.dataDir, 'simulator.key')).mode & 0o777).toBe(0o600);
  });

  it('leaves a secret alone that an operator has reset', async () => {
    const imei = list()[1]?.imei ?? '';
    await test.app.pool.query("update dev_credential set secret_hash = '\\x00' where imei = $1", [imei]);
    writeFileSync(join(test.app.config.dataDir, 'simulator.json'), '[]');
    await seed(test.app);
    expect(list()).toHaveLength(30);
    expect(await one('select length(secret_hash) from dev_credential where imei = $1', [imei])).toBe(1);
  });

  it('never simulates a vehicle that people have entered', async () => {
    await test.app.pool.query("update veh_vehicle set imei = '490154203237518' where vin = 'LZXE3C1A9SA000123'");
    await seed(test.app);
    expect(list().map(({ imei }) => imei)).not.toContain('490154203237518');
  });
});
