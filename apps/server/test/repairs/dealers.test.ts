import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { takeBackUnanswered } from '../../src/modules/repairs/jobs.ts';
import { addRole, addUser, password } from '../access/fixture.ts';
import { addRepairer, ownedVehicle, report } from '../support/repairs.ts';
import { fieldsOf, startDesk, type Desk } from './desk.ts';

interface Suggested {
  readonly from: string;
  readonly city: { readonly zh: string } | null;
  readonly openAt: string;
  readonly dealers: readonly {
    readonly id: string;
    readonly own: boolean;
    readonly distanceKm: number | null;
    readonly far: boolean;
    readonly open: boolean;
  }[];
}

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.t.stop());

describe('dealers', () => {
  test('see and move only what was dispatched to them', async () => {
    const { id } = await desk.submitted();
    expect((await desk.crm('detail', { id }, desk.atEast)).code).toBe(1011);
    await desk.move(id, 'dispatch', { dealerId: desk.east.id });
    expect((await desk.crm('detail', { id }, desk.atEast)).code).toBe(0);
    expect((await desk.crm('detail', { id }, desk.atWest)).code).toBe(1011);
    expect((await desk.move(id, 'accept', {}, desk.atWest)).code).toBe(1011);
    expect((await desk.move(id, 'dispatch', { dealerId: desk.west.id }, desk.atEast)).code).toBe(1003);
    expect((await desk.move(id, 'redispatch', { dealerId: desk.west.id })).code).toBe(0);
    expect((await desk.crm('detail', { id }, desk.atEast)).code).toBe(1011);
    expect((await desk.move(id, 'decline', { reason: '本周无工位' }, desk.atWest)).code).toBe(0);
    expect(await desk.read(id)).toMatchObject({ status: 0, dealerId: null });
    expect((await desk.crm('detail', { id }, desk.atWest)).code).toBe(1011);
  });

  test('their own orders stay theirs; customer service sees the nearest with the least to do first', async () => {
    const { vehicleId } = await ownedVehicle(desk.t);
    await desk.rows('update veh_vehicle set dealer_id = $2 where id = $1', vehicleId, desk.east.id);
    const foreign = await desk.crm('add', { vehicleId, ...report(), dealerId: desk.west.id }, desk.atEast);
    expect(fieldsOf(foreign)).toEqual(['dealerId']);
    const made = await desk.crm<{ id: string }>('add', { vehicleId, ...report() }, desk.atEast);
    expect(made.code, JSON.stringify(made)).toBe(0);
    expect(await desk.read(made.data.id)).toMatchObject({ source: 3, dealerId: desk.east.id });
    interface Found {
      readonly id: string;
      readonly own: boolean;
      readonly openOrders: number;
      readonly rating: number | null;
    }
    const dealers = async () => (await desk.crm<{ dealers: Found[] }>('dealers', { id: made.data.id })).data.dealers;
    const [before] = await dealers();
    expect(before).toMatchObject({ id: desk.east.id, own: true, rating: null });
    // One that is rated, and one that is still to be done.
    await desk.rows('update cs_repair_order set rating = 4, rating_time = now() where id = $1', made.data.id);
    const open = await desk.submitted();
    await desk.move(open.id, 'dispatch', { dealerId: desk.east.id });
    expect((await dealers())[0]).toMatchObject({ rating: 4, openOrders: (before?.openOrders ?? 0) + 1 });
    expect((await desk.crm('dealers', { id: made.data.id }, desk.atEast)).code).toBe(1003);
  });

  test('are suggested while an order is added: the own one, then by the way from the place, to those who may know it', async () => {
    const [near, far] = [await addRepairer(desk.t), await addRepairer(desk.t)];
    const { vehicleId } = await ownedVehicle(desk.t);
    // Away from the other samples.
    const at = (id: string, lng: number, lat: number) =>
      desk.rows('update dlr_dealer set lng = $2, lat = $3 where id = $1', id, lng, lat);
    await at(near.id, 87.61, 43.82);
    await at(far.id, 87.61, 43.92);
    await desk.rows('update veh_vehicle set dealer_id = $2 where id = $1', vehicleId, desk.west.id);
    const ask = (more: object = {}, as?: string) => desk.crm<Suggested>('suggestDealers', { vehicleId, ...more }, as);
    const suggest = async (more: object = {}, as?: string) => ({ data: (await ask(more, as)).data.dealers });
    const place = { lng: 87.61, lat: 43.82 };
    const { data } = await suggest({ place });
    expect(data.slice(0, 3).map(({ id }) => id)).toEqual([desk.west.id, near.id, far.id]);
    expect(data.map(({ own }) => own).slice(0, 2)).toEqual([true, false]);
    expect(data[1]?.distanceKm).toBe(0);
    expect(data[2]?.distanceKm).toBeGreaterThan(10);
    // Who comes to the door does not rescue, nor the other way round.
    await desk.rows("update dlr_dealer set service_items = '{2,6}' where id = $1", near.id);
    await desk.rows("update dlr_dealer set service_items = '{2,5}' where id = $1", far.id);
    const coming = async (serviceType: number) =>
      (await suggest({ place, serviceType })).data.map(({ id }) => id).filter((id) => id === near.id || id === far.id);
    expect(await coming(2)).toEqual([far.id]);
    expect(await coming(4)).toEqual([near.id]);
    expect(await coming(1)).toEqual([near.id, far.id]);
    // Without the right to see places, the vehicle's is no answer; a place that was typed in is.
    await desk.rows(
      `insert into veh_vehicle_status (vehicle_id, gps_lng, gps_lat) values ($1, 87.61, 43.92)
       on conflict (vehicle_id) do update set gps_lng = excluded.gps_lng, gps_lat = excluded.gps_lat`,
      vehicleId,
    );
    expect((await suggest()).data[1]).toMatchObject({ id: far.id, distanceKm: 0 });
    await addRole(desk.t, 'order_taker', ['repairListsManage.add', 'vehicleManage.query', 'dealerManage.query']);
    await addUser(desk.t, { username: 'order.taker', roles: ['order_taker'] });
    const blind = await desk.t.login('order.taker', password);
    expect((await suggest({}, blind)).data.map(({ distanceKm }) => distanceKm).every((km) => km === null)).toBe(true);
    expect((await suggest({ place }, blind)).data.find(({ id }) => id === far.id)?.distanceKm).toBeGreaterThan(10);
    expect(fieldsOf(await desk.crm('suggestDealers', { vehicleId, place: { lng: 200, lat: 43 } }))).toEqual([
      'place.lng',
    ]);
  });

  test('of a vehicle without a position are those of its city, the others apart; hours are judged at the appointment, else now', async () => {
    const { vehicleId, userId } = await ownedVehicle(desk.t);
    const [near, far] = [await addRepairer(desk.t), await addRepairer(desk.t)];
    const put = (id: string, city: string, lng: number, lat: number) =>
      desk.rows('update dlr_dealer set city_id = $2, lng = $3, lat = $4 where id = $1', id, city, lng, lat);
    // Two cities at two ends of the country, away from the other samples.
    await put(near.id, '540100', 91.11, 29.66);
    await put(far.id, '460100', 110.33, 20.03);
    await desk.rows('update veh_vehicle set dealer_id = null where id = $1', vehicleId);
    await desk.rows("update usr_app_user set city_id = '540100' where id = $1", userId);
    const ask = async (more: object = {}, as?: string) =>
      (await desk.crm<Suggested>('suggestDealers', { vehicleId, ...more }, as)).data;
    const found = await ask();
    expect(found).toMatchObject({ from: 'city', city: { zh: '拉萨市' }, openAt: 'now' });
    expect(found.dealers[0], 'not the first by number').toMatchObject({ id: near.id, distanceKm: null, far: false });
    expect(found.dealers.filter(({ id }) => id !== near.id).every((one) => one.far)).toBe(true);
    await desk.rows('update usr_app_user set city_id = null where id = $1', userId);
    const lost = await ask();
    expect(lost).toMatchObject({ from: 'nowhere', city: null });
    expect(lost.dealers.some((one) => one.far || one.distanceKm !== null)).toBe(false);
    // With a position, what is beyond 50 km is far.
    await desk.rows(
      `insert into veh_vehicle_status (vehicle_id, gps_lng, gps_lat) values ($1, 91.11, 29.66)
       on conflict (vehicle_id) do update set gps_lng = excluded.gps_lng, gps_lat = excluded.gps_lat`,
      vehicleId,
    );
    const placed = await ask();
    expect(placed.from).toBe('vehicle');
    expect(placed.dealers[0]).toMatchObject({ id: near.id, distanceKm: 0, far: false });
    expect(placed.dealers.find(({ id }) => id === far.id)?.far ?? true).toBe(true);
    // A dealer that never opens is closed at an appointment, and now.
    await desk.rows("update dlr_dealer set business_hours = '[]' where id = $1", near.id);
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
    expect(await ask({ appointmentTime: `${day} 10:00:00` })).toMatchObject({
      openAt: 'appointment',
      dealers: expect.arrayContaining([expect.objectContaining({ id: near.id, open: false })]),
    });
    expect((await ask()).openAt).toBe('now');
  });

  test('see the contact in full only while they work on the order', async () => {
    const { id, orderNo, userId } = await desk.submitted();
    const contact = (as: string) => desk.crm<{ contactMobile?: string }>('contact', { id }, as);
    const reveal = (as: string) =>
      desk.t.call(
        'POST',
        '/system/crm/privacy/reveal',
        { entity: 'repairOrder', id, field: 'contactMobile', reason: '联系车主' },
        { as },
      );
    expect((await contact(desk.atEast)).code).toBe(1011);
    await desk.move(id, 'dispatch', { dealerId: desk.east.id });
    expect((await contact(desk.atEast)).data).toMatchObject({ contactName: '李小明', contactMobile: '13912340001' });
    expect((await contact(desk.atWest)).code).toBe(1011);
    expect((await contact('admin')).code, 'staff give a reason').toBe(1003);
    expect((await reveal(desk.atEast)).code).toBe(0);
    await desk.move(id, 'accept', {}, desk.atEast);
    expect((await desk.move(id, 'start', { odometerKm: 10, images: await desk.photos(3) })).code).toBe(0);
    expect((await desk.move(id, 'complete', await desk.completed())).code).toBe(0);
    expect((await contact(desk.atEast)).code).toBe(0);
    await desk.app(userId, 'confirm', { orderNo, ok: 1 });
    expect((await contact(desk.atEast)).code).toBe(1003);
    expect((await reveal(desk.atEast)).code).toBe(1003);
    expect((await reveal('admin')).code).toBe(0);
    const [seen] = await desk.rows<{ n: number }>(
      "select count(*)::int as n from sys_sensitive_access_log where entity = 'repairOrder' and entity_id = $1",
      id,
    );
    expect(seen?.n, 'each look is logged').toBe(4);
  });

  test('cannot be ended while they have open orders (5122)', async () => {
    const dealer = await addRepairer(desk.t);
    const { id } = await desk.submitted();
    await desk.move(id, 'dispatch', { dealerId: dealer.id });
    const end = () =>
      desk.t.call(
        'POST',
        '/data/crm/dealer/transition',
        { id: dealer.id, action: 'terminate', reason: '合同到期不再续签' },
        { as: 'admin' },
      );
    expect((await end()).code).toBe(5122);
    await desk.move(id, 'decline', { reason: '网点停业' });
    expect((await end()).code).toBe(0);
  });

  test('a dealer who does not answer loses the order, which is escalated', async () => {
    const [late, early] = [await desk.submitted(), await desk.submitted()];
    for (const { id } of [late, early]) await desk.move(id, 'dispatch', { dealerId: desk.east.id });
    await desk.rows("update cs_repair_order set due_time = now() - interval '1 minute' where id = $1", late.id);
    await takeBackUnanswered(desk.t.app);
    expect(await desk.read(late.id)).toMatchObject({ status: 0, dealerId: null, escalated: 1 });
    expect(await desk.read(early.id)).toMatchObject({ status: 1, dealerId: desk.east.id });
  });
});
