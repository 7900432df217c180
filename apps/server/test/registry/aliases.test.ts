import type { Page } from '@wheelhouse/contract';
import { entities, pathOfCall, plain } from '@wheelhouse/entities/registry';
import { operatorsOf } from '@wheelhouse/entities/queries';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { addSample, sampleForm } from './samples.ts';

const all = Object.values(entities).map(plain);
let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const aliases = all.flatMap((entity) =>
  Object.entries(entity.aliases ?? {}).map(
    ([name, alias]) => [entity.name, name, typeof alias === 'string' ? alias : alias.field] as const,
  ),
);

const found = ({ data: { list, total } }: Answer<Page<{ readonly id: string }>>) => [total, list.map(({ id }) => id)];

test.each(aliases)('%s: %s asks what %s asks', async (entityName, name, field) => {
  const entity = all.find((one) => one.name === entityName);
  if (!entity) throw new Error(entityName);
  expect(entity.fields[name], 'an alias is no field of its own').toBeUndefined();
  if (entity.calls.includes('add')) await addSample(t, entity);
  const ask = (query: object) =>
    t.call<Page<{ readonly id: string }>>('POST', pathOfCall(entity, 'list'), { query }, { as: 'admin' });
  for (const op of operatorsOf(entity, field, 'list')) {
    const one = field.endsWith('Time') ? '2026-01-01' : '1';
    const value = op === 'in' ? [one] : one;
    const answer = await ask({ [`${name}.${op}`]: value });
    expect(answer.code, op).toBe(0);
    expect(found(answer)).toEqual(found(await ask({ [`${field}.${op}`]: value })));
  }
  if (operatorsOf(entity, field, 'list').size === 0)
    expect(await ask({ [name]: '1' })).toMatchObject({ code: 1001, data: { errors: [{ field }] } });
});

test('a vehicle is added with its batteries by their serial numbers', async () => {
  const [vehicle, battery] = [plain(entities.vehicle), plain(entities.battery)];
  const batteryId = await addSample(t, battery);
  const { data: found } = await t.call<{ batterySn: string }>(
    'POST',
    pathOfCall(battery, 'detail'),
    { id: batteryId },
    { as: 'admin' },
  );
  const form = await sampleForm(t, vehicle);
  const add = (batterySns: unknown) =>
    t.call<{ id: string }>('POST', pathOfCall(vehicle, 'add'), { ...form, batterySns }, { as: 'admin' });
  expect(await add(['08QPB1LZX25B2999999999'])).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'batterySns' }] },
  });
  expect((await add([7])).code).toBe(1001);
  const added = await add([found.batterySn]);
  expect(added.code, added.message).toBe(0);
  const { data } = await t.call<{ batteryIds: string[] }>(
    'POST',
    pathOfCall(vehicle, 'detail'),
    { id: added.data.id },
    { as: 'admin' },
  );
  expect(data.batteryIds).toEqual([batteryId]);
});
