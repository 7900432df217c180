import PostalMime from 'postal-mime';
import { formatDay } from '@wheelhouse/contract/time';
import type { StatAnswer } from '@wheelhouse/contract/statistics';
import { addDays } from '@wheelhouse/entities/statistics/period';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBytes } from '../import-export/workbook.ts';
import { setRoles } from '../access/fixture.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { subscriptionWorld, type Person, type SubscriptionWorld } from './subscriptions-kit.ts';

let t: TestApp;
let w: SubscriptionWorld;
let owner: Person;
let east: Person;
beforeAll(async () => {
  t = await createTestApp({ env: { MAIL_RATE: '1000', PUBLIC_URL: 'https://console.example' } });
  w = await subscriptionWorld(t);
  owner = await w.person('report_all');
  east = await w.person('report_region', { regionScope: ['310000'] });
});
afterAll(() => t.stop());

const yesterday = (): string => addDays(formatDay(new Date()), -1);
/** The number of a card on the page of the same user and days. */
async function alarmsOf({ token }: Person): Promise<number> {
  const query = { 'date.ge': yesterday(), 'date.le': yesterday() };
  const { data } = await t.call<StatAnswer>('POST', '/stat/crm/alarm/summary', { query }, { as: token });
  return Number(data.cards.find(({ key }) => key === 'alarms')?.value);
}
const saidIn = (text = ''): number => Number(/报警数: ([\d,]+) /.exec(text)?.[1]);

describe('a report', () => {
  test('has the numbers of the page, of each receiver their own', async () => {
    const id = await w.added(owner, { receiverIds: [east.id] });
    await w.comeDue(id);
    await w.work();
    expect(t.errors).toEqual([]);
    const [[mail], [other]] = await Promise.all([w.arrived(owner), w.arrived(east)]);
    expect([saidIn(mail?.text), saidIn(other?.text)]).toEqual([await alarmsOf(owner), await alarmsOf(east)]);
    expect([saidIn(mail?.text), saidIn(other?.text)]).toEqual([3, 2]);
    expect(mail?.subject).toBe(`报警日报: 报警统计 ${yesterday()}`);
    expect(mail?.text).toMatch(/数据截至\d{4}-\d\d-\d\d \d\d:\d\d:\d\d（Asia\/Shanghai）/);
    const address = /https:\/\/console\.example\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    expect([new URL(address).pathname, Object.fromEntries(new URL(address).searchParams)]).toEqual([
      '/analyticStatisticsManage/alarmStatistics',
      { 'date.ge': yesterday(), 'date.le': yesterday() },
    ]);
    if (mail === undefined) throw new Error('no mail');
    const { attachments } = await PostalMime.parse(await w.bytesOf(mail));
    const bytesOf = (type: string): Buffer =>
      Buffer.from((attachments.find(({ mimeType }) => mimeType === type)?.content ?? '') as ArrayBuffer);
    expect(attachments.map(({ disposition }) => disposition)).toEqual(['inline', 'attachment']);
    expect(mail.html).toContain('cid:trend');
    expect(await sharp(bytesOf('image/png')).metadata()).toMatchObject({ format: 'png' });
    const sheet = await readBytes(bytesOf('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'));
    expect(JSON.stringify(sheet)).toContain('报警数');
    expect(await w.deliveries(id, owner)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ state: 2, reason: null }),
        expect.objectContaining({ state: 2 }),
      ]),
    );
    const { rows } = await t.app.pool.query(
      `select count(*)::int as n from sys_operation_log where action = 'export' and entity = 'alarmStatistics' and user_id = any($1)`,
      [[owner.id, east.id]],
    );
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('comes once, whatever runs twice, and with one id where the answer was lost', async () => {
    const [reader, lost] = [
      await w.person('report_all'),
      await w.person('report_all', { address: 'broken+1@fleet.example' }),
    ];
    const id = await w.added(reader, { receiverIds: [lost.id] });
    const time = await w.comeDue(id);
    await Promise.all([w.work(), w.work(), w.work()]);
    await w.work();
    expect(await w.arrived(reader)).toMatchObject([{ times: 1 }]);
    const [waiting] = (await w.deliveries(id, reader)).filter(({ state }) => state === 1);
    expect(waiting).toMatchObject({ detail: 'unknown', attempts: 1 });
    // The schedule is asked again for the same time, as after a restart.
    await w.comeDue(id, 0, time);
    await t.app.pool.query('update stat_delivery set next_time = now() where next_time is not null');
    await Promise.all([w.work(), w.work()]);
    expect(await w.arrived(lost)).toMatchObject([{ times: 2 }]);
    expect(await w.arrived(reader)).toMatchObject([{ times: 1 }]);
    expect((await w.deliveries(id, reader)).map(({ state }) => state)).toEqual([2, 2]);
  });

  test('that was missed is made up for once, and not after a day', async () => {
    const reader = await w.person('report_all');
    const id = await w.added(reader);
    await w.comeDue(id, 20);
    await t.app.pool.query(
      `update stat_subscription_due set due_time = due_time - interval '5 days' where subscription_id = $1`,
      [id],
    );
    await w.work();
    expect(await w.deliveries(id, reader)).toHaveLength(1);
    const { rows } = await t.app.pool.query<{ ahead: boolean }>(
      'select due_time > now() and next_time > now() as ahead from stat_subscription_due where subscription_id = $1',
      [id],
    );
    expect(rows).toEqual([{ ahead: true }]);
    const weekly = await w.added(reader, { frequency: 2, weekday: 1, name: '周报' });
    const threeDaysAgo = ((new Date(`${addDays(formatDay(new Date()), -3)}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
    await t.app.pool.query('update stat_subscription set weekday = $2 where id = $1', [weekly, threeDaysAgo]);
    await t.app.pool.query(
      `update stat_subscription_due set next_time = now(), due_time = now() - interval '4 days' where subscription_id = $1`,
      [weekly],
    );
    await w.work();
    expect(await w.deliveries(weekly, reader)).toEqual([]);
  });

  test('is sent to oneself at once, once a minute', async () => {
    const [reader, looks] = [await w.person('report_all'), await w.person('report_looks')];
    const id = await w.added(reader, { toOwner: 0, receiverIds: [looks.id], enabled: 1 });
    for (const _ of [1, 2]) expect((await w.call('send', { id }, reader)).code).toBe(0);
    await w.work();
    expect((await w.arrived(reader)).map(({ subject }) => subject.startsWith('[测试] '))).toContain(true);
    expect(await w.arrived(looks)).toEqual([]);
    await w.comeDue(id);
    await w.work();
    // Who may only look gets no workbook.
    expect((await w.arrived(looks))[0]?.attachments.map(({ type }) => type)).toEqual(['image/png']);
  });
});

describe('nobody gets a report', () => {
  test('whose right was taken, and the list says why', async () => {
    const [boss, reader] = [await w.person('report_all'), await w.person('report_all')];
    const id = await w.added(boss, { receiverIds: [reader.id] });
    await setRoles(t, reader.id, ['report_none']);
    await w.comeDue(id);
    await w.work();
    expect(await w.arrived(reader)).toEqual([]);
    expect(await w.arrived(boss)).toHaveLength(1);
    expect((await w.deliveries(id, boss)).map(({ reason }) => reason)).toEqual(expect.arrayContaining(['right', null]));
    await setRoles(t, boss.id, ['report_looks']);
    await t.app.pool.query('delete from stat_delivery where subscription_id = $1', [id]);
    await setRoles(t, reader.id, ['report_all']);
    await w.comeDue(id);
    await w.work();
    expect((await w.deliveries(id, boss)).map(({ reason }) => reason)).toEqual(['owner', 'owner']);
  });

  test('whose account is closed or without an address; a refused mailbox is seen', async () => {
    const people = await Promise.all(
      [{}, {}, { address: 'refuse+1@fleet.example' }, { address: 'full+1@fleet.example' }].map((more) =>
        w.person('report_all', more),
      ),
    );
    const boss = await w.person('report_all');
    const id = await w.added(boss, { toOwner: 0, receiverIds: people.map((one) => one.id) });
    await t.app.pool.query('update sys_user set enabled = 0 where id = $1', [people[0]?.id]);
    await t.app.pool.query('update sys_user set email = null where id = $1', [people[1]?.id]);
    await w.comeDue(id);
    await w.work();
    const found = (await w.deliveries(id, boss)).map(({ state, reason, detail }) => [state, reason, detail]);
    expect(found).toEqual(
      expect.arrayContaining([
        [3, 'closed', null],
        [3, 'address', null],
        [4, 'mailbox', '550 RCPT TO'],
        [1, null, '452 RCPT TO'],
      ]),
    );
    await t.app.pool.query(
      `update stat_delivery set next_time = now(), create_time = now() - interval '25 hours' where next_time is not null`,
    );
    await w.work();
    expect((await w.deliveries(id, boss)).map(({ reason }) => reason)).toContain('late');
  });

  test('of a subscription that was disabled or deleted meanwhile', async () => {
    const reader = await w.person('report_all');
    const id = await w.added(reader);
    await w.comeDue(id);
    await w.round('statistics.schedules');
    await t.app.pool.query('update stat_subscription set enabled = 0 where id = $1', [id]);
    await w.round('statistics.reports');
    expect((await w.deliveries(id, reader)).map(({ reason }) => reason)).toEqual(['off']);
    expect(await w.arrived(reader)).toEqual([]);
  });
});
