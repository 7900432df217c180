import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { confirmSilent } from '../../src/modules/repairs/jobs.ts';
import { eraseDue } from '../../src/modules/users/deletion.ts';
import { addAppUser } from '../support/app-user.ts';
import { signInAs } from '../support/people.ts';
import { addRepairer, ownedVehicle, report, sheet } from '../support/repairs.ts';
import { fieldsOf, startDesk, type Desk } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.t.stop());

describe('from the report to the settlement', () => {
  test('an owner reports, customer service dispatches, the dealer repairs, the owner confirms and rates', async () => {
    const { id, orderNo, userId, vehicleId } = await desk.submitted();
    expect(orderNo).toMatch(/^RP\d{14}$/);
    expect(await desk.read(id)).toMatchObject({ status: 0, source: 1, priority: 2, userId, vehicleId, escalated: 0 });
    expect((await desk.move(id, 'dispatch', { dealerId: desk.east.id })).code).toBe(0);
    expect((await desk.move(id, 'accept', {}, desk.atEast)).code).toBe(0);
    expect(fieldsOf(await desk.move(id, 'start', { odometerKm: 10, images: await desk.photos(2) }))).toEqual([
      'images',
    ]);
    expect((await desk.move(id, 'start', { odometerKm: 10, images: await desk.photos(3) })).code).toBe(0);
    const done = await desk.move(id, 'complete', await desk.completed());
    expect(done.code, JSON.stringify(done)).toBe(0);
    expect(await desk.read(id)).toMatchObject({ status: 4, totalFen: 35_000, causeCode: '1', warrantyResult: 2 });
    const replaced = await desk.rows(
      `select 1 from veh_replacement_record r join cs_repair_part p on p.replacement_record_id = r.id
       where p.order_id = $1 and r.repair_order_id = p.order_id and r.source = 3 and r.device_type = 6`,
      id,
    );
    expect(replaced).toHaveLength(1);
    const stranger = await addAppUser(desk.t);
    expect((await desk.app(stranger, 'confirm', { orderNo, ok: 1 })).code).toBe(1002);
    expect((await desk.app(userId, 'rate', { orderNo, score: 5 })).code, 'not done yet').toBe(1004);
    expect((await desk.app(userId, 'confirm', { orderNo, ok: 1 })).code).toBe(0);
    expect((await desk.app(userId, 'rate', { orderNo, score: 2, tags: ['慢'], text: '等了三天' })).code).toBe(0);
    expect((await desk.app(userId, 'rate', { orderNo, score: 5 })).code, 'only once').toBe(1004);
    expect(await desk.read(id)).toMatchObject({ status: 5, rating: 2, ratingTags: ['慢'], dueTime: null });
    const own = await desk.app<{ list: { status: number; log: { action: string }[] }[] }>(userId, 'list', {}, 'GET');
    expect(own.data.list).toMatchObject([{ status: 5 }]);
    expect(own.data.list[0]?.log.map(({ action }) => action)).toEqual([
      'add',
      'dispatch',
      'accept',
      'start',
      'complete',
      'confirm',
      'rate',
    ]);
  });

  test('the owner is told of each step in the words of the template', async () => {
    const word = async (pushTitle: string): Promise<void> => {
      const call = <Data>(path: string, body: object) =>
        desk.t.call<Data>('POST', `/msg/crm/serviceTemplate/${path}`, body, { as: 'admin' });
      const query = { 'templateCode.like': 'REPAIR_PROGRESS' };
      const [template] = (await call<{ list: { id: string; rev: number }[] }>('list', { query })).data.list;
      const { id, rev } = template ?? { id: '', rev: 0 };
      expect(await call('update', { id, rev, pushTitle })).toMatchObject({ code: 0 });
    };
    await word('报修${orderNo}有进展');
    const { orderNo, userId } = await desk.inRepair();
    expect(
      await desk.rows(
        `select title_zh as title, body_zh as body, route, vehicle_id = (select vehicle_id from cs_repair_order where order_no = $2) as "ofOrder"
         from msg_inbox where user_id = $1 order by id desc limit 1`,
        userId,
        orderNo,
      ),
    ).toEqual([
      { title: `报修${orderNo}有进展`, body: '车辆已开始维修。', route: `/repair/${orderNo}`, ofOrder: true },
    ]);
    await word('报修单${orderNo}');
  });

  test('an owner who disputes sends the order back into repair, escalated', async () => {
    const { id, orderNo, userId } = await desk.inRepair();
    expect((await desk.move(id, 'complete', await desk.completed())).code).toBe(0);
    expect((await desk.app(userId, 'confirm', { orderNo, ok: 0, text: '还是充不满' })).code).toBe(0);
    expect(await desk.read(id)).toMatchObject({ status: 3, escalated: 1 });
  });

  test('a part keeps its one replacement record, is in one vehicle, and no sheet changes a central control', async () => {
    const [{ id, orderNo, userId }, other] = [await desk.inRepair(), await desk.inRepair()];
    const form = await desk.completed();
    const recorded = () => desk.rows('select 1 from veh_replacement_record where repair_order_id = $1', id);
    expect((await desk.move(id, 'complete', form)).code).toBe(0);
    await desk.app(userId, 'confirm', { orderNo, ok: 0 });
    expect((await desk.move(id, 'complete', form)).code).toBe(0);
    expect(await recorded()).toHaveLength(1);
    const taken = await desk.move(other.id, 'complete', { ...(await desk.completed()), parts: form.parts });
    expect(taken).toMatchObject({ code: 5112, data: { errors: [{ field: 'parts[0].newSn' }] } });
    const control = { ...form.parts[0], deviceType: 1, newSn: 'EC-NEW-1' };
    expect(fieldsOf(await desk.move(other.id, 'complete', { ...(await desk.completed()), parts: [control] }))).toEqual([
      'parts[0].newSn',
    ]);
    expect((await desk.read(other.id)).status).toBe(3);
  });

  test('it is cancelled until the repair starts (5151)', async () => {
    const [early, late] = [await desk.submitted(), await desk.inRepair()];
    expect((await desk.app(early.userId, 'cancel', { orderNo: early.orderNo, reason: '已经好了' })).code).toBe(0);
    expect(await desk.read(early.id)).toMatchObject({ status: 6, endReason: '已经好了' });
    expect((await desk.app(late.userId, 'cancel', { orderNo: late.orderNo, reason: '不修了' })).code).toBe(5151);
    expect((await desk.move(late.id, 'cancel', { reason: '不修了' })).code).toBe(5151);
  });

  test('solved remotely, or closed with a reason', async () => {
    const [solved, closed] = [await desk.submitted(), await desk.submitted()];
    expect((await desk.move(solved.id, 'solveRemote', { solution: '重新上电后恢复正常' })).code).toBe(0);
    expect(await desk.read(solved.id)).toMatchObject({ status: 5, solution: '重新上电后恢复正常' });
    expect((await desk.move(closed.id, 'close', {})).code).toBe(1001);
    expect((await desk.move(closed.id, 'close', { reason: '重复报修' })).code).toBe(0);
    expect((await desk.read(closed.id)).status).toBe(7);
  });
});

describe('what is refused', () => {
  test('reports of other vehicles, unknown categories, appointments too early, too late and after hours', async () => {
    const { vin, userId } = await ownedVehicle(desk.t);
    const tried = (more: object) => desk.app(userId, 'submit', { vin, ...report(more) });
    expect((await desk.app(await addAppUser(desk.t), 'submit', { vin, ...report() })).code).toBe(1011);
    expect(fieldsOf(await tried({ faultSub: 'P0201' }))).toEqual(['faultSub']);
    expect(fieldsOf(await tried({ faultCategory: 'P77', faultSub: 'P7701' }))).toEqual(['faultCategory', 'faultSub']);
    expect(fieldsOf(await tried({ appointmentTime: '2025-01-01 10:00:00' }))).toEqual(['appointmentTime']);
    expect(fieldsOf(await tried({ appointmentTime: '2099-01-01 10:00:00' }))).toEqual(['appointmentTime']);
    const never = await addRepairer(desk.t);
    await desk.rows(
      `update dlr_dealer set business_hours = '[{"days":[1],"from":"00:00","to":"00:01"}]' where id = $1`,
      never.id,
    );
    expect(fieldsOf(await tried({ dealerId: never.id }))).toEqual(['appointmentTime']);
    expect(fieldsOf(await tried({ status: 5 }))).toEqual(['status']);
  });

  test('dispatch to a suspended dealer (5152), to one that only sells, to a technician of another', async () => {
    const { id } = await desk.submitted();
    const [suspended, sales] = [await addRepairer(desk.t), await addRepairer(desk.t, { dealerType: 1 })];
    await desk.rows('update dlr_dealer set status = 2 where id = $1', suspended.id);
    expect((await desk.move(id, 'dispatch', { dealerId: suspended.id })).code).toBe(5152);
    expect(fieldsOf(await desk.move(id, 'dispatch', { dealerId: sales.id }))).toEqual(['dealerId']);
    expect((await desk.read(id)).status).toBe(0);
  });

  test('an odometer below the last one (5113), a fee under warranty', async () => {
    const { id } = await desk.submitted();
    await desk.move(id, 'dispatch', { dealerId: desk.east.id });
    await desk.move(id, 'accept');
    await desk.rows('update cs_repair_order set odometer_km = 100 where id = $1', id);
    const images = await desk.photos(3);
    expect((await desk.move(id, 'start', { odometerKm: 99, images })).code).toBe(5113);
    expect((await desk.move(id, 'start', { odometerKm: 100, images })).code).toBe(0);
    expect(fieldsOf(await desk.move(id, 'complete', await desk.completed({ warrantyResult: 1 })))).toEqual([
      'laborFen',
    ]);
  });

  test('parts above 500 yuan under warranty wait for after-sales (5153)', async () => {
    const { id } = await desk.inRepair();
    const dear = {
      warrantyResult: 1,
      laborFen: 0,
      partsFen: 0,
      parts: [{ deviceType: 2, partName: '电池', oldSn: null, newSn: null, qty: 1, priceFen: 60_000 }],
    };
    expect((await desk.move(id, 'complete', await desk.completed(dear))).code).toBe(5153);
    expect((await desk.crm('warrantyAudit', { id, result: 1 })).code, 'nothing was asked for').toBe(1004);
    const asked = await desk.move(id, 'requestAudit', sheet(dear), desk.atEast);
    expect(asked.code, JSON.stringify(asked)).toBe(0);
    expect((await desk.crm('warrantyAudit', { id, result: 1 }, desk.atEast)).code).toBe(1003);
    // Whoever began the repair has written a part of what is decided about.
    expect((await desk.crm('warrantyAudit', { id, result: 1, remark: '同意' })).code).toBe(5002);
    const auditor = (await signInAs(desk.t, { roles: ['aftersales'] })).token;
    expect((await desk.crm('warrantyAudit', { id, result: 1, remark: '同意' }, auditor)).code).toBe(0);
    expect(await desk.read(id)).toMatchObject({ status: 3, auditResult: 1, auditFen: 60_000, auditRequested: 0 });
    const more = { ...dear, parts: [{ ...dear.parts[0], qty: 2 }] };
    expect((await desk.move(id, 'complete', await desk.completed(more))).code, 'more than was decided about').toBe(
      1023,
    );
    expect((await desk.move(id, 'complete', await desk.completed(dear))).code).toBe(0);
  });
});

test('an order that its owner does not answer is confirmed after seven days', async () => {
  const { id } = await desk.inRepair();
  expect((await desk.move(id, 'complete', await desk.completed())).code).toBe(0);
  await confirmSilent(desk.t.app);
  expect((await desk.read(id)).status).toBe(4);
  await desk.rows("update cs_repair_order set due_time = now() - interval '1 minute' where id = $1", id);
  await confirmSilent(desk.t.app);
  expect(await desk.read(id)).toMatchObject({ status: 5, dueTime: null });
});

test('the contact of an owner is erased with the account', async () => {
  const { id, userId, vehicleId } = await desk.submitted();
  expect((await desk.move(id, 'cancel', { reason: '车主不再需要' })).code).toBe(0);
  await desk.rows('update veh_vehicle set owner_user_id = null, bind_status = 0 where id = $1', vehicleId);
  await desk.rows(
    "update usr_app_user set status = 3, deletion_time = now() - interval '16 days' where id = $1",
    userId,
  );
  await eraseDue(desk.t.app);
  expect(await desk.read(id)).toMatchObject({ userId, contactName: '已注销', contactMobile: '已注销', address: null });
});

test('overdue orders are found, and counted in no other state', async () => {
  const { id, orderNo } = await desk.submitted();
  await desk.rows("update cs_repair_order set due_time = now() - interval '5 minutes' where id = $1", id);
  const found = async (overdue: '0' | '1') =>
    (await desk.crm<{ total: number }>('list', { query: { 'orderNo.eq': orderNo, 'overdue.eq': overdue } })).data.total;
  expect([await found('1'), await found('0')]).toEqual([1, 0]);
  // One without a time is in nobody's delay.
  await desk.rows('update cs_repair_order set due_time = null where id = $1', id);
  expect([await found('1'), await found('0')]).toEqual([0, 1]);
  await desk.move(id, 'cancel', { reason: '已经好了' });
  expect([await found('1'), await found('0')]).toEqual([0, 1]);
});

test('notes reach the owner only where they are meant to', async () => {
  const { id, userId } = await desk.submitted();
  expect((await desk.crm('note', { id, content: '车主态度急躁' })).code).toBe(0);
  expect((await desk.crm('note', { id, content: '配件已到店', visibleToOwner: 1 })).code).toBe(0);
  const own = JSON.stringify((await desk.app(userId, 'list', {}, 'GET')).data);
  expect(own).toContain('配件已到店');
  expect(own).not.toContain('车主态度急躁');
});
