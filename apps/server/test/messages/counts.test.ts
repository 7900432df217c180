import { type Page, totalLimit } from '@wheelhouse/contract/envelope';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PushRefused, type PushAdapter } from '../../src/adapters/push/index.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { activitySource } from '../../src/modules/messages/activity/source.ts';
import { advance } from '../../src/modules/messages/broadcast.ts';
import { deliverDue } from '../../src/modules/messages/delivery.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { campaignParts, campaigns, states, type Campaigns } from './campaign-kit.ts';

const cityCodes = ['320100'];
const people = 24;
/** Every third phone is not reached: half of these at once, the others by their receipt. */
const phones: PushAdapter = {
  async push({ key, userId }) {
    if (Number(userId) % 6 === 0) throw new PushRefused('unreachable', true);
    return `${userId}:${key}`;
  },
  call: async ({ key }) => key,
  receipts: async (ids) =>
    ids.map((providerId) => ({
      providerId,
      time: new Date(),
      ...(Number(providerId.split(':')[0]) % 6 === 3 && { failCode: 'unreachable' }),
    })),
};

let t: TestApp;
let kit: Campaigns;
const owners: string[] = [];
beforeAll(async () => {
  t = await createTestApp();
  kit = await campaigns(t);
  for (let n = 0; n < people; n++) owners.push(await kit.owner({ cityId: cityCodes[0], clientOs: 1 + (n % 3) }));
  // Campaigns reach phones by day only; these tests run at any hour.
  await t.app.pool.query(
    `create or replace function message_due(what text, moment timestamptz) returns timestamptz language sql stable as 'select moment'`,
  );
});
afterAll(() => t.stop());

/** Stored numbers that the records do not have, or have otherwise. */
const differing = async () =>
  (
    await t.app.pool.query(`
    with stored as (
      select ref_type, ref_id, channel, status, sum(n)::int as n from msg_push_count group by 1, 2, 3, 4 having sum(n) <> 0),
    real as (
      select ref_type, ref_id, channel, status, count(*)::int as n from msg_push_record where priority > 0 group by 1, 2, 3, 4)
    select coalesce(s.ref_id, r.ref_id) as ref_id, coalesce(s.channel, r.channel) as channel, coalesce(s.status, r.status) as status, s.n as stored, r.n as real
    from stored s full join real r using (ref_type, ref_id, channel, status) where s.n is distinct from r.n`)
  ).rows;

interface Numbers {
  readonly id: string;
  readonly sentCount: number;
  readonly deliveredRate: number | null;
  readonly clickRate: number | null;
}

/** What the records say of a campaign. */
async function counted(id: string): Promise<Numbers> {
  const { rows } = await t.app.pool.query<Numbers>(
    `select $1::text as id, (count(*) filter (where channel = 1 and status in (2, 3)))::int as "sentCount",
       round(100.0 * count(*) filter (where channel in (2, 3) and status in (2, 3))
         / nullif(count(*) filter (where channel in (2, 3) and status in (1, 2, 3, 4)), 0), 1)::float8 as "deliveredRate",
       round(100.0 * count(*) filter (where channel = 1 and status = 3) / nullif(count(*) filter (where channel = 1 and status in (2, 3)), 0), 1)::float8 as "clickRate"
     from msg_push_record where ref_type = 'activityMessage' and ref_id = $1`,
    [id],
  );
  return rows[0] ?? { id, sentCount: 0, deliveredRate: null, clickRate: null };
}

async function listed(ids: readonly string[]): Promise<readonly Numbers[]> {
  const { data } = await kit.post<{ list: readonly Numbers[] }>('list', { pageSize: 50 });
  return ids.map((wanted) => {
    const row = data.list.find(({ id }) => id === wanted);
    if (row === undefined) throw new Error(`${wanted} is not listed`);
    const { id, sentCount, deliveredRate, clickRate } = row;
    return { id, sentCount, deliveredRate, clickRate };
  });
}

const settle = async (ids: readonly string[]): Promise<void> => {
  for (let round = 0; round < 100; round++) {
    await advance(t.app, [activitySource]);
    await campaignParts.round(t.app);
    await t.app.pool.query('update msg_push_record set next_time = now() where next_time is not null');
    const dealtWith = await deliverDue(t.app, phones);
    const left = await Promise.all(ids.map(async (id) => (await kit.statistics(id)).remaining));
    if (dealtWith === 0 && left.every((n) => n === 0)) return;
  }
  throw new Error('it was never sent');
};

/** The statistics of a campaign, counted from its records and the users they are for, one by one. */
async function statisticsByHand(id: string) {
  const { rows } = await t.app.pool.query<{
    channel: number;
    status: number;
    cause: string | null;
    os: string;
    moments: (Date | null)[];
  }>(
    `select r.channel, r.status, r.fail_code as cause, u.client_os::text as os, array[r.sent_time, r.delivered_time, r.click_time] as moments
     from msg_push_record r join msg_inbox i on i.id = r.inbox_id join usr_app_user u on u.id = i.user_id
     where r.ref_type = 'activityMessage' and r.ref_id = $1`,
    [id],
  );
  const count = (those: typeof rows, states: readonly number[]) =>
    those.filter(({ status }) => states.includes(status)).length;
  const numbers = (those: typeof rows) => ({
    total: those.length,
    delivered: count(those, [2, 3]),
    opened: count(those, [3]),
    failed: count(those, [4]),
  });
  const groups = <K extends string | number>(of: (row: (typeof rows)[number]) => K) =>
    [...Map.groupBy(rows, of)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const causes = rows.flatMap(({ status, cause }) => (cause !== null && status >= 4 ? [cause] : []));
  return {
    channels: groups(({ channel }) => channel).map(([channel, those]) => ({ receiver: 1, channel, ...numbers(those) })),
    byOs: groups(({ os }) => os).map(([os, those]) => ({ os, ...numbers(those) })),
    causes: [...Map.groupBy(causes, (code) => code)].map(([code, those]) => ({ code, n: those.length })),
    moments: [0, 1, 2].map((at) => rows.filter(({ moments }) => moments[at] !== null).length),
  };
}

test('the numbers of a campaign are those of its records, whoever writes these at the same time', async () => {
  const all = [
    await kit.approved({ cityCodes, channels: ['1', '2'] }),
    await kit.approved({ cityCodes, channels: ['1', '2'] }),
    await kit.approved({ cityCodes, channels: ['1'] }),
  ];
  await settle(all);
  expect(await differing()).toEqual([]);

  // Owners read everything, or open one push, at the same moment.
  const tokens = await Promise.all(owners.map((id) => issueAppToken(t.app, id)));
  const boxes = await t.app.pool.query<{ id: string; userId: string }>(
    `select id::text as id, user_id::text as "userId" from msg_inbox where ref_id = $1 order by id`,
    [all[0]],
  );
  const pushOf = new Map(boxes.rows.map(({ id, userId }) => [userId, id]));
  const answers = await Promise.all(
    tokens
      .slice(0, 16)
      .map((as, at) =>
        at % 2 === 0
          ? t.call('POST', '/app/v1/message/read', { all: true }, { as })
          : t.call('POST', '/app/v1/message/click', { pushId: pushOf.get(owners[at] ?? '') }, { as }),
      ),
  );
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 0));

  expect(await differing()).toEqual([]);
  const real = await Promise.all(all.map(counted));
  expect(await listed(all)).toEqual(real);
  expect(real.map(({ sentCount }) => sentCount)).toEqual([people, people, people]);
  expect(real[0]?.deliveredRate).toBeLessThan(100);
  expect(real[2]?.deliveredRate).toBeNull();
  expect(real[0]?.clickRate).toBe(Math.round((1000 * 16) / people) / 10);
  expect(real[2]?.clickRate).toBe(Math.round((1000 * 8) / people) / 10);

  const [first] = all;
  const { channels, byOs, causes, hours } = await kit.statistics(String(first));
  const { moments, ...byHand } = await statisticsByHand(String(first));
  expect({ channels, byOs, causes }).toMatchObject(byHand);
  expect(byOs.map(({ os }) => os)).toEqual(['1', '2', '3']);
  expect(causes).toHaveLength(1);
  const sums = (['sent', 'delivered', 'opened'] as const).map((key) => hours.reduce((sum, one) => sum + one[key], 0));
  expect(sums).toEqual(moments);
});

test('a campaign that is stopped counts what it blocked', async () => {
  await t.app.pool.query(`update msg_inbox set create_time = create_time - interval '3 days'`);
  const id = await kit.approved({ cityCodes, channels: ['1', '2'] });
  // Everybody has it in the inbox, and nothing has been handed to a phone.
  await kit.intoInboxes(id);
  expect(await kit.read(id)).toMatchObject({ status: states.sending, sentCount: people });
  expect(await kit.move(id, 'stop', kit.author.token)).toMatchObject({ code: 0 });
  expect(await differing()).toEqual([]);
  expect(await listed([id])).toEqual([{ id, sentCount: people, deliveredRate: null, clickRate: 0 }]);
});

test('numbers stay when the records have expired', async () => {
  const id = await kit.approved({ cityCodes, channels: ['1'] });
  await settle([id]);
  await t.app.pool.query('delete from msg_inbox where ref_id = $1', [id]);
  expect(await listed([id])).toEqual([{ id, sentCount: people, deliveredRate: null, clickRate: 0 }]);
});

test('recipients of many are counted as far as lists are', async () => {
  const id = await kit.added({ cityCodes });
  await t.app.pool.query(
    `with boxes as (
       insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, ref_type, ref_id)
       select $2, 'activity', '', '', '', '', 'activityMessage', $1 from generate_series(1, $3::int) returning id)
     insert into msg_push_record (inbox_id, ref_type, ref_id, channel, priority, status, next_time) select id, 'activityMessage', $1, 1, 1, 2, null from boxes`,
    [id, owners[0], totalLimit + 1],
  );
  const page = (query: object, number = 1) =>
    kit.post<Page<{ pushId: string }>>('recipients', { id, query, page: number });
  const { data: first } = await page({});
  expect(first).toMatchObject({ total: totalLimit, more: true });
  const { data: second } = await page({ channel: 1, status: 2 }, 2);
  const ids = [...first.list, ...second.list].map(({ pushId }) => Number(pushId));
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  expect(new Set(ids).size).toBe(ids.length);
  const { data: none } = await page({ status: 4 });
  expect({ list: none.list, total: none.total, more: none.more }).toEqual({ list: [], total: 0, more: undefined });
});
