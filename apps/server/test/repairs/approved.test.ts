import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheet } from '../support/repairs.ts';
import { signInAs } from '../support/people.ts';
import { fieldsOf, startDesk, type Desk } from './desk.ts';

let desk: Desk;
let auditor: string;
beforeAll(async () => {
  desk = await startDesk();
  auditor = (await signInAs(desk.t, { roles: ['aftersales'] })).token;
});
afterAll(() => desk.t.stop());

const pads = { deviceType: 9, partName: '刹车片', oldSn: null, newSn: null, qty: 2, priceFen: 30_000 };
const free = { warrantyResult: 1, laborFen: 0, partsFen: 0, otherFen: 0 };

/** An order whose parts were reviewed. */
async function audited(parts: object[]): Promise<string> {
  const { id } = await desk.inRepair();
  const asked = await desk.move(id, 'requestAudit', sheet({ ...free, parts }), desk.atEast);
  expect(asked.code, JSON.stringify(asked)).toBe(0);
  expect((await desk.crm('warrantyAudit', { id, result: 1, remark: '同意' }, auditor)).code).toBe(0);
  return id;
}
const complete = async (id: string, parts: object[]) =>
  desk.move(id, 'complete', await desk.completed({ ...free, parts }));

test('what is billed under warranty is what was reviewed, part by part', async () => {
  const id = await audited([pads]);
  const others = [
    { ...pads, partName: '控制器' },
    { ...pads, deviceType: 2 },
    { ...pads, qty: 1, priceFen: 60_000 },
  ];
  for (const other of others) {
    const refused = await complete(id, [other]);
    expect([refused.code, refused.message]).toEqual([1023, '与审批通过的内容不同：维修用件']);
  }
  const dearer = await complete(id, [{ ...pads, priceFen: 31_000 }]);
  expect(dearer.message).toBe('与审批通过的内容不同：维修用件、用件金额（元）（600 → 620）');
  expect((await complete(id, [pads, { ...pads, partName: '刹车线', priceFen: 100 }])).code).toBe(1023);
  expect((await complete(id, [pads])).code).toBe(0);
});

test('another sheet is reviewed again', async () => {
  const id = await audited([pads]);
  const controller = { ...pads, partName: '控制器', qty: 1, priceFen: 90_000 };
  expect((await desk.move(id, 'requestAudit', sheet({ ...free, parts: [controller] }), desk.atEast)).code).toBe(0);
  expect((await complete(id, [controller])).code).toBe(5153);
  expect((await desk.crm('warrantyAudit', { id, result: 1 }, auditor)).code).toBe(0);
  expect((await complete(id, [controller])).code).toBe(0);
});

test('nobody reviews what he has asked for or written', async () => {
  const given = await desk.submitted();
  const alone = 'admin';
  expect((await desk.move(given.id, 'dispatch', { dealerId: desk.east.id }, alone)).code).toBe(0);
  expect((await desk.move(given.id, 'accept', {}, alone)).code).toBe(0);
  const start = { odometerKm: 1530.2, images: await desk.photos(3) };
  expect((await desk.move(given.id, 'start', start, alone)).code).toBe(0);
  const dear = sheet({ ...free, parts: [{ ...pads, priceFen: 450_000 }] });
  expect((await desk.move(given.id, 'requestAudit', dear, desk.atEast)).code).toBe(0);
  // The reading of the odometer is a part of what is decided about.
  expect((await desk.crm('warrantyAudit', { id: given.id, result: 1 }, alone)).code).toBe(5002);
  expect((await desk.move(given.id, 'requestAudit', dear, alone)).code).toBe(0);
  expect((await desk.crm('warrantyAudit', { id: given.id, result: 1 }, alone)).code).toBe(5002);
  expect((await desk.crm('warrantyAudit', { id: given.id, result: 1 }, auditor)).code).toBe(0);
});

test('a reading far above what the vehicle reports needs a word', async () => {
  const { id, vehicleId } = await desk.submitted();
  await desk.rows(
    'insert into veh_vehicle_status (vehicle_id, odometer_km) values ($1, 375) on conflict (vehicle_id) do update set odometer_km = 375',
    vehicleId,
  );
  await desk.move(id, 'dispatch', { dealerId: desk.east.id });
  await desk.move(id, 'accept', {}, desk.atEast);
  const start = { odometerKm: 99_999, images: await desk.photos(3) };
  const refused = await desk.move(id, 'start', start);
  expect(fieldsOf(refused)).toEqual(['odometerKm']);
  expect(JSON.stringify(refused.data)).toContain('375');
  expect((await desk.move(id, 'start', { ...start, remark: '仪表更换过' })).code).toBe(0);
});
