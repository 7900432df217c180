import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { unbindVehicle } from '../../src/modules/binding/service.ts';
import { elapseNotices } from '../../src/modules/binding/unbind/jobs.ts';
import { sampleFile } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { signInAs } from '../support/people.ts';
import { caseForm, startKit, type Bound, type Kit } from '../theft/kit.ts';

let kit: Kit;
/** Submits for people who call. */
let desk: string;
let first: string;
let second: string;
let proofs: string[];
/** Uploaded by whoever submits. */
let evidence: () => Promise<string>;

beforeAll(async () => {
  kit = await startKit();
  [first, second] = [await kit.staff('unbind.first', 'aftersales'), await kit.staff('unbind.second', 'aftersales')];
  desk = await kit.staff('unbind.desk', 'aftersales');
  const { id } = await kit.t.app.sessions.authenticate(desk, undefined);
  evidence = () => sampleFile(kit.t, 'evidence', id);
  proofs = await Promise.all([1, 2, 3].map(evidence));
});
afterAll(() => kit.stop());

const form = () => ({
  applyType: 1,
  applicantName: '王小明',
  applicantMobile: '13812345678',
  reason: '车辆已转让他人',
  proofImages: proofs.slice(0, 1),
});
const buyer = () => ({ ...form(), applyType: 2, idNumber: '310101199003071230', proofImages: proofs });

interface Application {
  id: string;
  rev: number;
  applicationNo: string;
  status: number;
  [field: string]: unknown;
}
const submit = async (vehicle: Bound, more: object = form()): Promise<string> => {
  const answer = await kit.t.call<{ id: string }>(
    'POST',
    '/veh/crm/unbindApplication/add',
    { vin: vehicle.vin, ...more },
    { as: desk },
  );
  expect(answer.code, `${answer.message} ${JSON.stringify(answer.data)}`).toBe(0);
  return answer.data.id;
};
const read = async (id: string) =>
  (await kit.t.call<Application>('POST', '/veh/crm/unbindApplication/detail', { id }, { as: first })).data;
const audit = (id: string, body: object, as = first) =>
  kit.t.call('POST', '/veh/crm/unbindApplication/audit', { id, ...body }, { as });
const resolve = (id: string, uphold: boolean, as: string) =>
  kit.t.call('POST', '/veh/crm/unbindApplication/resolveObjection', { id, uphold, remark: '复审意见如此' }, { as });
const overdue = (id: string) =>
  kit.rows("update veh_unbind_application set notice_end_time = now() - interval '1 minute' where id = $1", id);
const bound = async ({ vehicleId }: Bound) =>
  (await kit.rows<{ n: number }>('select bind_status as n from veh_vehicle where id = $1', vehicleId))[0]?.n;

describe('submitting', () => {
  test('an ID number is sealed, shown masked and revealed only with the right', async () => {
    const id = await submit(await kit.vehicle(), { ...buyer(), idImages: [await evidence()] });
    const row = await read(id);
    expect(row).toMatchObject({
      idNumber: '310***********1230',
      applicantName: '王**',
      applicantMobile: '138****5678',
      status: 0,
    });
    expect(row.applicationNo).toMatch(/^UB\d{14}$/);
    const [stored] = await kit.rows<{ text: string }>(
      'select t::text as text from veh_unbind_application t where id = $1',
      id,
    );
    expect(stored?.text).not.toContain('310101199003071230');
    const reveal = (as: string) =>
      kit.t.call<{ value: string }>(
        'POST',
        '/system/crm/privacy/reveal',
        { entity: 'unbindApplication', id, field: 'idNumber', reason: '核对身份' },
        { as },
      );
    expect((await reveal(first)).code).toBe(1003);
    expect((await reveal('admin')).data.value).toBe('310101199003071230');
    expect(row).not.toHaveProperty('idImagesUrl');
    expect(row['proofImagesUrl']).toHaveLength(3);
    const look = (fileId: string) =>
      kit.t.call<{ url: string }>('POST', '/veh/crm/unbindApplication/proof', { id, fileId }, { as: first });
    expect((await look(proofs[0] ?? '')).code).toBe(1002);
    expect((await look((row['idImages'] as string[])[0] ?? '')).data.url).toMatch(/^\/common\/file\//);
    const log = await kit.rows<object>(
      "select field, username from sys_sensitive_access_log where entity = 'unbindApplication' and entity_id = $1 order by id",
      id,
    );
    expect(log).toEqual([
      { field: 'idNumber', username: 'admin' },
      { field: 'idImages', username: 'unbind.first' },
    ]);
  });

  test('refused: not bound, a second one, too little proof, a wrong ID number', async () => {
    const free = await kit.freeVehicle();
    const send = (vin: string, more: object) =>
      kit.t.call<{ errors?: { field: string }[] }>(
        'POST',
        '/veh/crm/unbindApplication/add',
        { vin, ...more },
        { as: desk },
      );
    expect((await send(free.vin, form())).code).toBe(2302);
    const vehicle = await kit.vehicle();
    const wrong = await send(vehicle.vin, { ...buyer(), proofImages: proofs.slice(0, 2) });
    expect(wrong.data.errors?.map((error) => error.field)).toEqual(['proofImages']);
    const id = await send(vehicle.vin, { ...buyer(), idNumber: '310101199003071231' });
    expect(id.data.errors?.map((error) => error.field)).toEqual(['idNumber']);
    await submit(vehicle);
    expect((await send(vehicle.vin, form())).code).toBe(2306);
  });
});

describe('reviewing', () => {
  test('whoever submitted an application does not decide on it, at once or later', async () => {
    const id = await submit(await kit.vehicle());
    const remark = '材料齐全，同意解绑';
    for (const body of [{ result: 1 }, { result: 1, immediate: 1, remark }])
      expect((await audit(id, body, desk)).code).toBe(5002);
    expect((await audit(id, { result: 1 })).code).toBe(0);
  });

  test('approved: the owner has 48 hours, then it is unbound', async () => {
    const vehicle = await kit.vehicle();
    const id = await submit(vehicle);
    expect((await audit(id, { result: 1 })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 1, reviewerName: '测试员' });
    const [left] = await kit.rows<{ hours: number }>(
      'select round(extract(epoch from notice_end_time - now()) / 3600)::int as hours from veh_unbind_application where id = $1',
      id,
    );
    expect(left?.hours).toBe(48);
    const channels = await kit.rows<{ channel: number }>(
      'select c.channel from msg_inbox p join msg_push_record c on c.inbox_id = p.id where p.user_id = $1 order by 1',
      vehicle.ownerId,
    );
    expect(channels.map((row) => row.channel)).toEqual([2, 3]);
    await elapseNotices(kit.t.app.db);
    expect(await bound(vehicle)).toBe(1);
    await overdue(id);
    await elapseNotices(kit.t.app.db);
    expect([(await read(id)).status, await bound(vehicle)]).toEqual([2, 0]);
    const [log] = await kit.rows<object>(
      'select action, channel, application_no is not null as named from veh_binding_log where vehicle_id = $1',
      vehicle.vehicleId,
    );
    expect(log).toEqual({ action: 2, channel: 5, named: true });
  });

  test('at once for owners and dealers, never for buyers', async () => {
    const [owner, other] = [await kit.vehicle(), await kit.vehicle()];
    const ids = [await submit(owner), await submit(other, buyer())];
    const now = { result: 1, immediate: true, remark: '证件核对一致' };
    expect((await audit(ids[0] ?? '', { ...now, remark: undefined })).code).toBe(1001);
    expect((await audit(ids[0] ?? '', now)).code).toBe(0);
    expect(await bound(owner)).toBe(0);
    expect((await audit(ids[1] ?? '', now)).code).toBe(1004);
    expect(await bound(other)).toBe(1);
  });

  test('rejected with a reason, and final', async () => {
    const id = await submit(await kit.vehicle());
    expect((await audit(id, { result: 0, remark: '发票看不清楚' })).code).toBe(1001);
    expect((await audit(id, { result: 0, rejectReasonCode: '1', remark: '发票看不清楚' })).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 3, rejectReasonCode: '1', reviewRemark: '发票看不清楚' });
    expect((await audit(id, { result: 1 })).code).toBe(1004);
  });

  test('a stolen case forbids it, and holds what was approved before', async () => {
    const [before, after] = [await kit.vehicle(), await kit.vehicle()];
    const approved = await submit(before);
    await audit(approved, { result: 1 });
    const waiting = await submit(after);
    for (const { vin } of [before, after])
      await kit.t.call('POST', '/veh/crm/stolen/add', { vin, ...caseForm }, { as: 'admin' });
    expect((await audit(waiting, { result: 1 })).code).toBe(2303);
    expect(await read(waiting)).toMatchObject({ stolenCase: { status: 0 } });
    await overdue(approved);
    await elapseNotices(kit.t.app.db);
    expect([(await read(approved)).status, await bound(before)]).toEqual([1, 1]);
  });

  test('lapses where the owner has gone already', async () => {
    const vehicle = await kit.vehicle();
    const id = await submit(vehicle);
    await audit(id, { result: 1 });
    await withTransaction(kit.t.app.db, (tx) =>
      unbindVehicle(tx, {
        vehicleId: vehicle.vehicleId,
        action: 5,
        channel: 4,
        operatorId: '1',
        reason: '车主要求解绑',
      }),
    );
    await overdue(id);
    await elapseNotices(kit.t.app.db);
    expect((await read(id)).status).toBe(4);
  });
});

describe('the app', () => {
  const apply = async (vehicle: Bound, userId: string, more: { proofImages: readonly string[] }) => {
    const proofImages = await Promise.all(more.proofImages.map(() => sampleFile(kit.t, 'evidence', userId, 'app')));
    return kit.app<{ applicationNo: string }>(userId, '/app/v1/unbind/apply', {
      vin: vehicle.vin,
      ...more,
      proofImages,
    });
  };

  test('a buyer applies, the owner objects, and another reviewer decides', async () => {
    const vehicle = await kit.vehicle();
    const applicant = await addAppUser(kit.t);
    expect((await apply(vehicle, applicant, form())).code, 'not their vehicle').toBe(1011);
    const { data } = await apply(vehicle, applicant, buyer());
    const [row] = await kit.rows<{ id: string }>(
      'select id::text as id from veh_unbind_application where application_no = $1',
      data.applicationNo,
    );
    const id = row?.id ?? '';
    const object = (userId: string) =>
      kit.app(userId, '/app/v1/unbind/object', { applicationNo: data.applicationNo, reason: '我没有卖车' });
    expect((await object(vehicle.ownerId)).code, 'nothing announced yet').toBe(1004);
    await audit(id, { result: 1 });
    expect((await object(applicant)).code).toBe(1002);
    expect((await object(vehicle.ownerId)).code).toBe(0);
    await overdue(id);
    await elapseNotices(kit.t.app.db);
    expect(await bound(vehicle)).toBe(1);
    expect((await resolve(id, false, first)).code).toBe(2304);
    expect((await resolve(id, true, second)).code).toBe(0);
    expect(await read(id)).toMatchObject({ status: 3, objectReason: '我没有卖车' });
    const again = await apply(vehicle, applicant, buyer());
    const [next] = await kit.rows<{ id: string }>(
      'select id::text as id from veh_unbind_application where application_no = $1',
      again.data.applicationNo,
    );
    await audit(next?.id ?? '', { result: 1 });
    await kit.app(vehicle.ownerId, '/app/v1/unbind/object', {
      applicationNo: again.data.applicationNo,
      reason: '我没有卖车',
    });
    expect((await resolve(next?.id ?? '', false, second)).code).toBe(0);
    expect([(await read(next?.id ?? '')).status, await bound(vehicle)]).toEqual([2, 0]);
  });

  test('an applicant takes it back while nothing has happened', async () => {
    const vehicle = await kit.vehicle();
    const { data } = await apply(vehicle, vehicle.ownerId, form());
    const withdraw = (userId: string) =>
      kit.app(userId, '/app/v1/unbind/withdraw', { applicationNo: data.applicationNo });
    expect((await withdraw(await addAppUser(kit.t))).code).toBe(1002);
    expect([(await withdraw(vehicle.ownerId)).code, (await withdraw(vehicle.ownerId)).code]).toEqual([0, 1004]);
  });

  test('what it sends is checked like any form', async () => {
    const vehicle = await kit.vehicle();
    const wrong = await kit.app<{ errors: { field: string }[] }>(vehicle.ownerId, '/app/v1/unbind/apply', {
      vin: vehicle.vin,
      ...form(),
      applicantMobile: '1',
      status: 2,
      proofImages: ['nothing-like-that'],
    });
    expect(wrong.data.errors.map((error) => error.field).toSorted()).toEqual(['applicantMobile', 'status']);
    const files = await kit.app<{ errors: { field: string }[] }>(vehicle.ownerId, '/app/v1/unbind/apply', {
      vin: vehicle.vin,
      ...form(),
      proofImages: ['nothing-like-that'],
    });
    expect(files.data.errors.map((error) => error.field)).toEqual(['proofImages']);
  });
});

test('applications are counted by status, as each user’s list counts them', async () => {
  await kit.rows(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ('own', '本人', 5, 0, 0, 1)`,
  );
  await kit.rows(
    `insert into sys_role_function (role_code, function_code) select 'own', code from sys_function where code like 'unbindManage%'`,
  );
  const own = await signInAs(kit.t, { roles: ['own'] });
  await kit.rows(
    'update veh_unbind_application set create_by = $1 where id = (select min(id) from veh_unbind_application)',
    own.userId,
  );
  const ask = async <Data>(path: string, body: object, as: string) =>
    (await kit.t.call<Data>('POST', `/veh/crm/unbindApplication/${path}`, body, { as })).data;
  const sums: number[] = [];
  for (const as of [first, own.token]) {
    const counters = await ask<Record<string, number>>('counters', {}, as);
    for (const [status, n] of Object.entries(counters))
      expect((await ask<{ total: number }>('list', { query: { 'status.eq': status } }, as)).total, status).toBe(n);
    sums.push(Object.values(counters).reduce((sum, n) => sum + n, 0));
    expect(sums.at(-1)).toBe((await ask<{ total: number }>('list', {}, as)).total);
  }
  expect(sums[0]).toBeGreaterThan(1);
  expect(sums[1]).toBe(1);
});
