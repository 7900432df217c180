import type { FoundGroup } from '@wheelhouse/contract/search';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entities, pathOfCall, plain, shownAs } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNormalised } from '../../src/entity/storage.ts';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const all = Object.values(entities).map(plain);
const found = all.filter(({ list }) => list.keyword?.end !== undefined);
/** Formats of identities that people read out by their last characters. */
const readOut = ['vin', 'frameNo', 'imei', 'iccid', 'ecuSn', 'batterySn', 'plateNo'];
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const listed = async (entity: EntityDef, keyword: string): Promise<Record<string, unknown>[]> =>
  (
    await t.call<{ list: Record<string, unknown>[] }>(
      'POST',
      pathOfCall(entity, 'list'),
      { query: { keyword } },
      { as: 'admin' },
    )
  ).data.list;

/** The samples of a frame number or plate come beside a VIN only on some vehicles: these have all. */
async function identities(entity: EntityDef): Promise<Record<string, unknown>> {
  const id = await addSample(t, entity);
  if (entity.name === 'vehicle')
    await t.app.pool.query(`update veh_vehicle set frame_no = '119122609002129', plate_no = '沪A7K821' where id = $1`, [
      id,
    ]);
  return (await t.call<Record<string, unknown>>('POST', pathOfCall(entity, 'detail'), { id }, { as: 'admin' })).data;
}

describe.each(found)('$name', (entity) => {
  const ends = entity.list.keyword?.end ?? [];
  test('every identity of its keyword is found by its end, and is stored so that it can be', () => {
    for (const name of entity.list.keyword?.eq ?? []) {
      const field = entity.fields[name];
      if (field?.kind === 'text' && readOut.includes(field.format ?? '')) expect(ends, name).toContain(name);
    }
    for (const name of ends) {
      const field = shownAs(entity, name);
      expect(field.kind === 'text' && isNormalised(field) && field.right === undefined, name).toBe(true);
    }
  });

  test.runIf(entity.calls.includes('add'))('the last six, and the last four, find it in list and search', async () => {
    const row = await identities(entity);
    for (const name of ends) {
      const value = String(row[name] ?? '');
      if (value === '') continue;
      for (const typed of [value.slice(-6), value.slice(-6).toLowerCase(), value.slice(-4)])
        expect(
          (await listed(entity, typed)).map((one) => one['id']),
          `${name} ${typed}`,
        ).toContain(row['id']);
      const groups = await t.call<FoundGroup[]>(
        'POST',
        '/search/global',
        { keyword: value.slice(-6) },
        { as: 'admin' },
      );
      const items = groups.data.find((group) => group.entity === entity.name)?.items ?? [];
      expect(
        items.map((item) => item.id),
        name,
      ).toContain(row['id']);
    }
  });
});

test('a vehicle that has only a frame number is found by its last six', async () => {
  const vehicle = plain(entities.vehicle);
  const id = await addSample(t, vehicle);
  await t.app.pool.query(`update veh_vehicle set vin = null, frame_no = '119122609764318' where id = $1`, [id]);
  expect((await listed(vehicle, '764318')).map((one) => one['id'])).toEqual([id]);
  expect(await listed(vehicle, '764319')).toEqual([]);
  expect(await listed(vehicle, '7%4318')).toEqual([]);
});
