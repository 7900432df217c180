import { entityNamed } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issueAppToken } from '../../src/http/app-call.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addSample, bindOwner, sampleForm } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

interface Cell {
  featureCode: string;
  vehicleTypeId: string;
  state: number;
  minEcuVersion: string | null;
  rev: number;
}
interface Matrix {
  features: { featureCode: string; defaultOn: number }[];
  models: { id: string; seriesId: string; vehicleCount: number }[];
  cells: Cell[];
}
type Change = Partial<Cell> & { featureCode: string; vehicleTypeId: string; state: number; minEcuVersion?: string };

const base = '/ps/crm/functionalFeature';
const ask = <Data = { id: string; rev: number }>(path: string, body: object, as = 'admin') =>
  t.call<Data>('POST', `${base}/${path}`, body, { as });
const save = (changes: readonly Change[], as = 'admin') =>
  ask<{ changed: number; vehicles: number }>('saveMatrix', { changes }, as);
const matrix = async (body: object = {}) => (await ask<Matrix>('matrix', body)).data;
const cellOf = async (featureCode: string, vehicleTypeId: string) =>
  (await matrix()).cells.find((cell) => cell.featureCode === featureCode && cell.vehicleTypeId === vehicleTypeId);

let made = 0;
/** A feature, by its code. */
async function feature(more: object = {}): Promise<{ id: string; featureCode: string }> {
  const featureCode = `TESTED_${++made}`;
  const form = await sampleForm(t, entityNamed('functionalFeature'));
  const { code, data } = await ask('add', { ...form, featureCode, defaultOn: 0, enabled: 1, ...more });
  expect(code).toBe(0);
  return { id: data.id, featureCode };
}
const model = () => addSample(t, entityNamed('vehicleType'));

describe('a feature', () => {
  test.each(['ab', 'lower', '1ST', 'WITH-DASH', `A${'B'.repeat(32)}`])('has no code like %s', async (featureCode) => {
    const form = await sampleForm(t, entityNamed('functionalFeature'));
    expect(await ask('add', { ...form, featureCode })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'featureCode' }] },
    });
  });

  test('that an introduction is about is not deleted', async () => {
    const { id } = await feature();
    const form = await sampleForm(t, entityNamed('functionIntroduce'));
    const added = await t.call(
      'POST',
      '/ps/crm/functionIntroduce/add',
      { ...form, videoId: null, featureCode: id },
      { as: 'admin' },
    );
    expect(added.code).toBe(0);
    expect(await ask('batchDelete', { ids: [id] })).toMatchObject({ data: { skipped: [{ id, code: 1006 }] } });
  });
});

describe('the matrix', () => {
  test('is saved as one change, and read by series', async () => {
    const [one, other] = [await feature(), await feature()];
    const modelId = await model();
    const { models } = await matrix();
    const seriesId = models.find(({ id }) => id === modelId)?.seriesId ?? '';
    expect(
      await save([
        { ...pick(one), vehicleTypeId: modelId, state: 1, rev: 0 },
        { ...pick(other), vehicleTypeId: modelId, state: 2, minEcuVersion: '3.2.0', rev: 0 },
      ]),
    ).toMatchObject({ code: 0, data: { changed: 2 } });
    const read = await matrix({ seriesId });
    expect(read.models.every((each) => each.seriesId === seriesId)).toBe(true);
    expect(read.cells.filter(({ vehicleTypeId }) => vehicleTypeId === modelId)).toEqual(
      expect.arrayContaining([
        { ...pick(one), vehicleTypeId: modelId, state: 1, minEcuVersion: null, rev: 1 },
        { ...pick(other), vehicleTypeId: modelId, state: 2, minEcuVersion: '3.2.0', rev: 1 },
      ]),
    );
    // What is already so is no change, and off is what a feature is where nobody has decided.
    const third = await feature();
    expect(
      (
        await save([
          { ...pick(one), vehicleTypeId: modelId, state: 1 },
          { ...pick(third), vehicleTypeId: modelId, state: 0 },
        ])
      ).data.changed,
    ).toBe(0);
  });

  test('the preview of a model names what its vehicles have, and from which version on', async () => {
    const [on, later, off] = [await feature(), await feature(), await feature({ defaultOn: 1 })];
    const disabled = await feature({ defaultOn: 1, enabled: 0 });
    const modelId = await model();
    await save([
      { ...pick(on), vehicleTypeId: modelId, state: 1 },
      { ...pick(later), vehicleTypeId: modelId, state: 2, minEcuVersion: '3.2.0' },
      { ...pick(off), vehicleTypeId: modelId, state: 0 },
    ]);
    const { data } = await t.call<{ features: { featureCode: string; minEcuVersion: string | null }[] }>(
      'POST',
      '/veh/crm/vehicleType/preview',
      { id: modelId },
      { as: 'admin' },
    );
    const made = new Set([on, later, off, disabled].map(({ featureCode }) => featureCode));
    expect(
      data.features.flatMap(({ featureCode, minEcuVersion }) =>
        made.has(featureCode) ? [[featureCode, minEcuVersion]] : [],
      ),
    ).toEqual([
      [on.featureCode, null],
      [later.featureCode, '3.2.0'],
    ]);
  });

  test('one cell that somebody else has changed refuses all', async () => {
    const [one, other] = [await feature(), await feature()];
    const modelId = await model();
    await save([{ ...pick(one), vehicleTypeId: modelId, state: 1, rev: 0 }]);
    const stale = [
      { ...pick(other), vehicleTypeId: modelId, state: 1, rev: 0 },
      { ...pick(one), vehicleTypeId: modelId, state: 2, minEcuVersion: '2.0', rev: 0 },
    ];
    expect((await save(stale)).code).toBe(1005);
    expect(await cellOf(other.featureCode, modelId)).toBeUndefined();
    expect((await save(stale.map((change) => (change.state === 2 ? { ...change, rev: 1 } : change)))).code).toBe(0);
    expect(await cellOf(one.featureCode, modelId)).toMatchObject({ state: 2, minEcuVersion: '2.0', rev: 2 });
  });

  test('two people who save at once: one of them is refused', async () => {
    const { featureCode } = await feature();
    const modelId = await model();
    const answers = await Promise.all([
      save([{ featureCode, vehicleTypeId: modelId, state: 1, rev: 0 }]),
      save([{ featureCode, vehicleTypeId: modelId, state: 2, minEcuVersion: '1.0', rev: 0 }]),
    ]);
    expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1005]);
  });

  test('bad changes name their place', async () => {
    const { featureCode } = await feature();
    const modelId = await model();
    const cell = { featureCode, vehicleTypeId: modelId };
    expect(await save([{ ...cell, state: 2 }])).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'changes[0].minEcuVersion' }] },
    });
    expect(
      await save([
        { ...cell, state: 1 },
        { ...cell, state: 0 },
      ]),
    ).toMatchObject({ code: 1001, data: { errors: [{ field: 'changes[1]' }] } });
    expect((await save([{ ...cell, state: 3 }])).code).toBe(1001);
    expect((await save([{ ...cell, state: 2, minEcuVersion: 'three' }])).code).toBe(1001);
    expect((await save([{ ...cell, featureCode: 'NO_SUCH_FEATURE', state: 1 }])).code).toBe(1002);
    expect((await save([{ ...cell, vehicleTypeId: '999999999', state: 1 }])).code).toBe(1002);
  });

  test('is saved and exported by whoever may, and logged', async () => {
    await addRole(t, 'features_reader', ['availableModel', 'availableModel.query']);
    await addUser(t, { username: 'features.reader', roles: ['features_reader'] });
    const reader = await t.login('features.reader', password);
    const { featureCode, id } = await feature();
    const change = { featureCode, vehicleTypeId: await model(), state: 1 };
    expect((await ask('matrix', {}, reader)).code).toBe(0);
    expect((await save([change], reader)).code).toBe(1003);
    expect((await ask('exportMatrix', {}, reader)).code).toBe(1003);
    expect((await save([change])).code).toBe(0);
    const { rows } = await t.app.pool.query(
      `select after from sys_operation_log where entity = 'functionalFeature' and entity_id = $1 and action = 'saveMatrix'`,
      [id],
    );
    expect(rows).toHaveLength(1);
    const { data } = await ask<{ fileName: string; rows: number }>('exportMatrix', {});
    expect(data.fileName).toMatch(/\.xlsx$/);
    expect(data.rows).toBe((await matrix()).features.length);
  });
});

describe('in the app', () => {
  async function owned(ecuVersion: string | null) {
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const { rows } = await t.app.pool.query<{ vin: string; model: string }>(
      'select coalesce(vin, frame_no) as vin, vehicle_type_id::text as model from veh_vehicle where id = $1',
      [vehicleId],
    );
    const told = async (version: string | null) => {
      await t.app.pool.query(
        `insert into veh_vehicle_status (vehicle_id, online, ecu_version) values ($1, 0, $2)
          on conflict (vehicle_id) do update set ecu_version = excluded.ecu_version`,
        [vehicleId, version],
      );
    };
    await told(ecuVersion);
    const token = await issueAppToken(t.app, await bindOwner(t, vehicleId));
    const codes = async (as = token) => {
      const { code, data } = await t.call<{ featureCode: string }[]>(
        'GET',
        '/app/v1/vehicle/features',
        { vin: rows[0]?.vin },
        { as },
      );
      expect(code).toBe(0);
      return data.map(({ featureCode }) => featureCode);
    };
    return { vin: rows[0]?.vin, model: rows[0]?.model ?? '', told, codes };
  }

  test('a vehicle has what its model and the version of its control unit give it', async () => {
    const { model: modelId, told, codes } = await owned('3.1.9');
    const [usual, off, from, disabled] = [
      await feature({ defaultOn: 1 }),
      await feature({ defaultOn: 1 }),
      await feature(),
      await feature({ defaultOn: 1, enabled: 0 }),
    ];
    await save([
      { ...pick(off), vehicleTypeId: modelId, state: 0 },
      { ...pick(from), vehicleTypeId: modelId, state: 2, minEcuVersion: '3.2.0' },
    ]);
    const mine = new Set([usual, off, from, disabled].map(({ featureCode }) => featureCode));
    const shown = async () => (await codes()).filter((code) => mine.has(code)).sort();
    expect(await shown()).toEqual([usual.featureCode]);
    await told('3.10.0');
    expect(await shown()).toEqual([usual.featureCode, from.featureCode].sort());
    await told(null);
    expect(await shown()).toEqual([usual.featureCode]);
  });

  test('only its user asks', async () => {
    const { vin } = await owned(null);
    const stranger = await issueAppToken(t.app, await addAppUser(t));
    expect((await t.call('GET', '/app/v1/vehicle/features', { vin }, { as: stranger })).code).toBe(1011);
  });

  test('an introduction is shown to models that have its feature', async () => {
    const { id, featureCode } = await feature();
    const [has, lacks] = [await model(), await model()];
    await save([{ featureCode, vehicleTypeId: has, state: 2, minEcuVersion: '1.0' }]);
    const form = await sampleForm(t, entityNamed('functionIntroduce'));
    const body = { ...form, videoId: null, vehicleTypeIds: [], featureCode: id };
    const { data } = await t.call<{ id: string }>('POST', '/ps/crm/functionIntroduce/add', body, { as: 'admin' });
    await t.call('POST', '/ps/crm/functionIntroduce/shelf', { ids: [data.id], shelfStatus: 1 }, { as: 'admin' });
    const token = await issueAppToken(t.app, await addAppUser(t));
    const isShown = async (vehicleTypeId: string) => {
      const answer = await t.call<{ id: string }[]>('GET', '/app/v1/guide/functions', { vehicleTypeId }, { as: token });
      return answer.data.some((one) => one.id === data.id);
    };
    expect([await isShown(has), await isShown(lacks)]).toEqual([true, false]);
    await ask('enable', { ids: [id], enabled: 0 });
    expect(await isShown(has)).toBe(false);
  });
});

function pick({ featureCode }: { featureCode: string }): { featureCode: string } {
  return { featureCode };
}
