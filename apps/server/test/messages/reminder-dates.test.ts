import type { ReminderDryRun } from '@wheelhouse/contract/calls/reminders';
import { formatDay } from '@wheelhouse/contract/time';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { sendNextReminders, startRun } from '../../src/modules/messages/reminders/runs.ts';
import { makeVehicle, makeWorld } from '../fleet/world.ts';
import { bindOwner } from '../registry/samples.ts';
import { addCard } from '../sim/world.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

/** Reminders some days before a date. */
let t: TestApp;
let vehicleId = '';
let userId = '';
beforeAll(async () => {
  t = await createTestApp();
  await makeWorld(t.app);
});
afterAll(() => t.stop());
beforeEach(async () => {
  await query('update veh_vehicle set deleted = true, iccid = null');
  vehicleId = (await makeVehicle(t.app, { activationTime: new Date(Date.now() - 10 * dayMs) })).id;
  userId = await bindOwner(t, vehicleId);
});

const dayMs = 86_400_000;
const inDays = (days: number): string => formatDay(new Date(Date.now() + days * dayMs));
const query = (text: string, ...values: unknown[]) => t.app.pool.query(text, values);
const post = async <Data>(path: string, body: object): Promise<Data> => {
  const { code, data } = await t.call<Data>('POST', `/msg/crm/${path}`, body, { as: 'admin' });
  expect({ code, data }).toMatchObject({ code: 0 });
  return data;
};

/** A rule with what its form begins with. */
async function rule(reminderType: string, daysBefore: readonly number[] = [30, 7, 1]): Promise<string> {
  const template = await post<{ id: string }>('serviceTemplate/add', {
    templateCode: `SVC_DATE_${reminderType}`,
    name: `到期提醒${reminderType}`,
    reminderType,
    pushTitle: '到期提醒',
    pushBody: '您的${vehicleName}将于${dueDate}到期，还有${daysLeft}天。',
    channels: ['1', '2'],
    jumpPage: 'vehicle',
    enabled: 1,
  });
  const made = await post<{ id: string }>('serviceMessage/add', {
    name: `到期规则${reminderType}`,
    reminderType,
    mode: 2,
    templateId: template.id,
    condition: { daysBefore },
    channels: ['1', '2'],
    includeDealerContact: 0,
    repeatDays: 30,
    sendHour: 8,
  });
  return made.id;
}

async function run(id: string): Promise<void> {
  await withTransaction(t.app.db, (tx) => startRun(tx, id));
  while (await sendNextReminders(t.app.db));
}
const dryRun = (id: string) => post<ReminderDryRun>('serviceMessage/dryRun', { id });
const inbox = async (): Promise<unknown[]> =>
  (await query('select body_zh as body from msg_inbox where user_id = $1 order by id', userId)).rows;

test('of a date there is a reminder on each of its days; of another date, not before the interval is over', async () => {
  const id = await rule('2');
  await query('update veh_vehicle set warranty_end = $2 where id = $1', vehicleId, inDays(30));
  /** Puts everything so many days back. */
  const wait = async (days: number): Promise<void> => {
    await query('update veh_vehicle set warranty_end = warranty_end - $2::int where id = $1', vehicleId, days);
    await query('update msg_service_run set run_date = run_date - $2::int where message_id = $1', id, days);
    await query(
      `update msg_service_last set last_date = last_date - $2::int,
         marks = array['date:' || split_part(marks[1], ':', 2)::date - $2::int || ':' || split_part(marks[1], ':', 3)]
       where message_id = $1`,
      id,
      days,
    );
  };
  const sent: number[] = [];
  for (const days of [0, 10, 13, 1, 5]) {
    await wait(days);
    await run(id);
    sent.push((await inbox()).length);
  }
  expect(sent).toEqual([1, 1, 2, 2, 3]);
  expect(await dryRun(id)).toMatchObject({ count: 0, skipped: [{ why: 'reminded', n: 1 }] });
  await query('update veh_vehicle set warranty_end = $2 where id = $1', vehicleId, inDays(20));
  expect(await dryRun(id)).toMatchObject({ count: 0, skipped: [{ why: 'repeat', n: 1 }] });
});

test('the service of a vehicle ends with the card in it', async () => {
  const id = await rule('5');
  const card = await addCard(t);
  const end = inDays(7);
  await query('update sim_card set expire_time = $2 where id = $1', card.id, end);
  expect(await dryRun(id)).toMatchObject({ count: 0 });
  await query('update veh_vehicle set iccid = $2 where id = $1', vehicleId, card.iccid);
  await run(id);
  expect(await inbox()).toEqual([{ body: `您的测试车型将于${end}到期，还有7天。` }]);
  await query('update msg_service_last set marks = $2 where message_id = $1', id, ['date:2020-01-01:1']);
  await query("update msg_service_last set last_date = '2020-01-01' where message_id = $1", id);
  expect(await dryRun(id)).toMatchObject({ count: 1 });
  await query('update sim_card set sim_status = 6 where id = $1', card.id);
  expect(await dryRun(id)).toMatchObject({ count: 0 });
});
