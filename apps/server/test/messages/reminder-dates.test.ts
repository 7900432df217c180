import type { ReminderDryRun } from '@wheelhouse/contract/calls/messages/reminders';
import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTransaction } from '../../src/db/pool.ts';
import { advanceReminders, reminderParts, startRun } from '../../src/modules/messages/reminders/runs.ts';
import { makeVehicle, makeWorld } from '../fleet/world.ts';
import { bindOwner } from '../registry/samples.ts';
import { addCard } from '../sim/world.ts';
import { reviewedBefore } from '../support/approvals.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

const states = machines['SM-Message'].states;

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

let made = 0;
/** A rule with what its form begins with. */
async function rule(reminderType: string, more: object = {}): Promise<string> {
  const template = await post<{ id: string }>('serviceTemplate/add', {
    templateCode: `SVC_DATE_${++made}`,
    name: `到期提醒${made}`,
    reminderType,
    pushTitle: '到期提醒',
    pushBody: '您的${vehicleName}将于${dueDate}到期，还有${daysLeft}天。',
    channels: ['1', '2'],
    jumpPage: 'vehicle',
    enabled: 1,
  });
  const { id } = await post<{ id: string }>('serviceMessage/add', {
    name: `到期规则${made}`,
    reminderType,
    mode: 2,
    templateId: template.id,
    condition: { daysBefore: [30, 7, 1] },
    channels: ['1', '2'],
    includeDealerContact: 0,
    repeatDays: 30,
    sendHour: 8,
    ...more,
  });
  return id;
}

async function run(id: string): Promise<void> {
  await withTransaction(t.app.db, (tx) => startRun(tx, id));
  while ((await reminderParts.round(t.app)) > 0);
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

test('a one-off reminder that cannot begin keeps no other from it; its vehicles may be looked for as long as those of a rule', async () => {
  const oneOff = () => rule('2', { mode: 1, repeatDays: undefined, sendHour: undefined });
  const ids = [await oneOff(), await oneOff()];
  await query('update msg_service set status = $2 where id = any($1)', ids, states.waiting);
  for (const id of ids) await reviewedBefore(t, 'serviceMessage', id);
  const statusOf = async () =>
    (await query('select status from msg_service where id = any($1) order by id', ids)).rows.map(
      ({ status }) => status,
    );
  await query(`
    create function not_the_first() returns trigger language plpgsql as $$ begin
      if new.message_id = ${ids[0]} then raise exception 'not this one'; end if;
      if current_setting('statement_timeout') <> '5min' then raise exception 'too little time'; end if;
      return new; end $$;
    create trigger not_the_first before insert on msg_service_run for each row execute function not_the_first()`);
  await advanceReminders(t.app);
  expect(await statusOf()).toEqual([states.waiting, states.sent]);
  expect(t.errors.join('\n')).toContain('what is due was not moved');
  await query('drop trigger not_the_first on msg_service_run');
  // It is left alone for a while, which is longer where the machine was slow, and then tried again.
  await expect
    .poll(
      async () => {
        await advanceReminders(t.app);
        return statusOf();
      },
      { timeout: 150_000 },
    )
    .toEqual([states.sent, states.sent]);
}, 180_000);
