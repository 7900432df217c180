import type { BleConfig } from '@wheelhouse/contract/calls/bluetooth';
import type { BleSettings, ConfigDownlink } from '@wheelhouse/contract/device/payloads';
import { afterAll, describe, expect, test } from 'vitest';
import type { Made } from '../vehicles/fixture.ts';
import { setupsToSend } from '../../src/modules/bluetooth/setup-sync.ts';
import { addSample } from '../registry/samples.ts';
import { signInAs } from '../support/people.ts';
import { base, entity, type Refusal, startSetups } from '../feedback/kit.ts';

const { b, form, add, detail, wrong } = await startSetups();
afterAll(() => b.stop());

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

describe('the page of a model', () => {
  const types = '/veh/crm/vehicleType';
  const choose = (id: string, bluetoothSetupId: string | undefined, as = 'admin') =>
    b.t.call<Refusal>('POST', `${types}/bluetoothSetup`, { id, bluetoothSetupId }, { as });
  const chosen = async (id: string) =>
    (await b.ok<{ bluetoothSetupId: string | null; bluetoothSetupName: string | null }>(`${types}/detail`, { id }))
      .bluetoothSetupName;

  test('shows its setup and chooses another: the lists of both setups say so, each in its next version', async () => {
    const [model, other] = [await b.model(), await b.model()];
    const { data: first } = await add({ vehicleTypeIds: [model, other] });
    const { data: second } = await add();
    expect(await chosen(model)).toBe((await detail(first.id))['setupName']);
    expect((await choose(model, second.id)).code).toBe(0);
    const [left, got] = [await detail(first.id), await detail(second.id)];
    expect(await chosen(model)).toBe(got['setupName']);
    expect([left['vehicleTypeIds'], left.version, got.version]).toEqual([[other], 2, 2]);
    expect(got['vehicleTypeIds']).toContain(model);
    expect(await b.rows('select 1 from veh_bluetooth_setup_history where setup_id = $1', second.id)).toHaveLength(2);
  });

  test('leaves a setup its last model, takes enabled setups alone, and asks for the right to edit them', async () => {
    const model = await b.model();
    const { data: only } = await add({ vehicleTypeIds: [model] });
    const { data: other } = await add();
    expect((await choose(model, other.id)).data.errors?.map(({ field }) => field)).toEqual(['bluetoothSetupId']);
    expect((await choose(model, undefined)).data.errors?.map(({ field }) => field)).toEqual(['bluetoothSetupId']);
    const { data: disabled } = await add({ enabled: 0 });
    expect((await choose(model, disabled.id)).data.errors?.map(({ field }) => field)).toEqual(['bluetoothSetupId']);
    const operations = await signInAs(b.t, { roles: ['ops'] });
    expect((await choose(model, other.id, operations.token)).code).toBe(1003);
    expect((await detail(only.id)).version).toBe(1);
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

describe('versions', () => {
  const versions = (id: string) =>
    b.ok<{ version: number; operatorName: string; values: Record<string, unknown> }[]>(`${base}/history`, { id });

  test('each saved change keeps what the setup was, the newest first', async () => {
    const { data } = await add({ phoneOffsets: [{ phoneModel: 'A', offset: 1 }] });
    const { rev } = await detail(data.id);
    await b.ok(`${base}/update`, { id: data.id, rev, mtu: 99, phoneOffsets: [{ phoneModel: 'A', offset: 2 }] });
    const [second, first, ...more] = await versions(data.id);
    expect(more).toEqual([]);
    expect([second?.version, first?.version]).toEqual([2, 1]);
    expect(second?.values).toMatchObject({ mtu: 99, phoneOffsets: [{ phoneModel: 'A', offset: 2 }] });
    expect(first?.values).toMatchObject({ phoneOffsets: [{ phoneModel: 'A', offset: 1 }] });
    expect(second?.operatorName).not.toBeNull();
    const { mtu, phoneOffsets, unlockRssi, vehicleTypeIds } = await detail(data.id);
    expect(second?.values).toMatchObject({ mtu, phoneOffsets, unlockRssi, vehicleTypeIds });
  });

  test('of nothing are not there', async () => {
    expect((await b.post(`${base}/history`, { id: '999999' })).code).toBe(1002);
  });
});

interface Progress {
  readonly vehicleCount: number;
  readonly syncedCount: number;
  readonly pendingCount: number;
}
const progress = async (id: string): Promise<Progress> => {
  const { list } = await b.ok<{ list: (Progress & { id: string })[] }>(`${base}/list`, { page: 1, pageSize: 50 });
  const { vehicleCount, syncedCount, pendingCount } = list.find((row) => row.id === id) ?? {};
  return { vehicleCount, syncedCount, pendingCount } as Progress;
};

/** What a connected control unit has been set to, by its Bluetooth part. */
async function listen(made: Made) {
  const device = await b.connect(made);
  const received: { ver: number; ble: BleSettings | undefined }[] = [];
  device.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/down/config')) return;
    const { ver, desired } = JSON.parse(payload.toString()) as ConfigDownlink;
    received.push({ ver, ble: desired.ble });
  });
  await device.client.subscribeAsync(`v1/${String(made.form['imei'])}/down/#`, { qos: 1 });
  await device.send('status', { st: 'online' });
  return { ...device, received };
}

describe('control units', () => {
  test('get it when they come and when it changes, and are counted once they report it', async () => {
    const model = await b.model();
    const [near, away] = [await b.vehicle({ vehicleTypeId: model }), await b.vehicle({ vehicleTypeId: model })];
    const { data } = await add({ vehicleTypeIds: [model], advIntervalMs: 150, txPower: '-4' });
    expect(await progress(data.id)).toEqual({ vehicleCount: 2, syncedCount: 0, pendingCount: 2 });
    const device = await listen(near);
    const ble = { setup: data.id, version: 1, advIntervalMs: 150, txPower: -4 };
    await expect.poll(() => device.received.at(-1)?.ble).toMatchObject(ble);
    const report = async () => {
      const last = device.received.at(-1);
      await device.send('config', { ver: last?.ver, reported: { ble: last?.ble } });
    };
    await report();
    await expect.poll(() => progress(data.id)).toEqual({ vehicleCount: 2, syncedCount: 1, pendingCount: 1 });

    const { rev } = await detail(data.id);
    await b.ok(`${base}/update`, { id: data.id, rev, advIntervalMs: 500 });
    expect(await progress(data.id)).toMatchObject({ syncedCount: 0, pendingCount: 2 });
    await sendAll();
    await expect.poll(() => device.received.at(-1)?.ble).toMatchObject({ version: 2, advIntervalMs: 500 });

    // It has not answered: pushed again, it hears of it once more.
    const heard = device.received.length;
    await b.ok(`${base}/push`, { id: data.id });
    await sendAll();
    await expect.poll(() => device.received.length).toBeGreaterThan(heard);
    await report();
    await expect.poll(() => progress(data.id)).toMatchObject({ syncedCount: 1, pendingCount: 1 });

    const late = await listen(away);
    await expect.poll(() => late.received.at(-1)?.ble).toMatchObject({ version: 2, advIntervalMs: 500 });
  });

  test('of a disabled setup get nothing, and it cannot be pushed', async () => {
    const { data } = await add({ enabled: 0 });
    expect((await b.post(`${base}/push`, { id: data.id })).code).toBe(1004);
    expect(await progress(data.id)).toMatchObject({ syncedCount: 0, pendingCount: 0 });
  });
});

/** Every setup that is due has been sent to the units that are connected. */
async function sendAll(): Promise<void> {
  const due = () => b.rows('select 1 from veh_bluetooth_setup_due');
  while ((await due()).length > 0) await setupsToSend.round(b.t.app);
}

describe('the app', () => {
  const config = (token: string, vin: unknown) =>
    b.t.call<BleConfig>('GET', '/app/v1/config/ble', { vin }, { headers: { authorization: `Bearer ${token}` } });

  test('reads what its user needs for their vehicle, and for no other', async () => {
    const model = await b.model();
    const { id, form: made } = await b.vehicle({ vehicleTypeId: model });
    const { id: userId, token } = await b.appUser();
    await b.rows(
      `insert into veh_binding (vehicle_id, user_id, bind_type, status, bind_time, channel, key_version) values ($1, $2, 1, 1, now(), 1, 1)`,
      id,
      userId,
    );
    expect((await config(token, made['vin'])).code).toBe(1002);
    const { data } = await add({ vehicleTypeIds: [model], phoneOffsets: [{ phoneModel: 'iPhone 15', offset: 4 }] });
    const { data: answered, code } = await config(token, made['vin']);
    expect(code).toBe(0);
    expect(answered).toMatchObject({
      setupId: data.id,
      version: 1,
      unlockRssi: -90,
      lockRssi: -100,
      phoneOffsets: [{ phoneModel: 'iPhone 15', offset: 4 }],
    });
    expect((await config((await b.appUser()).token, made['vin'])).code).toBe(1011);
  });
});
