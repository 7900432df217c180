import type { TagStructure } from '@wheelhouse/contract/calls/users';
import { formatInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addSample } from '../registry/samples.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { signInAs } from '../support/people.ts';
import { campaigns, inMinutes, states, type Campaigns } from './campaign-kit.ts';

let t: TestApp;
let kit: Campaigns;

beforeAll(async () => {
  t = await createTestApp();
  kit = await campaigns(t);
});
afterAll(() => t.stop());
beforeEach(() => t.app.pool.query('update msg_activity set deleted = true'));

test('the count is that of the people it is sent to, whatever the conditions', async () => {
  const { author, reviewer, added, move, read, estimate, statistics, recipients, sendAll, owner, listOf } = kit;
  const cities = ['310100', '110100', '440300'];
  const versions = ['1.9.0', '2.0.0', '10.1.2'];
  const dealers = [await addSample(t, entityNamed('dealer')), await addSample(t, entityNamed('dealer'))];
  const tags = [await addSample(t, entityNamed('userTag')), await addSample(t, entityNamed('userTag'))];
  const vehicleTypes: string[] = [];
  const mobiles = ['13599999999'];
  for (let n = 0; n < 18; n++) {
    const mobile = `135${String(n).padStart(8, '0')}`;
    mobiles.push(mobile);
    const id = await owner({ cityId: cities[n % 3], clientOs: (n % 2) + 1, appVersion: versions[n % 3], mobile });
    await t.app.pool.query(
      'insert into usr_tag_member (tag_id, user_id, source, add_time) select x, $1::bigint, 1, now() from unnest($2::bigint[]) x',
      [id, tags.filter((_, at) => n % (at + 2) === 0)],
    );
    if (n % 4 !== 0) continue;
    const vehicleId = await addSample(t, entityNamed('vehicle'));
    const { rows } = await t.app.pool.query<{ vehicleTypeId: string }>(
      `update veh_vehicle set bind_status = 1, owner_user_id = $2, activation_status = $3, dealer_id = $4 where id = $1
       returning vehicle_type_id::text as "vehicleTypeId"`,
      [vehicleId, id, n % 8 === 0 ? 1 : 0, dealers[n % 8 === 0 ? 1 : 0]],
    );
    vehicleTypes.push(...rows.map(({ vehicleTypeId }) => vehicleTypeId));
  }
  const some = <T>(list: readonly T[]) => fc.subarray([...new Set(list)], { minLength: 1 });
  const who = fc.oneof(
    some(cities).map((cityCodes) => ({ audienceType: 4, cityCodes })),
    fc.constant({ audienceType: 4, cityCodes: ['310000'] }),
    some(vehicleTypes).map((vehicleTypeIds) => ({ audienceType: 3, vehicleTypeIds })),
    some(dealers).map((dealerIds) => ({ audienceType: 6, dealerIds })),
    some(tags).map((tagIds) => ({ audienceType: 2, tagIds })),
    some(mobiles).map((numbers) => ({ audienceType: 5, numbers })),
    fc.constant({ audienceType: 1 }),
  );
  const also = fc.record(
    { clientOs: some(['1', '2']), minVersion: fc.constantFrom(...versions), activationStatus: fc.constantFrom(0, 1) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(who, also, async (type, more) => {
      // Short lists are counted as searches, of which there are 60 an hour.
      await t.app.pool.query("delete from sys_attempt where kind = 'sealed-search'");
      const userFileId = 'numbers' in type ? await listOf(type.numbers) : undefined;
      const audience = { cityCodes: undefined, ...type, numbers: undefined, userFileId, ...more };
      const { count, byOs } = await estimate(audience);
      expect(Object.values(byOs).reduce((sum, n) => sum + n, 0)).toBe(count);
      const id = await added(audience);
      if (count === 0) {
        expect(await move(id, 'submit', author.token)).toMatchObject({ code: 5001 });
        return;
      }
      const { title } = await read(id);
      await move(id, 'submit', author.token);
      expect(await move(id, 'approve', reviewer.token, { retype: title })).toMatchObject({ code: 0 });
      await sendAll(id);
      const { list, total } = await recipients(id);
      const { targetCount, sentCount } = await read(id);
      const people = new Set(list.map(({ userId }) => userId)).size;
      expect({ targetCount, sentCount, total, people }).toEqual({
        targetCount: count,
        sentCount: count,
        total: count,
        people: count,
      });
      const { hours, channels } = await statistics(id);
      expect(hours.reduce((sum, { sent }) => sum + sent, 0)).toBe(count);
      expect(channels).toMatchObject([{ channel: 1, total: count, delivered: count }]);
    }),
    { numRuns: 14 },
  );
});

test.each([
  ['smsContent', { channels: ['1', '3'], smsContent: undefined }],
  ['smsContent', { channels: ['1', '3'], smsContent: '长'.repeat(135) }],
  ['channels', { channels: ['2'] }],
  ['channels', { channels: ['1', '4'] }],
  ['content', { content: undefined }],
  ['linkUrl', { contentType: 2 }],
  ['linkUrl', { contentType: 2, linkUrl: 'http://m.example.com/a' }],
  ['appPage', { contentType: 3 }],
  ['tagIds', { audienceType: 2, cityCodes: undefined }],
  ['cityCodes', { cityCodes: [] }],
  ['cityCodes', { cityCodes: ['上海'] }],
  ['cityCodes', { cityCodes: ['310100', '999900'] }],
  ['vehicleTypeIds', { audienceType: 3, cityCodes: undefined }],
  ['dealerIds', { audienceType: 6, cityCodes: undefined }],
  ['userFileId', { audienceType: 5, cityCodes: undefined }],
  ['summary', { summary: '太短' }],
  ['title', { title: '第一行\n第二行' }],
  ['endTime', { sendTime: inMinutes(60), endTime: inMinutes(30) }],
  ['sendTime', { sendTime: inMinutes(-10) }],
])('a form is refused under %s', async (field, values) => {
  const { draft } = kit;
  const { code, data } = await draft(values);
  expect({ code, fields: data.errors?.map((one) => one.field) }).toEqual({ code: 1001, fields: [field] });
});

test('a link leads elsewhere only with the right to that', async () => {
  const { draft } = kit;
  const roleCode = 'CAMPAIGN_AUTHOR';
  await t.app.pool.query(
    `insert into sys_role (role_code, role_name, data_scope, dealer_assignable, built_in, enabled) values ($1, $1, 1, 0, 0, 1)`,
    [roleCode],
  );
  await t.app.pool.query(`insert into sys_role_function (role_code, function_code) select $1, unnest($2::text[])`, [
    roleCode,
    ['operationActivityManage.query', 'operationActivityManage.add'],
  ]);
  const writer = await signInAs(t, { roles: [roleCode] });
  const link = { contentType: 2, content: undefined, contentEn: undefined, linkUrl: 'https://elsewhere.example.org/a' };
  expect(await draft(link, writer)).toMatchObject({ code: 5003, data: { errors: [{ field: 'linkUrl' }] } });
  expect(await draft(link)).toMatchObject({ code: 0 });
  expect(await draft({ ...link, linkUrl: 'https://m.example.com/a' }, writer)).toMatchObject({ code: 0 });
});

test('three pinned messages are live at most', async () => {
  const { author, added, move, approved, owner } = kit;
  await owner({ cityId: '310100' });
  for (let n = 0; n < 3; n++) await approved({ pinned: 1, sendTime: inMinutes(600) });
  const fourth = await added({ pinned: 1 });
  expect(await move(fourth, 'submit', author.token)).toMatchObject({ code: 5004 });
  await t.app.pool.query(`update msg_activity set end_time = now() where status = $1 and pinned = 1`, [states.waiting]);
  expect(await move(fourth, 'submit', author.token)).toMatchObject({ code: 0 });
});

test('what goes to everybody is confirmed by its title', async () => {
  const { author, reviewer, added, move, read, owner } = kit;
  await owner();
  const id = await added({ audienceType: 1, cityCodes: undefined });
  const { title } = await read(id);
  expect(await move(id, 'submit', author.token)).toMatchObject({ code: 0 });
  for (const retype of [undefined, `${title}？`])
    expect(await move(id, 'approve', reviewer.token, { retype })).toMatchObject({
      code: 1001,
      data: { errors: [{ field: 'retype' }] },
    });
  expect(await move(id, 'approve', reviewer.token, { retype: title })).toMatchObject({ code: 0 });
  expect((await move(id, 'publish', author.token)).code).toBe(1001);
  expect((await move(id, 'publish', author.token, { retype: title })).code).toBe(0);
});

test('a list of numbers is refused by its rows, and finds users by their numbers', async () => {
  const { reviewer, post, draft, estimate, recipients, approved, sendAll, owner, listOf } = kit;
  const ids = [await owner({ mobile: '13600000001' }), await owner({ mobile: '13600000002' })];
  const wrong = await draft({
    audienceType: 5,
    cityCodes: undefined,
    userFileId: await listOf(['13600000001', '123', '13600000002', 'abc']),
  });
  expect(wrong).toMatchObject({ code: 1001, data: { errors: [{ field: 'userFileId' }] } });
  expect(wrong.data.errors?.[0]?.message).toMatch(/2行.*第3、5行/);
  const userFileId = await listOf(['13600000001', '13600000002', '13600000002', '13699999999']);
  const audience = { audienceType: 5, cityCodes: undefined, userFileId };
  expect(await estimate(audience)).toMatchObject({ count: 2 });
  const id = await approved(audience);
  await sendAll(id);
  const { list } = await recipients(id);
  expect(list.map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
  // Somebody else's upload says nothing about its numbers.
  const foreign = await listOf(['13600000001'], reviewer);
  expect(await post('estimate', { audience: { ...audience, userFileId: foreign } })).toMatchObject({
    code: 1001,
    data: { errors: [{ field: 'userFileId' }] },
  });
});

test('a tag names the campaigns that go to its users, and stays while they are there', async () => {
  const tagId = await addSample(t, entityNamed('userTag'));
  const id = await kit.added({ audienceType: 2, cityCodes: undefined, tagIds: [tagId] });
  // The list says which tags they are.
  const { data } = await kit.post<{ list: object[] }>('list', { query: { 'id.eq': id } });
  expect(data.list).toMatchObject([{ id, tagIds: [tagId], tagIdsName: [expect.any(String)] }]);
  const ask = async <T>(call: string, body: object) =>
    (await t.call<T>('POST', `/user/crm/userTag/${call}`, body, { as: 'admin' })).data;
  expect(await ask<{ usedBy: number }>('detail', { id: tagId })).toMatchObject({ usedBy: 1 });
  expect(await ask<TagStructure>('structure', { tagId })).toMatchObject({ uses: [{ entity: 'activityMessage', id }] });
  const remove = () => ask<{ deleted: number; skipped: object[] }>('batchDelete', { ids: [tagId] });
  expect((await remove()).skipped).toMatchObject([{ code: 1006 }]);
  await kit.post('batchDelete', { ids: [id] });
  expect(await remove()).toMatchObject({ deleted: 1 });
});

test('campaigns reach phones from 8 to 22 o’clock', async () => {
  const due = async (at: string): Promise<string> => {
    const { rows } = await t.app.pool.query<{ due: Date }>(`select message_due('activity', $1::timestamptz) as due`, [
      `${at}+08:00`,
    ]);
    return formatInstant(rows[0]?.due ?? new Date(0));
  };
  expect(await due('2026-03-01 07:59:59')).toBe('2026-03-01 08:00:00');
  expect(await due('2026-03-01 08:00:00')).toBe('2026-03-01 08:00:00');
  expect(await due('2026-03-01 21:59:59')).toBe('2026-03-01 21:59:59');
  expect(await due('2026-03-01 22:00:00')).toBe('2026-03-02 08:00:00');
});

test('a number has the day and four digits, and more once there are that many', async () => {
  await t.app.pool.query("select setval('seq_msg_activity', 9998)");
  const numbers: unknown[] = [];
  for (const id of [await kit.added(), await kit.added()])
    numbers.push((await kit.post<{ msgNo: string }>('detail', { id })).data.msgNo);
  expect(numbers).toEqual([expect.stringMatching(/^MA\d{8}9999$/), expect.stringMatching(/^MA\d{8}10000$/)]);
});
