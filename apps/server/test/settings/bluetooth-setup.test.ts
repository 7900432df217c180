import { bluetoothSetup } from '@wheelhouse/entities/settings/bluetooth-setup';
import { plain } from '@wheelhouse/entities/registry';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBench, type Bench } from '../equipment/fixture.ts';
import { addSample, sampleForm } from '../registry/samples.ts';

let b: Bench;
beforeAll(async () => {
  b = await startBench();
});
afterAll(() => b.stop());

const base = '/veh/crm/bluetoothSetup';
const entity = plain(bluetoothSetup);

interface Refusal {
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
}
interface Setup extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly rev: number;
  readonly version: number;
}

const form = (more: object = {}) => sampleForm(b.t, entity).then((sample) => ({ ...sample, ...more }));
const add = async (more: object = {}) => b.post<Refusal & { id: string }>(`${base}/add`, await form(more));
const detail = (id: string) => b.ok<Setup>(`${base}/detail`, { id });
const wrong = async (more: object) => {
  const { code, data } = await add(more);
  return { code, fields: data.errors?.map(({ field }) => field) };
};

describe('rules of a setup', () => {
  test.each([
    ['UUIDs are 16-bit or 128-bit', { serviceUuid: 'FEE' }, 1001, ['serviceUuid']],
    ['the three UUIDs differ', { serviceUuid: 'FEE7', writeUuid: 'fee7' }, 1001, ['writeUuid']],
    [
      'a 16-bit UUID is one of the Bluetooth base',
      { serviceUuid: 'FEE7', notifyUuid: '0000fee7-0000-1000-8000-00805f9b34fb' },
      1001,
      ['notifyUuid'],
    ],
    ['the lock threshold is 8 dB below', { unlockRssi: -62, lockRssi: -69 }, 1001, ['lockRssi']],
    ['thresholds have limits', { unlockRssi: -39 }, 1001, ['unlockRssi']],
    ['a name prefix is in capitals', { namePrefix: 'zk' }, 1001, ['namePrefix']],
  ])('%s', async (_rule, more, code, fields) => {
    expect(await wrong(more)).toEqual({ code, fields });
  });

  test('every saved change is the next version; saving the same again is none', async () => {
    const { data } = await add();
    const stored = await detail(data.id);
    expect(stored.version).toBe(1);
    await b.ok(`${base}/update`, { id: stored.id, rev: stored.rev, mtu: 100 });
    const next = await detail(data.id);
    expect(next.version).toBe(2);
    await b.ok(`${base}/update`, { id: stored.id, rev: next.rev, mtu: 100 });
    expect((await detail(data.id)).version).toBe(2);
  });
});

describe('rows of a field', () => {
  const rows = (phoneOffsets: unknown) => wrong({ phoneOffsets });

  test.each([
    [
      'a column out of range',
      [
        { phoneModel: 'A', offset: 3 },
        { phoneModel: 'B', offset: 21 },
      ],
      ['phoneOffsets[1].offset'],
    ],
    ['a missing column', [{ phoneModel: 'A' }], ['phoneOffsets[0].offset']],
    ['a value of another type', [{ phoneModel: 'A', offset: '3' }], ['phoneOffsets[0].offset']],
    ['an unknown column', [{ phoneModel: 'A', offset: 3, gain: 1 }], ['phoneOffsets[0].gain']],
    [
      'a key that stands twice',
      [
        { phoneModel: 'iPhone 15', offset: 3 },
        { phoneModel: ' iphone 15', offset: 4 },
      ],
      ['phoneOffsets[1].phoneModel'],
    ],
    [
      'several at once',
      [
        { phoneModel: '', offset: 30 },
        { phoneModel: 'B', offset: -30 },
      ],
      ['phoneOffsets[0].phoneModel', 'phoneOffsets[0].offset', 'phoneOffsets[1].offset'],
    ],
    ['too many rows', Array.from({ length: 201 }, (_, at) => ({ phoneModel: `M${at}`, offset: 0 })), ['phoneOffsets']],
    ['no rows at all', { phoneModel: 'A', offset: 3 }, ['phoneOffsets']],
    ['rows that are none', [1], ['phoneOffsets']],
  ])('%s is refused by row and column', async (_what, value, fields) => {
    expect(await rows(value)).toEqual({ code: 1001, fields });
  });

  test('are stored in their normal form and order, without what is blank; the message names the row', async () => {
    const { data } = await add({
      phoneOffsets: [
        { phoneModel: ' Mate 60 ', offset: -2 },
        { phoneModel: '', offset: null },
        { phoneModel: 'iPhone 15', offset: 4 },
      ],
    });
    expect((await detail(data.id))['phoneOffsets']).toEqual([
      { phoneModel: 'Mate 60', offset: -2 },
      { phoneModel: 'iPhone 15', offset: 4 },
    ]);
    const { data: refused } = await add({
      phoneOffsets: [
        { phoneModel: 'A', offset: 1 },
        { phoneModel: 'B', offset: 40 },
      ],
    });
    expect(refused.errors?.[0]?.message).toMatch(/^第2行：/);
  });

  test('200 of them are saved; the log has what was removed and added, row by row', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ phoneModel: `M${at}`, offset: (at % 41) - 20 }));
    const { data } = await add({ phoneOffsets: many });
    const { rev } = await detail(data.id);
    await b.ok(`${base}/update`, { id: data.id, rev, phoneOffsets: many.with(7, { phoneModel: 'M7', offset: 20 }) });
    const log = await b.ok<{ list: { changes: { field: string; before: unknown; after: unknown }[] }[] }>(
      '/system/crm/operationLog/ofRecord',
      { entity: 'bluetoothSetup', id: data.id, page: 1, pageSize: 5 },
    );
    const change = log.list[0]?.changes.find(({ field }) => field === 'phoneOffsets');
    expect(change).toMatchObject({
      before: [{ phoneModel: 'M7', offset: -13 }],
      after: [{ phoneModel: 'M7', offset: 20 }],
    });
  });

  test('the database holds lists alone, and no longer ones', async () => {
    const { data } = await add();
    const put = (value: unknown) =>
      b.rows('update veh_bluetooth_setup set phone_offsets = $2::jsonb where id = $1', data.id, JSON.stringify(value));
    await expect(put({ phoneModel: 'A' })).rejects.toThrow(/ck_veh_bluetooth_setup_phone_offsets/);
    await expect(put(Array.from({ length: 201 }, () => ({})))).rejects.toThrow(/ck_veh_bluetooth_setup_phone_offsets/);
  });
});

describe('a model belongs to one enabled setup', () => {
  const enable = async (id: string, enabled: number) => {
    const { changed, skipped } = await b.ok<{ changed: number; skipped: { code: number }[] }>(`${base}/enable`, {
      ids: [id],
      enabled,
    });
    return changed === 1 ? 0 : skipped[0]?.code;
  };

  test('a second one is refused, named, when it is added, changed or enabled', async () => {
    const model = await b.model();
    const { data: first } = await add({ vehicleTypeIds: [model] });
    const { setupName } = await detail(first.id);
    const second = await add({ vehicleTypeIds: [model] });
    expect(second.code).toBe(9011);
    expect(second.message).toContain(String(setupName));
    const { data: other } = await add({ vehicleTypeIds: [model], enabled: 0 });
    expect(await enable(other.id, 1)).toBe(9011);
    await enable(first.id, 0);
    expect(await enable(other.id, 1)).toBe(0);
    expect(await enable(first.id, 1)).toBe(9011);
  });

  test('of many at the same time one is saved', async () => {
    const model = await b.model();
    const forms = await Promise.all(Array.from({ length: 6 }, () => form({ vehicleTypeIds: [model] })));
    const codes = await Promise.all(forms.map(async (each) => (await b.post(`${base}/add`, each)).code));
    expect(codes.toSorted((one, two) => one - two)).toEqual([0, 9011, 9011, 9011, 9011, 9011]);
  });

  test('the database refuses what passes by the server', async () => {
    const model = await b.model();
    const { data: first } = await add({ vehicleTypeIds: [model] });
    const { data: other } = await add({ vehicleTypeIds: [model], enabled: 0 });
    await expect(b.rows('update veh_bluetooth_setup set enabled = 1 where id = $1', other.id)).rejects.toThrow(
      /veh_bluetooth_setup_model_pkey/,
    );
    await b.ok(`${base}/batchDelete`, { ids: [first.id] });
    expect(await enable(other.id, 1)).toBe(0);
  });
});

test('an enabled setup with vehicles is not deleted, a disabled one is', async () => {
  const id = await addSample(b.t, entity);
  const [model] = (await detail(id))['vehicleTypeIds'] as string[];
  await b.vehicle({ vehicleTypeId: model });
  expect((await detail(id))['vehicleCount']).toBe(1);
  const refused = await b.ok<{ skipped: { code: number }[] }>(`${base}/batchDelete`, { ids: [id] });
  expect(refused.skipped).toMatchObject([{ code: 1006 }]);
  await b.ok(`${base}/enable`, { ids: [id], enabled: 0 });
  expect(await b.ok(`${base}/batchDelete`, { ids: [id] })).toMatchObject({ deleted: 1 });
});
