import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bleMac } from '../../src/modules/binding/ble.ts';
import { unseal } from '../../src/entity/seal.ts';
import { eventually } from '../gateway/fixture.ts';
import { addAppUser } from '../support/app-user.ts';
import { startKit, type Bound, type Kit } from '../theft/kit.ts';

let kit: Kit;
beforeAll(async () => {
  kit = await startKit();
});
afterAll(() => kit.stop());

type Free = Omit<Bound, 'ownerId'>;
const proofOf = ({ imei }: Free, userId: string, { version = 1, time = Date.now() } = {}) => ({
  time,
  mac: bleMac(kit.t.app.secrets, { imei, version, userId, time }),
});
const bind = (vehicle: Free, userId: string, more: object = {}) =>
  kit.app<{ ble: { keyVersion: number; key: string } }>(userId, '/app/v1/vehicle/bind', {
    vin: vehicle.vin,
    bleProof: proofOf(vehicle, userId),
    ...more,
  });
const vehicleRow = async (id: string) => {
  const [row] = await kit.rows<{ owner: string | null; bound: number; active: number; warranty: string | null }>(
    'select owner_user_id::text as owner, bind_status as bound, activation_status as active, warranty_end as warranty from veh_vehicle where id = $1',
    id,
  );
  return row;
};
const actions = async (id: string) =>
  (await kit.rows<{ action: number }>('select action from veh_binding_log where vehicle_id = $1 order by id', id)).map(
    (row) => row.action,
  );
/** The code that a user was sent by SMS. */
async function codeOf(userId: string): Promise<string> {
  const [user] = await kit.rows<{ enc: Buffer }>('select mobile_enc as enc from usr_app_user where id = $1', userId);
  const mobile = unseal(kit.t.app.secrets, user?.enc ?? Buffer.alloc(0));
  const sent = await kit.rows<{ mobile: Buffer; body: string }>(
    'select mobile_enc as mobile, body from sys_sms_outbox order by id desc',
  );
  const text = sent.find((row) => unseal(kit.t.app.secrets, row.mobile) === mobile)?.body ?? '';
  return /\d{6}/.exec(text)?.[0] ?? '';
}

describe('binding by the app', () => {
  test('whoever stands beside the vehicle becomes its owner; the first time activates it', async () => {
    const vehicle = await kit.freeVehicle();
    const userId = await addAppUser(kit.t);
    const answer = await bind(vehicle, userId);
    expect(answer.code, answer.message).toBe(0);
    expect(answer.data.ble.keyVersion).toBe(1);
    expect(await vehicleRow(vehicle.vehicleId)).toMatchObject({
      owner: userId,
      bound: 1,
      active: 1,
      warranty: expect.anything() as unknown,
    });
    expect(await actions(vehicle.vehicleId)).toEqual([1]);
    expect((await bind(vehicle, userId)).code, 'the same owner again').toBe(0);
    const other = await addAppUser(kit.t);
    expect((await bind(vehicle, other)).code).toBe(2301);
    expect((await kit.app(other, '/app/v1/vehicle/status', { vin: vehicle.vin }, 'GET')).code).toBe(1011);
    const mine = await kit.app<{ bindType: number }>(userId, '/app/v1/vehicle/status', { vin: vehicle.vin }, 'GET');
    expect(mine.data.bindType).toBe(1);
  });

  test('by QR code as well, and only one of two at the same time', async () => {
    const vehicle = await kit.freeVehicle();
    const users = await Promise.all([addAppUser(kit.t), addAppUser(kit.t)]);
    const answers = await Promise.all(
      users.map((userId) => bind(vehicle, userId, { vin: undefined, qr: `https://example.com/v?vin=${vehicle.vin}` })),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 2301]);
  });

  test.each([
    ['of another user', (v: Free) => proofOf(v, '999999')],
    ['too old', (v: Free, userId: string) => proofOf(v, userId, { time: Date.now() - 6 * 60_000 })],
    ['of another version', (v: Free, userId: string) => proofOf(v, userId, { version: 2 })],
    ['of another vehicle', (v: Free, userId: string) => proofOf({ ...v, imei: '861234050000013' }, userId)],
    ['made up', () => ({ time: Date.now(), mac: 'A'.repeat(43) })],
  ])('a proof %s is none', async (_name, made) => {
    const vehicle = await kit.freeVehicle();
    const userId = await addAppUser(kit.t);
    const answer = await bind(vehicle, userId, { bleProof: made(vehicle, userId) });
    expect(answer.data).toMatchObject({ errors: [{ field: 'bleProof' }] });
    expect((await vehicleRow(vehicle.vehicleId))?.bound).toBe(0);
  });

  test('a stopped vehicle is not bound', async () => {
    const vehicle = await kit.freeVehicle();
    await kit.rows('update veh_vehicle set operation_status = 1 where id = $1', vehicle.vehicleId);
    expect((await bind(vehicle, await addAppUser(kit.t))).code).toBe(2017);
  });
});

describe('unbinding', () => {
  test('by the owner with a code: shares end, keys are void, the device gets another key, all users are notified', async () => {
    const vehicle = await kit.freeVehicle();
    const device = await kit.connect(vehicle);
    const [owner, friend] = [await addAppUser(kit.t), await addAppUser(kit.t)];
    const before = (await bind(vehicle, owner)).data.ble;
    await shareWith(vehicle, owner, friend);
    expect((await kit.app(owner, '/app/v1/vehicle/unbind', { vin: vehicle.vin, smsCode: '000000' })).code).toBe(1110);
    expect((await kit.app(owner, '/app/v1/vehicle/unbindCode', { vin: vehicle.vin })).code).toBe(0);
    const smsCode = await codeOf(owner);
    expect((await kit.app(owner, '/app/v1/vehicle/unbind', { vin: vehicle.vin, smsCode })).code).toBe(0);
    expect(await vehicleRow(vehicle.vehicleId)).toMatchObject({ owner: null, bound: 0, active: 1 });
    expect(await actions(vehicle.vehicleId)).toEqual([1, 3, 2, 4]);
    const config = await eventually(async () => device.down.config.at(-1));
    expect(config).toMatchObject({
      desired: { bleKeyVersion: 2, bleKey: expect.stringMatching(/^[\w-]{43}$/) as unknown },
    });
    expect((await bind(vehicle, owner)).data, 'a proof under the old key').toMatchObject({
      errors: [{ field: 'bleProof' }],
    });
    const after = await bind(vehicle, owner, { bleProof: proofOf(vehicle, owner, { version: 2 }) });
    expect(after.data.ble.keyVersion).toBe(2);
    expect(after.data.ble.key).not.toBe(before.key);
    const notified = await kit.rows<{ userId: string }>(
      'select user_id::text as "userId" from msg_inbox where user_id = any($1)',
      [owner, friend],
    );
    expect(new Set(notified.map((row) => row.userId))).toEqual(new Set([owner, friend]));
  });

  test('by force from the console, with a reason, once somebody else has approved it', async () => {
    const { vehicleId, ownerId } = await kit.vehicle();
    const force = (reason: string) =>
      kit.t.call<{ waiting: string }>('POST', '/veh/crm/vehicle/unbind', { id: vehicleId, reason }, { as: 'admin' });
    expect((await force('短')).code).toBe(1001);
    const reason = '车主已过世，家属申请';
    const { code, data } = await force(reason);
    expect(code).toBe(0);
    const logged = () =>
      kit.rows<object>(
        'select action, channel, reason, user_id::text as "userId" from veh_binding_log where vehicle_id = $1',
        vehicleId,
      );
    expect(await logged()).toEqual([]);
    const approve = (id: string, as: string) =>
      kit.t.call('POST', '/system/crm/changeRequest/transition', { id, action: 'approve' }, { as });
    expect((await approve(data.waiting, 'admin')).code).toBe(5002);
    const again = await force(reason);
    const other = await kit.staff('unbind.approver', 'ops');
    expect((await approve(data.waiting, other)).code).toBe(0);
    expect(await logged()).toEqual([{ action: 5, channel: 4, reason, userId: ownerId }]);
    expect((await force(reason)).code).toBe(2302);
    // Its owner is another one by now.
    expect((await approve(again.data.waiting, other)).code).toBe(1145);
  });
});

const mobileOf = async (userId: string): Promise<string> => {
  const [row] = await kit.rows<{ enc: Buffer }>('select mobile_enc as enc from usr_app_user where id = $1', userId);
  return unseal(kit.t.app.secrets, row?.enc ?? Buffer.alloc(0));
};
const shareWith = async (vehicle: Free, owner: string, friend: string) =>
  kit.app(owner, '/app/v1/vehicle/share', { vin: vehicle.vin, mobile: await mobileOf(friend) });

describe('sharing', () => {
  test('with five at most, by the owner alone; removed from the console with a word to the sharer', async () => {
    const vehicle = await kit.vehicle();
    const friends = await Promise.all(Array.from({ length: 6 }, () => addAppUser(kit.t)));
    const [first = '', second = ''] = friends;
    expect((await shareWith(vehicle, first, second)).code).toBe(1011);
    const codes = [];
    for (const friend of friends) codes.push((await shareWith(vehicle, vehicle.ownerId, friend)).code);
    expect(codes).toEqual([0, 0, 0, 0, 0, 1001]);
    const remove = (body: object) =>
      kit.t.call(
        'POST',
        '/veh/crm/vehicle/removeShare',
        { userId: first, reason: '车主要求', ...body },
        { as: 'admin' },
      );
    expect((await remove({})).code).toBe(1001);
    expect((await remove({ vin: vehicle.vin })).code).toBe(0);
    expect((await remove({ vehicleId: vehicle.vehicleId })).code).toBe(1002);
    const [open] = await kit.rows<{ n: number; v: number[] }>(
      'select count(*)::int as n, array_agg(distinct key_version) as v from veh_binding where vehicle_id = $1 and status = 1',
      vehicle.vehicleId,
    );
    expect(open).toEqual({ n: 5, v: [2] });
    expect((await kit.rows('select 1 from msg_inbox where user_id = $1', first)).length).toBe(1);
    expect((await shareWith(vehicle, vehicle.ownerId, friends[5] ?? '')).code).toBe(0);
    expect((await kit.app(second, '/app/v1/vehicle/unbindCode', { vin: vehicle.vin })).code).toBe(0);
    expect(
      (await kit.app(second, '/app/v1/vehicle/unbind', { vin: vehicle.vin, smsCode: await codeOf(second) })).code,
    ).toBe(0);
    expect((await vehicleRow(vehicle.vehicleId))?.owner).toBe(vehicle.ownerId);
  });
});
